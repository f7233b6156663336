import type { BusinessEntity, BusinessEntityStore } from "../tenancy/business-entity.ts";
import { execute, type QueryRunner, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

const entities = rowMapper<BusinessEntity>(
  ["id", "companyId", "name", "description", "isArchived", "isApproved", "facts", "externalReference", "createdAt"],
  ["updatedAt"],
);
const select = `SELECT ${entities.columns()} FROM business_entities`;

const insert = entities.insertInto("business_entities");
const find = statement(`${select} WHERE company_id = $1 AND id = $2`);
const lock = statement(`${select} WHERE company_id = $1 AND id = $2 FOR UPDATE`);
const lockOfAnyCompany = statement(`${select} WHERE id = $1 FOR UPDATE`);
const list = statement(`${select} WHERE company_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`);
const listByReference = statement(
  `${select} WHERE company_id = $1 AND external_reference = $2 AND id < $3 ORDER BY id DESC LIMIT $4`,
);
const update = statement(
  "UPDATE business_entities SET name = $3, is_archived = $4, is_approved = $5, facts = $6, updated_at = $7, description = $8, external_reference = $9 WHERE company_id = $1 AND id = $2",
);

export function businessEntityStore(run: QueryRunner): BusinessEntityStore {
  return {
    insert: (entity) => execute(run, insert, entities.values(entity)),
    find: (companyId, id) => entities.find(run, find, [companyId, id]),
    list: (companyId, { externalReference }, page) =>
      externalReference === undefined
        ? entities.listPage(run, list, [companyId], page)
        : entities.listPage(run, listByReference, [companyId, externalReference], page),
    lock: (companyId, id) => entities.find(run, lock, [companyId, id]),
    lockOfAnyCompany: (id) => entities.find(run, lockOfAnyCompany, [id]),
    update: ({ id, companyId, name, description, isArchived, isApproved, facts, externalReference, updatedAt }) =>
      execute(run, update, [
        ...[companyId, id, name, isArchived, isApproved, facts, updatedAt, description, externalReference],
      ]),
  };
}
