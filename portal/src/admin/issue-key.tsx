import { Modal, Stack, TextInput } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";

interface IssueKeyProps {
  isOpen: boolean;
  onClose: () => void;
  mutation: UseMutationResult<unknown, Error, string | undefined>;
}

/** A key is valid until the end of its last day in the reader's time zone. */
const endOfDay = (day: string) => new Date(`${day}T23:59:59`);

/** Asks for the new key's expiry date. */
export function IssueKey({ isOpen, onClose, mutation }: IssueKeyProps) {
  const { admin, ui } = useTexts();
  const { partner: words } = admin;
  const [day, setDay] = useState("");
  const [isPast, setIsPast] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const isInPast = day !== "" && !(endOfDay(day).getTime() > Date.now());
    setIsPast(isInPast);
    if (isInPast) return;
    mutation.mutate(day === "" ? undefined : endOfDay(day).toISOString(), { onSuccess: () => setDay("") });
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={words.issueTitle} closeButtonProps={{ "aria-label": ui.close }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            type="date"
            label={words.expiry}
            description={words.expiryHint}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
            error={isPast && words.expiryPast}
            data-autofocus
          />
          <DialogFooter confirm={words.issue} onCancel={onClose} mutation={mutation} />
        </Stack>
      </form>
    </Modal>
  );
}
