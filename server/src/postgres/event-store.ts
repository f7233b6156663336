import type { EventStore } from "../events/event.ts";
import { execute, type QueryRunner, statement } from "./query.ts";

const insert = statement("INSERT INTO events (id, company_id, type, data, created_at) VALUES ($1, $2, $3, $4, $5)");

export function eventStore(run: QueryRunner): EventStore {
  return {
    async append({ id, type, data, createdAt }) {
      await execute(run, insert, [id, data.companyId, type, JSON.stringify(data), createdAt]);
    },
  };
}
