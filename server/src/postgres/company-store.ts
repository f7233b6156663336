import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import type { Company, CompanyStore } from "../tenancy/company.ts";
import { cleanText } from "./clean-text.ts";
import { execute, firstRow, pastEveryId, type QueryRunner, rows, statement } from "./query.ts";

interface CompanyRow {
  id: Id;
  partner_id: Id;
  name: string;
  legal_name: string;
  country: string | null;
  tax_id: string | null;
  phone: string | null;
  address: string | null;
  postal_code: string | null;
  city: string | null;
  created_at: Date;
  updated_at: Date | null;
}

const columns =
  "id, partner_id, name, legal_name, country, tax_id, phone, address, postal_code, city, created_at, updated_at";

const insert = statement(
  `INSERT INTO companies (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);
// One that is being erased is there for nobody.
const find = statement(`SELECT ${columns} FROM companies WHERE id = $1 AND erasing_since IS NULL`);
const findOfPartner = statement(
  `SELECT ${columns} FROM companies WHERE id = $1 AND partner_id = $2 AND erasing_since IS NULL`,
);
const lock = statement(`SELECT ${columns} FROM companies WHERE id = $1 AND erasing_since IS NULL FOR UPDATE`);
const list = statement(
  `SELECT ${columns} FROM companies WHERE partner_id = $1 AND id < $2 AND erasing_since IS NULL ORDER BY id DESC LIMIT $3`,
);
const listAll = statement(
  `SELECT ${columns.replace(/\w+/g, "c.$&")}, p.name AS partner_name,
          (SELECT count(*)::int FROM business_entities e WHERE e.company_id = c.id) AS entity_count,
          (SELECT count(*)::int FROM business_entities e
            WHERE e.company_id = c.id AND NOT e.is_approved AND NOT e.is_archived) AS unapproved_count
     FROM companies c JOIN partners p ON p.id = c.partner_id
    WHERE c.id < $1 AND c.erasing_since IS NULL AND ($3::text IS NULL OR c.partner_id = $3)
      AND ($4::text IS NULL OR strpos(lower(c.name), lower($4)) > 0 OR strpos(lower(c.legal_name), lower($4)) > 0)
    ORDER BY c.id DESC LIMIT $2`,
);
const update = statement(
  `UPDATE companies SET name = $2, legal_name = $3, country = $4, tax_id = $5, phone = $6, address = $7, postal_code = $8,
     city = $9, updated_at = $10 WHERE id = $1`,
);

interface OverviewRow extends CompanyRow {
  partner_name: string;
  entity_count: number;
  unapproved_count: number;
}

function fromRow(row: CompanyRow): Company {
  return {
    id: row.id,
    partnerId: row.partner_id,
    name: row.name,
    legalName: row.legal_name,
    country: row.country,
    taxId: row.tax_id,
    phone: row.phone,
    address: row.address,
    postalCode: row.postal_code,
    city: row.city,
    createdAt: row.created_at,
    updatedAt: row.updated_at ?? undefined,
  };
}

export function companyStore(run: QueryRunner): CompanyStore {
  return {
    async insert(company) {
      const { id, partnerId, name, legalName, country, taxId, phone, address, postalCode, city, createdAt, updatedAt } =
        company;
      await execute(run, insert, [
        id,
        partnerId,
        name,
        legalName,
        country,
        taxId,
        phone,
        address,
        postalCode,
        city,
        createdAt,
        updatedAt,
      ]);
    },
    async find({ companyId, partnerId }) {
      const row =
        partnerId === undefined
          ? await firstRow<CompanyRow>(run, find, [companyId])
          : await firstRow<CompanyRow>(run, findOfPartner, [companyId, partnerId]);
      return row && fromRow(row);
    },
    async listAll({ partnerId, search }, page) {
      const found = await rows<OverviewRow>(run, listAll, [
        ...[page.before ?? pastEveryId, page.limit + 1, partnerId, search && cleanText(search)],
      ]);
      const overviews = found.map((row) => ({
        ...fromRow(row),
        partnerName: row.partner_name,
        entityCount: row.entity_count,
        unapprovedCount: row.unapproved_count,
      }));
      return toPage(overviews, page);
    },
    async listOfPartner(partnerId, page) {
      const found = await rows<CompanyRow>(run, list, [partnerId, page.before ?? pastEveryId, page.limit + 1]);
      return toPage(found.map(fromRow), page);
    },
    async lock(companyId) {
      const row = await firstRow<CompanyRow>(run, lock, [companyId]);
      return row && fromRow(row);
    },
    async update({ id, name, legalName, country, taxId, phone, address, postalCode, city, updatedAt }) {
      await execute(run, update, [id, name, legalName, country, taxId, phone, address, postalCode, city, updatedAt]);
    },
  };
}
