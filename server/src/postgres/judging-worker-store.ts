import type { JudgingWorkerStore, OutsideModel } from "../operations/judging-workers.ts";
import { execute, type QueryRunner, rows, statement } from "./query.ts";

const tell = statement(
  `INSERT INTO judging_workers (worker_id, outside_model, told_at) VALUES ($1, $2, $3)
   ON CONFLICT (worker_id) DO UPDATE SET outside_model = excluded.outside_model, told_at = excluded.told_at`,
);
const forget = statement("DELETE FROM judging_workers WHERE worker_id = $1");
const forgetSilent = statement("DELETE FROM judging_workers WHERE told_at < $1");
const listSince = statement(
  `SELECT outside_model AS "outsideModel" FROM judging_workers WHERE told_at >= $1 ORDER BY worker_id`,
);

export function judgingWorkerStore(run: QueryRunner): JudgingWorkerStore {
  return {
    async tell(workerId, outsideModel, now) {
      await execute(run, tell, [workerId, outsideModel === undefined ? null : JSON.stringify(outsideModel), now]);
    },
    async forget(workerId) {
      await execute(run, forget, [workerId]);
    },
    async forgetSilent(since) {
      await execute(run, forgetSilent, [since]);
    },
    async listSince(since) {
      const found = await rows<{ outsideModel: OutsideModel | null }>(run, listSince, [since]);
      return found.map(({ outsideModel }) => outsideModel ?? undefined);
    },
  };
}
