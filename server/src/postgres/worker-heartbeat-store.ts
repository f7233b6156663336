import type { ExternalModel, WorkerHeartbeatStore } from "../operations/worker-heartbeats.ts";
import { execute, type QueryRunner, rows, statement } from "./query.ts";

const save = statement(
  `INSERT INTO worker_heartbeats (worker_id, external_model, seen_at) VALUES ($1, $2, $3)
   ON CONFLICT (worker_id) DO UPDATE SET external_model = excluded.external_model, seen_at = excluded.seen_at`,
);
const remove = statement("DELETE FROM worker_heartbeats WHERE worker_id = $1");
const removeBefore = statement("DELETE FROM worker_heartbeats WHERE seen_at < $1");
const listModelsSince = statement(
  `SELECT external_model AS "externalModel" FROM worker_heartbeats WHERE seen_at >= $1 ORDER BY worker_id`,
);

export function workerHeartbeatStore(run: QueryRunner): WorkerHeartbeatStore {
  return {
    save: (workerId, externalModel, now) => execute(run, save, [workerId, externalModel, now]),
    remove: (workerId) => execute(run, remove, [workerId]),
    removeBefore: (time) => execute(run, removeBefore, [time]),
    async listModelsSince(time) {
      const found = await rows<{ externalModel: ExternalModel | null }>(run, listModelsSince, [time]);
      return found.map(({ externalModel }) => externalModel ?? undefined);
    },
  };
}
