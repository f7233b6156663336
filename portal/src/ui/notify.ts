import { notifications } from "@mantine/notifications";

/** They go by themselves, so they need no button to close them, which would need a name in each language. */
const passing = { withCloseButton: false } as const;

/** A short word that something was done; it goes by itself and takes no focus. */
export function notify(message: string): void {
  notifications.show({ ...passing, message, color: "green", autoClose: 3000 });
}

/** What did not work, for a little longer. */
export function notifyProblem(title: string, message: string): void {
  notifications.show({ ...passing, title, message, color: "red", autoClose: 8000 });
}
