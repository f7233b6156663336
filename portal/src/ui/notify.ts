import { notifications } from "@mantine/notifications";

/** A short word that something was done; it goes by itself and takes no focus. */
export function notify(message: string): void {
  notifications.show({ message, color: "green", autoClose: 3000, withCloseButton: false });
}
