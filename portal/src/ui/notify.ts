import { notifications } from "@mantine/notifications";

/** A short word that something was done; it goes by itself and takes no focus. */
export function notify(message: string): void {
  notifications.show({ message, color: "green", autoClose: 3000, withCloseButton: false });
}

/** What did not work, for a little longer. */
export function notifyProblem(title: string, message: string): void {
  notifications.show({ title, message, color: "red", autoClose: 8000, withCloseButton: false });
}
