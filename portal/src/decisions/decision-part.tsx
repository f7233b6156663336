import { Button, Stack } from "@mantine/core";
import { IconGavel } from "@tabler/icons-react";
import { useTexts } from "../texts/texts-context.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { DecisionNote } from "./decision-note.tsx";
import type { DecisionKind, FindingDecision, Subject } from "./decision-queries.ts";
import type { MarkedPassage } from "./marked-passage.ts";
import { useCanDecide } from "./use-can-decide.ts";

/** Which form is open, and what was marked for it. One is open at a time. */
export interface Deciding {
  open: { criterionKey: string | undefined; kind: DecisionKind } | undefined;
  passage: MarkedPassage | undefined;
  onOpen: (criterionKey: string | undefined, kind: DecisionKind) => void;
  onClose: () => void;
  onClearPassage: () => void;
  onDecided: (subject: Subject) => void;
}

interface DecisionPartProps {
  subject: Subject;
  /** The finding in words, to tell the buttons of several findings apart. */
  about: string;
  found: string | null;
  decision: FindingDecision | undefined;
  deciding: Deciding;
}

/** The decision beside a finding, and the form to decide. */
export function DecisionPart({ subject, about, found, decision, deciding }: DecisionPartProps) {
  const { decisions: words, ui } = useTexts();
  const { open } = deciding;
  const canDecide = useCanDecide();
  const label = decision === undefined ? words.decide : words.decideAgain;
  if (!canDecide) return decision === undefined ? null : <DecisionNote decision={decision} />;
  return (
    <Stack gap="xs" align="stretch">
      {decision !== undefined && <DecisionNote decision={decision} subject={subject} />}
      {open !== undefined && open.criterionKey === subject.criterionKey ? (
        <DecisionForm
          key={open.kind}
          subject={subject}
          found={found}
          kind={open.kind}
          passage={deciding.passage}
          onClearPassage={deciding.onClearPassage}
          onDone={() => deciding.onDecided(subject)}
          onCancel={deciding.onClose}
        />
      ) : (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconGavel size={14} aria-hidden />}
          style={{ alignSelf: "flex-start" }}
          aria-label={ui.labelled(label, about)}
          onClick={() => deciding.onOpen(subject.criterionKey, "confirm")}
        >
          {label}
        </Button>
      )}
    </Stack>
  );
}
