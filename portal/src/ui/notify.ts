import { notifications } from "@mantine/notifications";

/** A success message that disappears by itself and takes no focus. */
export function notify(message: string): void {
  notifications.show({ message, color: "green", autoClose: 3000, withCloseButton: false });
}

/** An error message, shown a little longer. */
export function notifyProblem(title: string, message: string): void {
  notifications.show({ title, message, color: "red", autoClose: 8000, withCloseButton: false });
}
