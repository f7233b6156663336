import { type Static, Type } from "typebox";
import { complianceLevels, type ReadVerdict, verdicts } from "../analysis/findings/findings.ts";
import { type Decision, decisionKinds, decisionStates, type PlacedDecision } from "../documents/decision.ts";
import { toDecisionBody } from "../results/decision-body.ts";
import { dateTime, id, levelOrNull, named, nullable, toIsoOrNull } from "./wire.ts";

export const readVerdicts = verdicts.filter((verdict): verdict is ReadVerdict => verdict !== "not_applicable");
export const givenLevels = complianceLevels.filter((level) => level !== "not_applicable");

export const decisionKind = named(
  "DecisionKind",
  Type.Enum([...decisionKinds], {
    description:
      "confirm: the finding is right. override: another verdict or level. not_applicable: it is not required here. accept_risk: it is not met, and that is accepted until a date.",
  }),
);
export const decisionState = named(
  "DecisionState",
  Type.Enum([...decisionStates], {
    description:
      "in_effect: it counts. look_again: carried over to a new version of the document in which what decided has changed; it does not count until it is decided again. replaced, withdrawn, expired: it has ended.",
  }),
);

export const authorBody = named(
  "DecisionAuthor",
  Type.Object({
    kind: Type.Enum(["key", "account"], { description: "Who acted: an API key, or a person with an account." }),
    id: id(),
    name: Type.String({ description: "As it was then: the person's name, or the readable part of the key." }),
  }),
);

const passage = {
  fileId: id("A file of the document."),
  pageNumber: Type.Integer({ minimum: 1 }),
  start: Type.Integer({ minimum: 0, description: "Offset of the passage in the page's text." }),
  end: Type.Integer({ minimum: 0 }),
};
export const namedPassageBody = named(
  "NamedPassage",
  Type.Object(passage, {
    additionalProperties: false,
    description: "A passage of the document that supports the decision: it must lie on the page.",
  }),
);

const decided = {
  decisionId: id(),
  decision: decisionKind,
  verdict: Type.Unsafe<ReadVerdict | null>({
    ...{ type: ["string", "null"], enum: [...readVerdicts, null] },
    description: "The verdict that an override gives a criterion.",
  }),
  complianceLevel: levelOrNull("The level that an override gives an item."),
  acceptedUntil: nullable(dateTime("When an accepted risk expires and the gap is open again.")),
  reason: Type.String(),
  evidence: nullable(
    Type.Object(
      { ...passage, text: Type.String({ description: "Occurs character for character on that page." }) },
      { description: "The passage that the person marked." },
    ),
  ),
  author: authorBody,
  decidedAt: dateTime(),
  state: decisionState,
  carriedFrom: nullable(id("The decision about the document's version before that this one continues.")),
};

/** Beside a finding. */
export const decisionBody = named("FindingDecision", Type.Object(decided, { description: "What a person decided." }));

/** In a list. */
export const placedDecisionBody = named(
  "Decision",
  Type.Object({
    ...decided,
    documentId: id(),
    complianceReviewId: id(),
    itemId: id("Id of the entry of complianceItems in the document's result."),
    controlItemId: id(),
    criterionKey: nullable(Type.String({ description: "The criterion's key; null for the item as a whole." })),
    endedAt: nullable(dateTime()),
    endedBy: nullable(authorBody),
  }),
);

export function toPlacedDecisionBody(decision: PlacedDecision): Static<typeof placedDecisionBody> {
  const { documentId, reviewId, itemId, controlItemId, criterionKey = null, endedAt, endedBy = null } = decision;
  return {
    ...toDecisionBody(decision satisfies Decision),
    ...{ documentId, complianceReviewId: reviewId, itemId, controlItemId, criterionKey },
    ...{ endedAt: toIsoOrNull(endedAt), endedBy },
  };
}
