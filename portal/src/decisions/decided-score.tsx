import type { ComplianceLevel } from "@assay/sdk";
import { Group, Text } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";
import { LevelBadge } from "../ui/level-badge.tsx";

interface DecidedScoreProps {
  score: number | null;
  level: ComplianceLevel | null;
}

/** Score and level with the decisions of people, beside those of the machine. */
export function DecidedScore({ score, level }: DecidedScoreProps) {
  const { decisions: words } = useTexts();
  return (
    <Group gap={6} component="span" data-testid="decided-score">
      <Text component="span" size="sm">
        {words.withDecisions}
      </Text>
      {score === null ? (
        <Text component="span" size="sm" fw={600}>
          {words.notCounted}
        </Text>
      ) : (
        <LevelBadge level={level} score={score} />
      )}
    </Group>
  );
}
