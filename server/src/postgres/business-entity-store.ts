import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import type { BusinessEntity, BusinessEntityStore } from "../tenancy/business-entity.ts";
import { execute, firstRow, pastEveryId, type QueryRunner, rows, statement } from "./query.ts";

interface EntityRow {
  id: Id;
  company_id: Id;
  name: string;
  description: string | null;
  is_archived: boolean;
  is_approved: boolean;
  created_at: Date;
  updated_at: Date | null;
}

const columns = "id, company_id, name, description, is_archived, is_approved, created_at, updated_at";

const insert = statement(`INSERT INTO business_entities (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`);
const find = statement(`SELECT ${columns} FROM business_entities WHERE company_id = $1 AND id = $2`);
const lock = statement(`SELECT ${columns} FROM business_entities WHERE company_id = $1 AND id = $2 FOR UPDATE`);
const lockOfAnyCompany = statement(`SELECT ${columns} FROM business_entities WHERE id = $1 FOR UPDATE`);
const list = statement(
  `SELECT ${columns} FROM business_entities WHERE company_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
);
const update = statement(
  "UPDATE business_entities SET name = $3, is_archived = $4, is_approved = $5, updated_at = $6 WHERE company_id = $1 AND id = $2",
);

function fromRow(row: EntityRow): BusinessEntity {
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    description: row.description,
    isArchived: row.is_archived,
    isApproved: row.is_approved,
    createdAt: row.created_at,
    updatedAt: row.updated_at ?? undefined,
  };
}

export function businessEntityStore(run: QueryRunner): BusinessEntityStore {
  return {
    async insert({ id, companyId, name, description, isArchived, isApproved, createdAt, updatedAt }) {
      await execute(run, insert, [id, companyId, name, description, isArchived, isApproved, createdAt, updatedAt]);
    },
    async find(companyId, id) {
      const row = await firstRow<EntityRow>(run, find, [companyId, id]);
      return row && fromRow(row);
    },
    async list(companyId, page) {
      const found = await rows<EntityRow>(run, list, [companyId, page.before ?? pastEveryId, page.limit + 1]);
      return toPage(found.map(fromRow), page);
    },
    async lock(companyId, id) {
      const row = await firstRow<EntityRow>(run, lock, [companyId, id]);
      return row && fromRow(row);
    },
    async lockOfAnyCompany(id) {
      const row = await firstRow<EntityRow>(run, lockOfAnyCompany, [id]);
      return row && fromRow(row);
    },
    async update({ id, companyId, name, isArchived, isApproved, updatedAt }) {
      await execute(run, update, [companyId, id, name, isArchived, isApproved, updatedAt]);
    },
  };
}
