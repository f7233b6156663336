import type { ComplianceLevel } from "@assay/sdk";
import { Button, CloseButton, Group, NativeSelect, Paper, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { notify } from "../ui/notify.ts";
import { type DecisionKind, type GivenDecision, type Subject, useDecide } from "./decision-queries.ts";
import type { MarkedPassage } from "./marked-passage.ts";

const kinds = ["confirm", "override", "not_applicable", "accept_risk"] as const;
const verdicts = ["met", "partly", "contradicted", "missing"] as const;
const levels = ["compliant", "partially_compliant", "non_compliant"] as const;
/** Date fields accept years of up to six digits, which ISO 8601 does not. */
const fourDigitYear = /^\d{4}-/;

interface DecisionFormProps {
  subject: Subject;
  /** What the machine found: the verdict of a criterion, or the level of an item. */
  found: string | null;
  kind: DecisionKind;
  passage: MarkedPassage | undefined;
  onClearPassage: () => void;
  onDone: () => void;
  onCancel: () => void;
}

/** Decides about a finding. Enter in the reason decides, Escape cancels. */
export function DecisionForm({ subject, found, kind: first, passage, ...props }: DecisionFormProps) {
  const { decisions: words, evidence, ui } = useTexts();
  const [kind, setKind] = useState<DecisionKind>(first);
  const [reason, setReason] = useState(first === "confirm" ? words.confirmed : "");
  const isOfCriterion = subject.criterionKey !== undefined;
  const others = (isOfCriterion ? verdicts : levels).filter((one) => one !== found);
  const [value, setValue] = useState<string>(others[0] ?? "");
  const [until, setUntil] = useState("");
  const decide = useDecide(subject);
  const hasLongYear = until !== "" && !fourDigitYear.test(until);
  const isComplete = reason.trim() !== "" && (kind !== "accept_risk" || (until !== "" && !hasLongYear));

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isComplete || decide.isPending) return;
    const given: GivenDecision = { decision: kind, reason: reason.trim() };
    if (kind === "override" && isOfCriterion) given.verdict = value as (typeof verdicts)[number];
    if (kind === "override" && !isOfCriterion)
      given.complianceLevel = value as Exclude<ComplianceLevel, "not_applicable">;
    // The risk is accepted until that day has ended, where the person is.
    if (kind === "accept_risk") given.acceptedUntil = new Date(`${until}T23:59:59`).toISOString();
    if (passage !== undefined) {
      const { text: _, ...place } = passage;
      given.evidence = place;
    }
    decide.mutate(given, {
      onSuccess: () => {
        notify(words.decided);
        props.onClearPassage();
        props.onDone();
      },
    });
  };
  const heed = (event: KeyboardEvent) => {
    if (event.key === "Escape") props.onCancel();
    if (event.key !== "Enter" || event.shiftKey || !(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    submit();
  };
  const choose = (next: DecisionKind) => {
    setKind(next);
    if (next === "confirm" && reason === "") setReason(words.confirmed);
    if (next !== "confirm" && reason === words.confirmed) setReason("");
  };
  return (
    <Paper withBorder p="sm" component="form" onSubmit={submit} onKeyDown={heed} aria-label={words.decide}>
      <Stack gap="xs">
        <NativeSelect
          label={words.decision}
          value={kind}
          onChange={({ currentTarget }) => choose(currentTarget.value as DecisionKind)}
          data={kinds.map((one) => ({ value: one, label: words.actions[one] }))}
        />
        {kind === "override" && (
          <NativeSelect
            label={isOfCriterion ? words.verdict : words.level}
            value={value}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
            data={others.map((one) => ({
              value: one,
              label: { ...evidence.item.verdicts, ...ui.levels }[one],
            }))}
          />
        )}
        {kind === "accept_risk" && (
          <TextInput
            type="date"
            label={words.acceptedUntil}
            value={until}
            onChange={({ currentTarget }) => setUntil(currentTarget.value)}
            error={hasLongYear && words.longYear}
            required
          />
        )}
        <Textarea
          label={words.reason}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          // Typing replaces the text given, but never a reason of one's own.
          onFocus={({ currentTarget }) => reason === words.confirmed && currentTarget.select()}
          maxLength={2000}
          autosize
          minRows={2}
          required
          data-autofocus
          autoFocus
        />
        {passage === undefined ? (
          <Text size="xs" c="dimmed">
            {words.markHint}
          </Text>
        ) : (
          <Group gap="xs" wrap="nowrap" justify="space-between" data-testid="marked-passage">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {ui.labelled(words.marked, passage.text)}
            </Text>
            <CloseButton aria-label={words.unmark} onClick={props.onClearPassage} />
          </Group>
        )}
        {decide.isError && <ErrorState error={decide.error} title={ui.error.action} />}
        <Group gap="xs">
          <Button type="submit" size="xs" loading={decide.isPending} disabled={!isComplete}>
            {words.decide}
          </Button>
          <Button variant="default" size="xs" onClick={props.onCancel}>
            {ui.cancel}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
