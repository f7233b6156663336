import { Button, type ButtonProps, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { UseMutationResult } from "@tanstack/react-query";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "./error-state.tsx";

interface ConfirmButtonProps<Given> {
  label: string;
  /** What it is about, where the label alone does not tell two buttons of a page apart. */
  about?: string;
  title: string;
  /** What will happen, and what of it cannot be undone. */
  text: string;
  mutation: UseMutationResult<unknown, Error, Given>;
  given: Given;
  isDangerous?: boolean;
  button?: ButtonProps;
}

/** Does something only after it has said what, and shows there what went wrong. */
export function ConfirmButton<Given>(props: ConfirmButtonProps<Given>) {
  const { label, about, title, text, mutation, given, isDangerous = false, button } = props;
  const { ui } = useTexts();
  const [isOpen, { open, close }] = useDisclosure();
  const colour = isDangerous ? { color: "red" } : {};
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
          {mutation.isError && <ErrorState error={mutation.error} title={ui.error.action} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} data-autofocus>
              {ui.cancel}
            </Button>
            <Button
              {...colour}
              loading={mutation.isPending}
              onClick={() => mutation.mutate(given, { onSuccess: close })}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
