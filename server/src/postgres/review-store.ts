import type { ListedReview, Review, ReviewStore } from "../reviews/review.ts";
import { cleanText } from "./clean-text.ts";
import { documentCountsOf, noDocuments } from "./counted-documents.ts";
import { execute, type QueryRunner, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";
import { compared, sortedList } from "./sorted-list.ts";

const reviews = rowMapper<Review>(
  ["id", "companyId", "businessEntityId", "frameworkId", "controlId", "name", "scope", "reviewDate", "createdAt"],
  ["updatedAt"],
);
const select = `SELECT ${reviews.columns()} FROM compliance_reviews WHERE company_id = $1`;

const insert = reviews.insertInto("compliance_reviews");
const find = statement(`${select} AND id = $2`);
const lock = statement(`${select} AND id = $2 FOR UPDATE`);
const listed = rowMapper<ListedReview>(
  [
    ...(["id", "companyId", "businessEntityId", "frameworkId", "controlId", "name", "scope", "reviewDate"] as const),
    ...(["createdAt", "controlCode", "documentCounts", "changedAt"] as const),
  ],
  ["updatedAt", "score", "level", "decidedScore", "decidedLevel", "signedOff"],
  {
    controlCode: "(SELECT c.code FROM controls c WHERE c.id = compliance_reviews.control_id)",
    documentCounts: documentCountsOf("compliance_reviews.id"),
    score: "score::float8",
    // Without a decided level, no decision is in effect.
    decidedScore: "CASE WHEN decided_level IS NULL THEN score ELSE decided_score END::float8",
    decidedLevel: "coalesce(decided_level, level)",
    changedAt: "coalesce(changed_at, created_at)",
    signedOff: `(SELECT jsonb_build_object('id', s.id, 'signedOffAt', s.signed_off_at, 'author',
        jsonb_build_object('kind', s.author_kind, 'id', s.author_id, 'name', s.author_name))
      FROM sign_offs s WHERE s.review_id = compliance_reviews.id AND s.reopened_at IS NULL)`,
  },
);
const readList = sortedList({
  select: `SELECT ${listed.columns()} FROM compliance_reviews`,
  id: "id",
  where: `company_id = $3 AND ($4::text IS NULL OR control_id = $4) AND ($5::text IS NULL OR business_entity_id = $5)
      AND ($6::text IS NULL OR level = $6) AND ($7::text IS NULL OR strpos(lower(name), lower($7)) > 0)`,
  parameters: 7,
  leads: {
    controlId: "control_id = $4",
    businessEntityId: "business_entity_id = $5",
    level: "level = $6",
    company: "company_id = $3",
  },
  fields: {
    score: { column: "score", type: "numeric", compared: compared.score },
    name: { column: "name", type: "text", compared: compared.text },
    changedAt: { column: "coalesce(changed_at, created_at)", type: "timestamptz" },
  },
});
/** In the order in which they leave fewest reviews. */
const leads = ["controlId", "businessEntityId", "level"] as const;
const update = statement(
  "UPDATE compliance_reviews SET name = $3, scope = $4, updated_at = $5, changed_at = $5 WHERE company_id = $1 AND id = $2",
);

export function reviewStore(run: QueryRunner): ReviewStore {
  return {
    insert: (review) => execute(run, insert, reviews.values(review)),
    find: (companyId, id) => reviews.find(run, find, [companyId, id]),
    async list(companyId, filter, page) {
      const { controlId, businessEntityId, level } = filter;
      const found = await readList(
        run,
        listed,
        {
          lead: leads.find((one) => filter[one] !== undefined) ?? "company",
          values: [companyId, controlId, businessEntityId, level, filter.name && cleanText(filter.name)],
          page,
        },
        (review, field) => (field === "changedAt" ? review.changedAt.toISOString() : (review[field] ?? null)),
      );
      const entries = found.entries.map((review) => ({
        ...review,
        documentCounts: { ...noDocuments, ...review.documentCounts },
        // Times within JSON are texts.
        signedOff: review.signedOff && {
          ...review.signedOff,
          signedOffAt: new Date(review.signedOff.signedOffAt),
        },
      }));
      return { ...found, entries };
    },
    lock: (companyId, id) => reviews.find(run, lock, [companyId, id]),
    update: ({ id, companyId, name, scope, updatedAt }) =>
      execute(run, update, [companyId, id, name, scope, updatedAt]),
  };
}
