import { Button, Group } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "./error-state.tsx";

interface DialogFooterProps {
  /** The button's label. */
  confirm: string;
  /** Absent where the button submits the dialog's form. */
  onConfirm?: () => void;
  onCancel: () => void;
  /** The mutation that the button starts. */
  mutation: { isPending: boolean; isError: boolean; error: Error | null };
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Focuses Cancel, for dialogs without a field: pressing Enter then changes nothing. */
  isCancelFocused?: boolean;
}

/** The footer of every dialog: error, Cancel and the action. */
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
