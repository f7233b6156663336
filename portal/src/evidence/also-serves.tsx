import type { ControlItemDetails } from "@assay/sdk";
import { List, Stack, Text } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";

export type CriterionLink = ControlItemDetails["criteria"][number]["links"][number];

/** The criteria of other controls that the evidence of a met criterion meets, too, in whole or in part. */
export function AlsoServes({ links }: { links: CriterionLink[] }) {
  const { item: words } = useTexts().evidence;
  const served = links.filter(({ type }) => type !== "hasPart");
  if (served.length === 0) return null;
  return (
    <Stack gap={2} data-testid="also-serves">
      <Text size="xs" c="dimmed" fw={600}>
        {words.alsoServes}
      </Text>
      <List size="xs" spacing={2} c="dimmed">
        {served.map(({ type, controlCode, itemId, externalId, criterionKey, statement }) => (
          <List.Item key={`${itemId} ${criterionKey}`} style={{ overflowWrap: "anywhere" }}>
            {`${controlCode} · ${externalId}${type === "partOf" ? ` (${words.servesInPart})` : ""}: ${statement}`}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
