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
  // The criterion does not apply: the document rules its condition out or is silent on it, a stated fact decides, or never.
  "condition_ruled_out",
  "condition_not_stated",
  "fact_given",
  "never_applies",
] as const;

export type Reason = (typeof reasons)[number];

/** What decides a condition: a fact stated with the document, the document itself, or the catalogue's word on a silent one. */
export const deciders = ["facts", "document", "default"] as const;
export type DecidedBy = (typeof deciders)[number];
