import type { ComplianceReviewDetails } from "@assay/sdk";
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconLock, IconSignature } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { useReopen, useSignOff } from "./sign-off-queries.ts";
import { useCanDecide } from "./use-can-decide.ts";

/** Signs the review off as it is now. Absent for readers, and until everything is judged. */
export function SignOffButton({ review }: { review: ComplianceReviewDetails }) {
  const { signOff: words } = useTexts().decisions;
  const [isOpen, { open, close }] = useDisclosure();
  const canDecide = useCanDecide();
  const { queued, processing, completed } = review.rollUp.documentCounts;
  if (!canDecide || review.signOff !== null || queued + processing > 0 || completed === 0) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconSignature size={16} aria-hidden />} onClick={open}>
        {words.sign}
      </Button>
      {isOpen && <SignOffDialog review={review} onClose={close} />}
    </>
  );
}

function SignOffDialog({ review, onClose }: { review: ComplianceReviewDetails; onClose: () => void }) {
  const { decisions, ui } = useTexts();
  const { signOff: words } = decisions;
  const [statement, setStatement] = useState("");
  const mutation = useSignOff(review.id);
  const { items } = review.rollUp;
  const open = items.filter(({ needsReview, isDecided }) => needsReview && !isDecided).length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = statement.trim();
    mutation.mutate(text === "" ? {} : { statement: text }, { onSuccess: onClose });
  };
  return (
    <Modal opened onClose={onClose} title={words.sign} closeButtonProps={{ "aria-label": ui.close }} centered>
      <Stack gap="md" component="form" onSubmit={submit}>
        <Text size="sm">{words.text}</Text>
        {open > 0 && <Alert color="yellow">{words.undecided(open)}</Alert>}
        <Textarea
          label={words.statement}
          description={words.statementHint}
          value={statement}
          onChange={({ currentTarget }) => setStatement(currentTarget.value)}
          maxLength={2000}
          autosize
          minRows={2}
          data-autofocus
        />
        <DialogFooter confirm={words.sign} onCancel={onClose} mutation={mutation} />
      </Stack>
    </Modal>
  );
}

/** By whom and when the review was signed off. */
export function SignOffNote({ review }: { review: ComplianceReviewDetails }) {
  const { signOff: words } = useTexts().decisions;
  const formats = useFormats();
  const [isOpen, { open, close }] = useDisclosure();
  const canDecide = useCanDecide();
  const { signOff } = review;
  if (signOff === null) return null;
  const { signedOffBy, signedOffAt, statement } = signOff;
  return (
    <Alert color="green" icon={<IconLock size={18} aria-hidden />} data-testid="sign-off">
      <Stack gap="xs">
        <Text size="sm" fw={650} style={{ overflowWrap: "anywhere" }}>
          {words.by(signedOffBy.name, formats.dateTime(signedOffAt))}
        </Text>
        {statement !== null && (
          <Text size="sm" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
            {statement}
          </Text>
        )}
        <Group gap="sm" justify="space-between">
          <Text size="sm">{words.locked}</Text>
          {canDecide && (
            <Button variant="default" size="compact-sm" onClick={open}>
              {words.reopen}
            </Button>
          )}
        </Group>
      </Stack>
      {isOpen && <ReopenDialog reviewId={review.id} onClose={close} />}
    </Alert>
  );
}

function ReopenDialog({ reviewId, onClose }: { reviewId: string; onClose: () => void }) {
  const { decisions, ui } = useTexts();
  const { signOff: words } = decisions;
  const [reason, setReason] = useState("");
  const mutation = useReopen(reviewId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutation.mutate(reason.trim(), { onSuccess: onClose });
  };
  return (
    <Modal opened onClose={onClose} title={words.reopen} closeButtonProps={{ "aria-label": ui.close }} centered>
      <Stack gap="md" component="form" onSubmit={submit}>
        <Text size="sm">{words.reopenText}</Text>
        <Textarea
          label={decisions.reason}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          maxLength={2000}
          autosize
          minRows={2}
          required
          data-autofocus
        />
        <DialogFooter confirm={words.reopen} onCancel={onClose} mutation={mutation} isDisabled={reason.trim() === ""} />
      </Stack>
    </Modal>
  );
}
