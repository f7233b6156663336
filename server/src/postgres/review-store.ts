import type { Review, ReviewStore } from "../reviews/review.ts";
import { execute, type QueryRunner, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

const reviews = rowMapper<Review>(
  ["id", "companyId", "businessEntityId", "frameworkId", "controlId", "name", "scope", "reviewDate", "createdAt"],
  ["updatedAt"],
);
const select = `SELECT ${reviews.columns()} FROM compliance_reviews WHERE company_id = $1`;

const insert = reviews.insertInto("compliance_reviews");
const find = statement(`${select} AND id = $2`);
const lock = statement(`${select} AND id = $2 FOR UPDATE`);
const list = statement(`${select} AND id < $2 ORDER BY id DESC LIMIT $3`);
const listByControl = statement(
  `${select} AND control_id = $2 AND ($3::text IS NULL OR business_entity_id = $3) AND id < $4 ORDER BY id DESC LIMIT $5`,
);
const listByEntity = statement(`${select} AND business_entity_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4`);
const update = statement(
  "UPDATE compliance_reviews SET name = $3, scope = $4, updated_at = $5 WHERE company_id = $1 AND id = $2",
);

export function reviewStore(run: QueryRunner): ReviewStore {
  return {
    insert: (review) => execute(run, insert, reviews.values(review)),
    find: (companyId, id) => reviews.find(run, find, [companyId, id]),
    list(companyId, { controlId, businessEntityId }, page) {
      if (controlId !== undefined)
        return reviews.listPage(run, listByControl, [companyId, controlId, businessEntityId], page);
      if (businessEntityId !== undefined)
        return reviews.listPage(run, listByEntity, [companyId, businessEntityId], page);
      return reviews.listPage(run, list, [companyId], page);
    },
    lock: (companyId, id) => reviews.find(run, lock, [companyId, id]),
    update: ({ id, companyId, name, scope, updatedAt }) =>
      execute(run, update, [companyId, id, name, scope, updatedAt]),
  };
}
