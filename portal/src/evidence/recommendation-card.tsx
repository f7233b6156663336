import type { ComplianceItem } from "@assay/sdk";
import { Group, Paper, Stack, Text } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";
import { CopyTextButton } from "../ui/copy-text-button.tsx";
import styles from "./recommendation-card.module.css";

type Recommendation = NonNullable<ComplianceItem["result"]>["recommendations"][number];

/** A recommendation with its suggested text, if it has one. */
export function RecommendationCard({ recommendation }: { recommendation: Recommendation }) {
  const { item: words } = useTexts().evidence;
  const { gapIdentified, actionableRecommendation, suggestedTextLocation, suggestedTextToBeAdded } = recommendation;
  return (
    <Paper withBorder p="sm" data-testid="recommendation">
      <Stack gap={6}>
        <Text size="sm" fw={600}>
          {gapIdentified}
        </Text>
        <Text size="sm">{actionableRecommendation}</Text>
        {suggestedTextToBeAdded !== "" && (
          <>
            <Text size="xs" c="dimmed">
              {suggestedTextLocation}
            </Text>
            <pre className={styles["text"]}>{suggestedTextToBeAdded}</pre>
            <Group justify="flex-end">
              <CopyTextButton text={suggestedTextToBeAdded} label={words.copyText} />
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  );
}
