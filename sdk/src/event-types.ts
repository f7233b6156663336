/** What a webhook can be told of, as `registerWebhook` takes it. A test event, `webhook.test`, is sent whatever is chosen. */
export const eventTypes = [
  "document.submitted",
  "document.completed",
  "document.failed",
  "upload.completed",
  "upload.expired",
  "review.created",
] as const;

/** One of them. */
export type EventType = (typeof eventTypes)[number];
