import { Type } from "typebox";
import { documentsCounts } from "../catalogue/catalogue-format.ts";
import { type GivenFacts, parseFacts } from "../catalogue/check-facts.ts";
import { auditLanguages } from "../documents/document.ts";
import { AppError } from "../platform/app-error.ts";
import type { SubmissionForm } from "../submissions/plan-submission.ts";
import { choiceOf, factsField, nullable } from "./wire.ts";

const field = (description: string) => Type.Optional(nullable(Type.String({ maxLength: 200_000, description })));

/** Fields of both submission routes, in the query of one and the body of the other. */
export const submissionFields = {
  complianceReviewId: field("The review to append to."),
  businessEntityId: field("The entity for which a new review is created."),
  complianceFrameworkId: field("The framework of the new review."),
  controlId: field("The control of the new review, by its id or code; required with businessEntityId."),
  selectedControlItemIds: field("A JSON array of control item ids, as a string."),
  selectedControlClusterIds: field("A JSON array of cluster ids, as a string."),
  auditLanguageId: Type.Optional(
    nullable(choiceOf(auditLanguages, "Language", "Language of the generated text; en by default.")),
  ),
  subject: field("What the document is about, such as the vendor's name; at most 200 characters."),
  externalReference: field(
    "Your own reference for the document, such as its number in your system; unique among the company's documents, at most 200 characters.",
  ),
  documentsCount: Type.Optional(
    nullable(
      choiceOf(
        documentsCounts,
        "DocumentsCount",
        "Whether the document is judged for itself or together with others. Absent: as its control says.",
      ),
    ),
  ),
  supersedes: field(
    "The document of the same review that this one is a new version of. It no longer counts once the new version is judged, and stays readable.",
  ),
  effectiveFrom: field("Since when the document is effective: a date such as 2026-01-01."),
  validUntil: field("The last day on which the document is valid; document.expiring is sent 30 days before."),
  reviewBy: field("The day by which the document is to be reviewed; document.review_due is sent when it has passed."),
};

/** A query has no objects. */
export const factsInQuery = {
  facts: field(
    'Facts about the business entity, stored with it: a JSON object such as {"usesSubProcessors": false}, as a string.',
  ),
};
export const factsInBody = {
  facts: Type.Optional(
    factsField("Facts about the business entity, stored with it, by the keys of GET /v1/conditions."),
  ),
};

/** What a form may hold beside its files. */
export const submissionFieldNames = [...Object.keys(submissionFields), ...Object.keys(factsInQuery)];

/** The options of a submission from its query and its form, each in one of them. */
export function mergeFields<Query extends object>(query: Query, fields: ReadonlyMap<string, string>): Query {
  for (const [name] of fields)
    if (query[name as keyof Query] !== undefined)
      throw new AppError("invalid_request", `${name} is in the query and in the form; give it once.`);
  return { ...query, ...Object.fromEntries(fields) };
}

/** Null and empty count as absent. */
export function toSubmissionForm(
  fields: { [Key in Exclude<keyof SubmissionForm, "facts">]?: string | null | undefined } & {
    facts?: string | GivenFacts | null | undefined;
  },
): SubmissionForm {
  const given = (text: string | null | undefined) => (text === null || text === "" ? undefined : text);
  return {
    complianceReviewId: given(fields.complianceReviewId),
    businessEntityId: given(fields.businessEntityId),
    complianceFrameworkId: given(fields.complianceFrameworkId),
    controlId: given(fields.controlId),
    selectedControlItemIds: given(fields.selectedControlItemIds),
    selectedControlClusterIds: given(fields.selectedControlClusterIds),
    auditLanguageId: given(fields.auditLanguageId),
    subject: given(fields.subject),
    externalReference: given(fields.externalReference),
    documentsCount: given(fields.documentsCount),
    supersedes: given(fields.supersedes),
    effectiveFrom: given(fields.effectiveFrom),
    validUntil: given(fields.validUntil),
    reviewBy: given(fields.reviewBy),
    facts: typeof fields.facts === "string" ? parseFacts(given(fields.facts)) : (fields.facts ?? undefined),
  };
}
