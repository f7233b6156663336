import { Box, Button, Group, List, Paper, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { type Deciding, DecisionPart } from "../decisions/decision-part.tsx";
import type { Subject } from "../decisions/decision-queries.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ConfidenceMark } from "../ui/confidence-mark.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { AlsoServes, type CriterionLink } from "./also-serves.tsx";
import type { CitedFindings } from "./cited-evidence.ts";
import styles from "./criteria-list.module.css";
import { VerdictBadge } from "./verdict-badge.tsx";

interface CriteriaListProps {
  cited: CitedFindings;
  shownIndex: number | undefined;
  onShow: (index: number) => void;
  /** Shown below the criterion whose quote it is. */
  below: ReactNode;
  item: Subject;
  deciding: Deciding;
  /** Of the criterion with this key, to criteria of other controls. */
  linksOf: (criterionKey: string) => CriterionLink[];
}

/** Each criterion's verdict, reason and links to its quotes. */
export function CriteriaList({ cited, shownIndex, onShow, below, item, deciding, linksOf }: CriteriaListProps) {
  const { item: words } = useTexts().evidence;
  const shown = shownIndex === undefined ? undefined : cited.evidence[shownIndex]?.criterion;
  return (
    <List listStyleType="none" spacing="xs" styles={{ itemWrapper: { width: "100%" }, itemLabel: { width: "100%" } }}>
      {cited.criteria.map((criterion) => (
        <List.Item key={criterion.key}>
          <Paper
            withBorder
            p="sm"
            data-testid="criterion"
            data-shown={criterion === shown}
            className={styles["criterion"]}
          >
            <Stack gap={6}>
              <Group gap={6}>
                <VerdictBadge verdict={criterion.verdict} />
                {criterion.level === "should" && <StateBadge color="gray">{words.should}</StateBadge>}
                <ConfidenceMark
                  of="verdict"
                  confidence={criterion.confidence}
                  needsReview={criterion.needsReview === true}
                />
              </Group>
              <Text size="sm" fw={550}>
                {criterion.statement}
              </Text>
              {/* Of what is met the reason names the place only, which the quotes below have. */}
              {criterion.verdict !== "met" && (
                <Text size="sm" c="dimmed">
                  {criterion.description}
                </Text>
              )}
              {criterion.evidence.length > 0 && (
                <Group gap={6}>
                  {cited.evidence
                    .filter((one) => one.criterion === criterion)
                    .map(({ index, evidence }) => (
                      <Button
                        key={index}
                        size="compact-xs"
                        variant={index === shownIndex ? "filled" : "light"}
                        aria-pressed={index === shownIndex}
                        onClick={() => onShow(index)}
                      >
                        {words.showQuote(index + 1, evidence.page)}
                      </Button>
                    ))}
                </Group>
              )}
              {(criterion.decision?.verdict ?? criterion.verdict) === "met" && (
                <AlsoServes links={linksOf(criterion.key)} />
              )}
              <DecisionPart
                subject={{ ...item, criterionKey: criterion.key }}
                about={criterion.statement ?? criterion.key}
                found={criterion.verdict}
                decision={criterion.decision}
                deciding={deciding}
              />
            </Stack>
          </Paper>
          {criterion === shown && below && <Box mt="xs">{below}</Box>}
        </List.Item>
      ))}
    </List>
  );
}
