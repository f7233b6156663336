import { Button, type ButtonProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { UseMutationResult } from "@tanstack/react-query";
import { useTexts } from "../texts/texts-context.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

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
      {isOpen && <ConfirmDialog {...{ title, text, mutation, given, isDangerous }} confirm={label} onClose={close} />}
    </>
  );
}
