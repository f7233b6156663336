/** Why a verdict is what it is. */
export const reasons = [
  "stated",
  "figure_not_met",
  "figure_absent",
  "not_binding",
  "exception",
  "other_party",
  "incomplete",
  "duty_denied",
  "prohibited",
  "permitted",
  "opposite",
  "not_found",
] as const;

export type Reason = (typeof reasons)[number];
