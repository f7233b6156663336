import type { Id } from "../platform/ids.ts";
import { toPage } from "../platform/page.ts";
import type { Partner, PartnerStore } from "../tenancy/partner.ts";
import type { RateOverrides } from "../tenancy/rate-policy.ts";
import { execute, firstRow, pastEveryId, type QueryRunner, rows, statement } from "./query.ts";

export interface OverridesRow {
  partner_per_minute: number | null;
  company_per_minute: number | null;
  submissions_per_hour: number | null;
}

interface PartnerRow extends OverridesRow {
  id: Id;
  name: string;
  framework_ids: Id[] | null;
  control_ids: Id[] | null;
  created_at: Date;
}

const columns =
  "id, name, framework_ids, control_ids, partner_per_minute, company_per_minute, submissions_per_hour, created_at";

const insert = statement(`INSERT INTO partners (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`);
const find = statement(`SELECT ${columns} FROM partners WHERE id = $1`);
const list = statement(`SELECT ${columns} FROM partners WHERE id < $1 ORDER BY id DESC LIMIT $2`);
const setWhitelist = statement("UPDATE partners SET framework_ids = $2, control_ids = $3 WHERE id = $1");
const setOverrides = statement(
  "UPDATE partners SET partner_per_minute = $2, company_per_minute = $3, submissions_per_hour = $4 WHERE id = $1",
);

export function toOverrides(row: OverridesRow): RateOverrides {
  return {
    ...(row.partner_per_minute !== null && { partnerPerMinute: row.partner_per_minute }),
    ...(row.company_per_minute !== null && { companyPerMinute: row.company_per_minute }),
    ...(row.submissions_per_hour !== null && { submissionsPerHour: row.submissions_per_hour }),
  };
}

function fromOverrides({
  partnerPerMinute,
  companyPerMinute,
  submissionsPerHour,
}: RateOverrides): (number | undefined)[] {
  return [partnerPerMinute, companyPerMinute, submissionsPerHour];
}

function fromRow(row: PartnerRow): Partner {
  return {
    id: row.id,
    name: row.name,
    whitelist: { frameworkIds: row.framework_ids ?? undefined, controlIds: row.control_ids ?? undefined },
    overrides: toOverrides(row),
    createdAt: row.created_at,
  };
}

export function partnerStore(run: QueryRunner): PartnerStore {
  return {
    async insert({ id, name, whitelist, overrides, createdAt }) {
      await execute(run, insert, [
        id,
        name,
        whitelist.frameworkIds,
        whitelist.controlIds,
        ...fromOverrides(overrides),
        createdAt,
      ]);
    },
    async find(id) {
      const row = await firstRow<PartnerRow>(run, find, [id]);
      return row && fromRow(row);
    },
    async list(page) {
      const found = await rows<PartnerRow>(run, list, [page.before ?? pastEveryId, page.limit + 1]);
      return toPage(found.map(fromRow), page);
    },
    async setWhitelist(id, { frameworkIds, controlIds }) {
      return (await execute(run, setWhitelist, [id, frameworkIds, controlIds])) > 0;
    },
    async setOverrides(id, overrides) {
      return (await execute(run, setOverrides, [id, ...fromOverrides(overrides)])) > 0;
    },
  };
}
