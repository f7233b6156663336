import type { RateStore } from "../tenancy/rate-limiter.ts";
import { execute, firstRow, type QueryRunner, statement } from "./query.ts";

const take = statement(
  `INSERT INTO rate_windows AS w (subject, used, ends_at) VALUES ($1, $2, $4::timestamptz)
   ON CONFLICT (subject) DO UPDATE
     SET used = CASE WHEN w.ends_at <= $3 OR w.ends_at > $4 + ($4::timestamptz - $3::timestamptz) THEN $2 ELSE w.used + $2 END,
         ends_at = CASE WHEN w.ends_at <= $3 OR w.ends_at > $4 + ($4::timestamptz - $3::timestamptz) THEN $4 ELSE w.ends_at END
   RETURNING used, ends_at`,
);
const removeEnded = statement("DELETE FROM rate_windows WHERE ends_at <= $1");

export function rateStore(run: QueryRunner): RateStore {
  return {
    async take(subject, points, now, endsAt) {
      const row = await firstRow<{ used: string; ends_at: Date }>(run, take, [subject, points, now, endsAt]);
      if (row === undefined) throw new Error("counting a request returned no row");
      return { used: Number(row.used), endsAt: row.ends_at };
    },
    removeEnded: (now) => execute(run, removeEnded, [now]),
  };
}
