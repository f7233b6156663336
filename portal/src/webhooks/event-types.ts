/** What can be subscribed to. A test event is sent whatever is subscribed. */
export const eventTypes = [
  "document.submitted",
  "document.completed",
  "document.failed",
  "upload.completed",
  "upload.expired",
  "review.created",
] as const;
