/** The event types that `registerWebhook` accepts. The test event, `webhook.test`, is sent whatever is chosen. */
export const eventTypes = [
  "document.submitted",
  "document.completed",
  "document.failed",
  "document.superseded",
  "document.expiring",
  "document.review_due",
  "upload.completed",
  "upload.expired",
  "review.created",
  "review.completed",
  "review.score_fell",
  "review.signed_off",
  "review.reopened",
  "finding.decided",
  "finding.reopened",
  "gap.assigned",
  "gap.mentioned",
  "gap.due",
  "gap.overdue",
  "gap.closed",
  "gap.reopened",
] as const;

/** One of the event types. */
export type EventType = (typeof eventTypes)[number];
