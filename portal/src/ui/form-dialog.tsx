import { Modal, type ModalProps, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useTexts } from "../texts/texts-context.tsx";

interface FormDialogProps {
  title: string;
  onClose: () => void;
  onSubmit: () => void;
  size?: ModalProps["size"];
  children: ReactNode;
}

/** A dialog with a form, which its `DialogFooter` submits. */
export function FormDialog({ title, onClose, onSubmit, size, children }: FormDialogProps) {
  const { ui } = useTexts();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ "aria-label": ui.close }} {...(size && { size })}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">{children}</Stack>
      </form>
    </Modal>
  );
}
