import type { DocumentStore } from "../documents/document.ts";
import { cleanText } from "./clean-text.ts";
import { documents, selectDocuments } from "./document-columns.ts";
import type { QueryRunner } from "./query.ts";
import { compared, sortedList } from "./sorted-list.ts";

const ofCompany = "company_id = $3";
const readList = sortedList({
  select: selectDocuments,
  id: "id",
  where: `${ofCompany} AND deleted_at IS NULL
      AND ($4::timestamptz IS NULL OR created_at >= $4) AND ($5::timestamptz IS NULL OR created_at < $5)
      AND ($6::text IS NULL OR status = $6) AND ($7::text IS NULL OR lower(subject) = lower($7))
      AND ($8::text IS NULL OR level = $8) AND ($9::text IS NULL OR control_id = $9)
      AND ($10::text IS NULL OR business_entity_id = $10) AND ($11::text IS NULL OR review_id = $11)
      AND ($12::text IS NULL OR strpos(lower(file_name), lower($12)) > 0)
      AND ($13::date IS NULL OR valid_until < $13) AND ($14::date IS NULL OR review_by < $14)
      AND ($15::text IS NULL OR external_reference = $15)`,
  parameters: 15,
  leads: {
    externalReference: `${ofCompany} AND external_reference = $15`,
    validUntilBefore: `${ofCompany} AND valid_until < $13`,
    reviewByBefore: `${ofCompany} AND review_by < $14`,
    reviewId: "review_id = $11",
    subject: "lower(subject) = lower($7)",
    status: "status = $6",
    level: "level = $8",
    controlId: "control_id = $9",
    businessEntityId: "business_entity_id = $10",
    company: ofCompany,
  },
  fields: {
    score: { column: "score", type: "numeric", compared: compared.score },
    fileName: { column: "file_name", type: "text", compared: compared.text },
  },
});

/** In the order in which they leave fewest documents. */
const leads = [
  ...(["externalReference", "reviewId", "subject", "validUntilBefore", "reviewByBefore"] as const),
  ...(["status", "level", "controlId", "businessEntityId"] as const),
];

export function listDocuments(run: QueryRunner): DocumentStore["list"] {
  return (companyId, filter, page) => {
    const { submittedAfter, submittedBefore, status, subject, level, controlId, businessEntityId, reviewId } = filter;
    const { validUntilBefore, reviewByBefore, externalReference } = filter;
    const name = filter.name && cleanText(filter.name);
    return readList(
      run,
      documents,
      {
        lead: leads.find((one) => filter[one] !== undefined) ?? "company",
        ...{ since: submittedAfter, until: submittedBefore, page },
        values: [
          ...[companyId, submittedAfter, submittedBefore, status, subject, level],
          ...[controlId, businessEntityId, reviewId, name, validUntilBefore, reviewByBefore],
          externalReference,
        ],
      },
      (document, field) => document[field] ?? null,
    );
  };
}
