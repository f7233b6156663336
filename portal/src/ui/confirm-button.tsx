import { Button, type ButtonProps, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { UseMutationResult } from "@tanstack/react-query";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "./dialog-footer.tsx";

interface ConfirmButtonProps<Given> {
  label: string;
  /** Accessible name, where several buttons share a label. */
  about?: string;
  title: string;
  /** What will happen, and what of it cannot be undone. */
  text: string;
  mutation: UseMutationResult<unknown, Error, Given>;
  given: Given;
  isDangerous?: boolean;
  button?: ButtonProps;
}

/** Asks for confirmation before acting, and shows errors in the dialog. */
export function ConfirmButton<Given>(props: ConfirmButtonProps<Given>) {
  const { label, about, title, text, mutation, given, isDangerous = false, button } = props;
  const { ui } = useTexts();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        {...button}
        aria-label={about === undefined ? undefined : ui.labelled(label, about)}
        onClick={() => {
          mutation.reset();
          open();
        }}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} closeButtonProps={{ "aria-label": ui.close }} centered>
        <Stack gap="md">
          <Text size="sm">{text}</Text>
          <DialogFooter
            confirm={label}
            onConfirm={() => mutation.mutate(given, { onSuccess: close })}
            onCancel={close}
            isDangerous={isDangerous}
            isCancelFocused
            mutation={mutation}
          />
        </Stack>
      </Modal>
    </>
  );
}
