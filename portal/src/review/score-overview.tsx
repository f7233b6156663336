import type { ComplianceReviewDetails } from "@assay/sdk";
import { Group, Paper, RingProgress, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { IconEyeExclamation } from "@tabler/icons-react";
import { DecidedScore } from "../decisions/decided-score.tsx";
import { type Level, levelOf, levels } from "../items/item-row.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { LevelMark, levelColours } from "./level-mark.tsx";
import styles from "./score-overview.module.css";

interface ScoreOverviewProps {
  rollUp: ComplianceReviewDetails["rollUp"];
  chosen: Level[];
  onChoose: (level: Level) => void;
  isToCheckChosen: boolean;
  onChooseToCheck: () => void;
}

/** The overall score and the number of requirements at each level. */
export function ScoreOverview({ rollUp, chosen, onChoose, isToCheckChosen, onChooseToCheck }: ScoreOverviewProps) {
  const { review, decisions } = useTexts();
  const { overview: words } = review;
  const toCheck = rollUp.needsReview.itemCount;
  const formats = useFormats();
  const counts = Object.fromEntries(levels.map((level) => [level, 0])) as Record<Level, number>;
  for (const { complianceLevel } of rollUp.items) counts[levelOf(complianceLevel)] += 1;
  const all = Math.max(1, rollUp.itemCount);
  const shown = rollUp.score === null ? "–" : formats.score(rollUp.score);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="overview-title">
      <Title order={2} size="h5" id="overview-title" mb="sm">
        {words.score}
      </Title>
      <Group gap="lg" wrap="nowrap" align="center" className={styles["body"] ?? ""}>
        <RingProgress
          size={148}
          thickness={14}
          roundCaps={false}
          role="img"
          aria-label={rollUp.score === null ? words.nothingJudged : words.ring(shown)}
          sections={levels.map((level) => ({ value: (100 * counts[level]) / all, color: levelColours[level] }))}
          label={
            <Stack gap={0} align="center" aria-hidden>
              <Text fw={700} fz={30} lh={1.1} data-testid="overall-score">
                {shown}
              </Text>
              <Text size="xs" c="dimmed">
                {words.outOf}
              </Text>
            </Stack>
          }
        />
        <Stack gap={4} flex={1} miw={0}>
          {rollUp.complianceLevel !== null && (
            <Text fw={650} style={{ color: levelColours[rollUp.complianceLevel] }}>
              <LevelMark level={rollUp.complianceLevel} />
            </Text>
          )}
          {rollUp.decisions.itemCount > 0 && (
            <>
              <DecidedScore score={rollUp.decidedScore} level={rollUp.decidedComplianceLevel} />
              <Text size="sm" c="dimmed">
                {decisions.itemsDecided(
                  formats.number(rollUp.decisions.itemCount),
                  formats.number(rollUp.decisions.toLookAtAgain),
                )}
              </Text>
            </>
          )}
          <Text size="sm" c="dimmed" mb={4}>
            {words.judged(formats.number(rollUp.judgedItemCount), formats.number(rollUp.itemCount))}
          </Text>
          <fieldset className={styles["counts"]} aria-label={words.levelCounts}>
            {levels
              .filter((level) => level !== "not_applicable" || counts[level] > 0)
              .map((level) => (
                <UnstyledButton
                  key={level}
                  className={styles["count"]}
                  aria-pressed={chosen.includes(level)}
                  onClick={() => onChoose(level)}
                >
                  <LevelMark level={level} />
                  <Text component="span" size="sm" fw={650}>
                    {formats.number(counts[level])}
                  </Text>
                </UnstyledButton>
              ))}
            {toCheck > 0 && (
              <UnstyledButton className={styles["count"]} aria-pressed={isToCheckChosen} onClick={onChooseToCheck}>
                <span className={styles["toCheck"]}>
                  <IconEyeExclamation size={15} aria-hidden />
                  {words.toCheck}
                </span>
                <Text component="span" size="sm" fw={650}>
                  {formats.number(toCheck)}
                </Text>
              </UnstyledButton>
            )}
          </fieldset>
        </Stack>
      </Group>
    </Paper>
  );
}
