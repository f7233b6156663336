import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import type { Review, ReviewStore } from "../reviews/review.ts";
import { execute, firstRow, pastEveryId, type QueryRunner, rows, statement } from "./query.ts";

interface ReviewRow {
  id: Id;
  company_id: Id;
  business_entity_id: Id;
  framework_id: Id;
  control_id: Id;
  name: string;
  scope: string;
  review_date: Date;
  created_at: Date;
  updated_at: Date | null;
}

const columns =
  "id, company_id, business_entity_id, framework_id, control_id, name, scope, review_date, created_at, updated_at";

const insert = statement(
  `INSERT INTO compliance_reviews (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);
const find = statement(`SELECT ${columns} FROM compliance_reviews WHERE company_id = $1 AND id = $2`);
const lock = statement(`SELECT ${columns} FROM compliance_reviews WHERE company_id = $1 AND id = $2 FOR UPDATE`);
const list = statement(
  `SELECT ${columns} FROM compliance_reviews WHERE company_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
);
const update = statement(
  "UPDATE compliance_reviews SET name = $3, scope = $4, updated_at = $5 WHERE company_id = $1 AND id = $2",
);

function fromRow(row: ReviewRow): Review {
  return {
    id: row.id,
    companyId: row.company_id,
    businessEntityId: row.business_entity_id,
    frameworkId: row.framework_id,
    controlId: row.control_id,
    name: row.name,
    scope: row.scope,
    reviewDate: row.review_date,
    createdAt: row.created_at,
    updatedAt: row.updated_at ?? undefined,
  };
}

export function reviewStore(run: QueryRunner): ReviewStore {
  return {
    async insert(review) {
      const { id, companyId, businessEntityId, frameworkId, controlId, name, scope, reviewDate, createdAt, updatedAt } =
        review;
      await execute(run, insert, [
        id,
        companyId,
        businessEntityId,
        frameworkId,
        controlId,
        name,
        scope,
        reviewDate,
        createdAt,
        updatedAt,
      ]);
    },
    async find(companyId, id) {
      const row = await firstRow<ReviewRow>(run, find, [companyId, id]);
      return row && fromRow(row);
    },
    async list(companyId, page) {
      const found = await rows<ReviewRow>(run, list, [companyId, page.before ?? pastEveryId, page.limit + 1]);
      return toPage(found.map(fromRow), page);
    },
    async lock(companyId, id) {
      const row = await firstRow<ReviewRow>(run, lock, [companyId, id]);
      return row && fromRow(row);
    },
    async update({ id, companyId, name, scope, updatedAt }) {
      await execute(run, update, [companyId, id, name, scope, updatedAt]);
    },
  };
}
