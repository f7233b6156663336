import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import type { Partner, PartnerStore } from "../tenancy/partner.ts";
import type { RateOverrides } from "../tenancy/rate-policy.ts";
import { cleanText } from "./clean-text.ts";
import { countAffected, execute, firstRow, pastEveryId, type QueryRunner, rows, statement } from "./query.ts";

/** Whether a partner (p) is suspended. */
export const suspendedColumn = `coalesce(p.suspended_at IS NOT NULL, false) AS "isSuspended"`;

/** The limits of a partner (p) that are set. */
export const overridesColumn = `jsonb_strip_nulls(jsonb_build_object('partnerPerMinute', p.partner_per_minute,
  'companyPerMinute', p.company_per_minute, 'submissionsPerHour', p.submissions_per_hour)) AS overrides`;
const columns = `p.id, p.name, p.framework_ids AS "frameworkIds", p.control_ids AS "controlIds", ${overridesColumn},
  p.created_at AS "createdAt", p.suspended_at AS "suspendedAt"`;

const insert = statement(
  `INSERT INTO partners (id, name, framework_ids, control_ids, partner_per_minute, company_per_minute, submissions_per_hour, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
const find = statement(`SELECT ${columns} FROM partners p WHERE p.id = $1`);
const list = statement(
  `SELECT ${columns} FROM partners p
    WHERE p.id < $1 AND ($3::text IS NULL OR position(lower($3) IN lower(p.name)) > 0) ORDER BY p.id DESC LIMIT $2`,
);
const setName = statement("UPDATE partners SET name = $2 WHERE id = $1");
const setSuspendedAt = statement(
  "UPDATE partners SET suspended_at = CASE WHEN $2::timestamptz IS NOT NULL THEN coalesce(suspended_at, $2) END WHERE id = $1",
);
const setWhitelist = statement("UPDATE partners SET framework_ids = $2, control_ids = $3 WHERE id = $1");
const setOverrides = statement(
  "UPDATE partners SET partner_per_minute = $2, company_per_minute = $3, submissions_per_hour = $4 WHERE id = $1",
);

type PartnerRow = Omit<Partner, "whitelist" | "suspendedAt"> & {
  frameworkIds: Id[] | null;
  controlIds: Id[] | null;
  suspendedAt: Date | null;
};

const fromRow = ({ frameworkIds, controlIds, suspendedAt, ...row }: PartnerRow): Partner => ({
  ...row,
  suspendedAt: suspendedAt ?? undefined,
  whitelist: { frameworkIds: frameworkIds ?? undefined, controlIds: controlIds ?? undefined },
});

const limitsOf = ({ partnerPerMinute, companyPerMinute, submissionsPerHour }: RateOverrides) => [
  ...[partnerPerMinute, companyPerMinute, submissionsPerHour],
];

export function partnerStore(run: QueryRunner): PartnerStore {
  return {
    insert: ({ id, name, whitelist: { frameworkIds, controlIds }, overrides, createdAt }) =>
      execute(run, insert, [id, name, frameworkIds, controlIds, ...limitsOf(overrides), createdAt]),
    async find(id) {
      const row = await firstRow<PartnerRow>(run, find, [id]);
      return row && fromRow(row);
    },
    async list(page, name) {
      const found = await rows<PartnerRow>(run, list, [
        page.before ?? pastEveryId,
        page.limit + 1,
        name && cleanText(name),
      ]);
      return toPage(found.map(fromRow), page);
    },
    setWhitelist: async (id, { frameworkIds, controlIds }) =>
      (await countAffected(run, setWhitelist, [id, frameworkIds, controlIds])) > 0,
    setName: async (id, name) => (await countAffected(run, setName, [id, name])) > 0,
    setSuspendedAt: async (id, at) => (await countAffected(run, setSuspendedAt, [id, at])) > 0,
    setOverrides: async (id, overrides) => (await countAffected(run, setOverrides, [id, ...limitsOf(overrides)])) > 0,
  };
}
