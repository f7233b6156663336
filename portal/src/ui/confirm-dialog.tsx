import { Modal, Stack, Text } from "@mantine/core";
import type { UseMutationResult } from "@tanstack/react-query";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "./dialog-footer.tsx";

interface ConfirmDialogProps<Given> {
  title: string;
  /** What will happen, whom it affects, and what of it cannot be undone. */
  text: string;
  /** The button's label. */
  confirm: string;
  mutation: UseMutationResult<unknown, Error, Given>;
  given: Given;
  isDangerous?: boolean;
  onClose: () => void;
}

/** Shows errors of the action, too; closes when it has succeeded. */
export function ConfirmDialog<Given>(props: ConfirmDialogProps<Given>) {
  const { title, text, confirm, mutation, given, isDangerous = false, onClose } = props;
  const { ui } = useTexts();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ "aria-label": ui.close }} centered>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <DialogFooter
          confirm={confirm}
          onConfirm={() => mutation.mutate(given, { onSuccess: onClose })}
          onCancel={onClose}
          isDangerous={isDangerous}
          isCancelFocused
          mutation={mutation}
        />
      </Stack>
    </Modal>
  );
}
