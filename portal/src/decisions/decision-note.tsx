import { Blockquote, Group, Stack, Text } from "@mantine/core";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { type FindingDecision, type Subject, useWithdraw } from "./decision-queries.ts";
import styles from "./decisions.module.css";

const stateColours = { in_effect: "green", look_again: "yellow", replaced: "gray", withdrawn: "gray", expired: "gray" };

/** What was decided, in words. */
function useSummary() {
  const { decisions: words, evidence, ui } = useTexts();
  const formats = useFormats();
  return ({ decision, verdict, complianceLevel, acceptedUntil }: FindingDecision) => {
    const kind = words.kinds[decision];
    if (verdict !== null) return ui.labelled(kind, evidence.item.verdicts[verdict]);
    if (decision === "override" && complianceLevel !== null) return ui.labelled(kind, ui.levels[complianceLevel]);
    return acceptedUntil === null ? kind : ui.labelled(kind, words.until(formats.date(acceptedUntil)));
  };
}

interface DecisionNoteProps {
  decision: FindingDecision;
  /** Whose decision can be withdrawn here; absent in the history, and for readers. */
  subject?: Subject;
  /** The statement of its criterion, in the history. */
  about?: string;
}

/** A decision with its author, time, reason and state. */
export function DecisionNote({ decision, subject, about }: DecisionNoteProps) {
  const { decisions: words } = useTexts();
  const formats = useFormats();
  const summary = useSummary();
  return (
    <Stack gap={4} className={styles["note"]} data-state={decision.state} data-testid="decision">
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Text size="sm" fw={650}>
            {summary(decision)}
          </Text>
          <StateBadge color={stateColours[decision.state]}>{words.states[decision.state]}</StateBadge>
        </Group>
        {subject !== undefined && <Withdraw subject={subject} />}
      </Group>
      {about !== undefined && (
        <Text size="xs" c="dimmed">
          {about}
        </Text>
      )}
      <Text size="sm" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {decision.reason}
      </Text>
      {decision.evidence !== null && (
        <Blockquote p="xs" my={0} iconSize={0}>
          <Text component="span" size="sm" style={{ overflowWrap: "anywhere" }}>
            {decision.evidence.text}
          </Text>
        </Blockquote>
      )}
      {decision.state === "look_again" && <Text size="xs">{words.lookAgainText}</Text>}
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {words.by(decision.author.name, formats.dateTime(decision.decidedAt))}
        {decision.carriedFrom !== null && ` · ${words.carried}`}
      </Text>
    </Stack>
  );
}

function Withdraw({ subject }: { subject: Subject }) {
  const { decisions: words } = useTexts();
  const mutation = useWithdraw(subject);
  return (
    <ConfirmButton
      label={words.withdraw}
      title={words.withdraw}
      text={words.withdrawText}
      mutation={mutation}
      given={undefined}
      button={{ size: "compact-xs" }}
    />
  );
}
