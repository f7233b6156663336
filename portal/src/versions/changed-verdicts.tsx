import type { DocumentComparison } from "@assay/sdk";
import { Group, Stack, Text } from "@mantine/core";
import { useFormats, useTexts } from "../texts/texts-context.tsx";

type VerdictChange = DocumentComparison["otherVerdictChanges"][number];

interface ChangedVerdictsProps {
  title: string;
  hint?: string;
  changes: VerdictChange[];
}

/** What was judged otherwise, with the score of its requirement. */
export function ChangedVerdicts({ title, hint, changes }: ChangedVerdictsProps) {
  const { evidence, review, versions } = useTexts();
  const formats = useFormats();
  const { fromTo } = review.change;
  const nameOf = (verdict: VerdictChange["verdict"]) =>
    verdict === null ? versions.comparison.notAsked : evidence.item.verdicts[verdict];
  return (
    <Stack gap={4} component="section" aria-label={title} data-testid="changed-verdicts">
      <Text size="sm" fw={650}>
        {title}
      </Text>
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {changes.map((change) => (
        <div key={`${change.controlItemId} ${change.criterionKey}`}>
          <Group gap="xs" justify="space-between">
            <Text size="sm" fw={550} style={{ overflowWrap: "anywhere" }}>
              {change.controlItemExternalId} {change.controlItemName}
            </Text>
            <Text size="sm">{fromTo(formats.score(change.previousScore), formats.score(change.score))}</Text>
          </Group>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {fromTo(nameOf(change.previousVerdict), nameOf(change.verdict))}
            {" · "}
            {change.statement}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
