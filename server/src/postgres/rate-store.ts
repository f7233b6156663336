import type { RateStore } from "../tenancy/rate-limiter.ts";
import { countAffected, firstRow, type QueryRunner, singleRow, statement } from "./query.ts";

const take = statement(
  `INSERT INTO rate_windows AS w (subject, used, ends_at) VALUES ($1, $2, $4::timestamptz)
   ON CONFLICT (subject) DO UPDATE
     SET used = CASE WHEN w.ends_at <= $3 OR w.ends_at > $4 + ($4::timestamptz - $3::timestamptz) THEN $2 ELSE w.used + $2 END,
         ends_at = CASE WHEN w.ends_at <= $3 OR w.ends_at > $4 + ($4::timestamptz - $3::timestamptz) THEN $4 ELSE w.ends_at END
   RETURNING used, ends_at AS "endsAt"`,
);
const find = statement(`SELECT used, ends_at AS "endsAt" FROM rate_windows WHERE subject = $1`);
const removeEnded = statement("DELETE FROM rate_windows WHERE ends_at <= $1");

export function rateStore(run: QueryRunner): RateStore {
  return {
    async take(subject, points, now, endsAt) {
      const row = await singleRow<{ used: string; endsAt: Date }>(run, take, [subject, points, now, endsAt]);
      return { ...row, used: Number(row.used) };
    },
    async find(subject) {
      const row = await firstRow<{ used: string; endsAt: Date }>(run, find, [subject]);
      return row && { ...row, used: Number(row.used) };
    },
    removeEnded: (now) => countAffected(run, removeEnded, [now]),
  };
}
