import { Button, Group } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "./error-state.tsx";

interface DialogFooterProps {
  /** What the button does, in a word or two. */
  confirm: string;
  /** Absent where the dialog is a form, which the button then sends. */
  onConfirm?: () => void;
  onCancel: () => void;
  /** What is under way, and what came of it. */
  mutation: { isPending: boolean; isError: boolean; error: Error | null };
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** For dialogs without a field of their own: Enter then changes nothing. */
  isCancelFocused?: boolean;
}

/** How every dialog ends: what went wrong, the way back, and the way on. */
export function DialogFooter(props: DialogFooterProps) {
  const { confirm, onConfirm, onCancel, mutation, isDangerous, isDisabled = false, isCancelFocused } = props;
  const { ui } = useTexts();
  return (
    <>
      {mutation.isError && <ErrorState error={mutation.error} title={ui.error.action} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} {...(isCancelFocused && { "data-autofocus": true })}>
          {ui.cancel}
        </Button>
        <Button
          type={onConfirm === undefined ? "submit" : "button"}
          {...(isDangerous && { color: "red" })}
          disabled={isDisabled}
          loading={mutation.isPending}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </Group>
    </>
  );
}
