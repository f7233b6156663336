import type { Page } from "../platform/page.ts";
import type { Company, CompanyOverview, CompanyStore } from "../tenancy/company.ts";
import { cleanText } from "./clean-text.ts";
import { execute, type QueryRunner, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";
import { compared, sortedList } from "./sorted-list.ts";

const companies = rowMapper<Company>(
  [
    ...([
      "id",
      "partnerId",
      "name",
      "legalName",
      "country",
      "taxId",
      "phone",
      "address",
      "postalCode",
      "city",
    ] as const),
    ...(["externalReference", "createdAt"] as const),
  ],
  ["updatedAt", "partnerAccessEndedAt"],
);
// A company that is being erased no longer exists for callers.
const select = `SELECT ${companies.columns()} FROM companies WHERE erasing_since IS NULL`;

const insert = companies.insertInto("companies");
const find = statement(`${select} AND id = $1`);
const findOfPartner = statement(`${select} AND id = $1 AND partner_id = $2`);
const lock = statement(`${select} AND id = $1 FOR UPDATE`);
const readList = sortedList({
  select: `SELECT ${companies.columns()} FROM companies`,
  id: "id",
  where: `erasing_since IS NULL AND partner_id = $3
      AND ($4::text IS NULL OR strpos(lower(name), lower($4)) > 0 OR strpos(lower(legal_name), lower($4)) > 0)
      AND ($5::text IS NULL OR external_reference = $5)`,
  parameters: 5,
  leads: { reference: "partner_id = $3 AND external_reference = $5", partner: "partner_id = $3" },
  fields: { name: { column: "name", type: "text", compared: compared.text } },
});
const listAll = statement(
  `SELECT ${companies.columns("c")}, p.name AS "partnerName",
          (SELECT count(*)::int FROM business_entities e WHERE e.company_id = c.id) AS "entityCount",
          (SELECT count(*)::int FROM business_entities e
            WHERE e.company_id = c.id AND NOT e.is_approved AND NOT e.is_archived) AS "unapprovedCount"
     FROM companies c JOIN partners p ON p.id = c.partner_id
    WHERE c.erasing_since IS NULL AND ($1::text IS NULL OR c.partner_id = $1)
      AND ($2::text IS NULL OR strpos(lower(c.name), lower($2)) > 0 OR strpos(lower(c.legal_name), lower($2)) > 0)
      AND c.id < $3 ORDER BY c.id DESC LIMIT $4`,
);
const update = statement(
  `UPDATE companies SET name = $2, legal_name = $3, country = $4, tax_id = $5, phone = $6, address = $7, postal_code = $8,
     city = $9, updated_at = $10 WHERE id = $1`,
);

const setReference = statement("UPDATE companies SET external_reference = $2, updated_at = $3 WHERE id = $1");
const setPartnerAccess = statement("UPDATE companies SET partner_access_ended_at = $2 WHERE id = $1");

export function companyStore(run: QueryRunner): CompanyStore {
  return {
    insert: (company) => execute(run, insert, companies.values(company)),
    find: ({ companyId, partnerId }) =>
      partnerId === undefined
        ? companies.find(run, find, [companyId])
        : companies.find(run, findOfPartner, [companyId, partnerId]),
    listAll: ({ partnerId, search }, page) =>
      companies.listPage(run, listAll, [partnerId, search && cleanText(search)], page) as Promise<
        Page<CompanyOverview>
      >,
    listOfPartner: (partnerId, { name, externalReference }, page) =>
      readList(
        run,
        companies,
        {
          lead: externalReference === undefined ? "partner" : "reference",
          values: [partnerId, name && cleanText(name), externalReference],
          page,
        },
        (company, field) => company[field],
      ),
    lock: (companyId) => companies.find(run, lock, [companyId]),
    setReference: (id, reference, at) => execute(run, setReference, [id, reference, at]),
    setPartnerAccess: (id, endedAt) => execute(run, setPartnerAccess, [id, endedAt]),
    update: ({ id, name, legalName, country, taxId, phone, address, postalCode, city, updatedAt }) =>
      execute(run, update, [id, name, legalName, country, taxId, phone, address, postalCode, city, updatedAt]),
  };
}
