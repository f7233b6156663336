import { type Static, Type } from "typebox";
import type { Routes } from "./routes.ts";

/** Each resolves when that part works and rejects when it does not. */
export type HealthChecks = Record<"database" | "storage" | "queue", () => Promise<void>>;

const state = Type.Enum(["ok", "failed"]);
export const healthBody = Type.Object({
  status: Type.Enum(["ok", "degraded"]),
  version: Type.String(),
  checks: Type.Object({ database: state, storage: state, queue: state }),
});

/** A part that has not answered by then is as good as gone. */
const checkMilliseconds = 3000;

async function outcomeOf(check: () => Promise<void>): Promise<"ok" | "failed"> {
  const late = AbortSignal.timeout(checkMilliseconds);
  const tooLate = new Promise<"failed">((resolve) =>
    late.addEventListener("abort", () => resolve("failed"), { once: true }),
  );
  return Promise.race([
    check().then(
      () => "ok" as const,
      () => "failed" as const,
    ),
    tooLate,
  ]);
}

interface HealthDeps {
  health: HealthChecks;
  version: string;
}

export async function readHealth({ health, version }: HealthDeps): Promise<Static<typeof healthBody>> {
  const [database, storage, queue] = await Promise.all([health.database, health.storage, health.queue].map(outcomeOf));
  const isWell = [database, storage, queue].every((outcome) => outcome === "ok");
  return {
    status: isWell ? "ok" : "degraded",
    version,
    checks: { database: database ?? "failed", storage: storage ?? "failed", queue: queue ?? "failed" },
  };
}

export function healthRoutes(app: Routes, deps: HealthDeps): void {
  // Whoever asks while others do hears what they hear: anybody may ask, and each look writes to the storage.
  let looking: ReturnType<typeof readHealth> | undefined;
  app.get(
    "/health",
    {
      config: { access: "public", counts: "nothing", lane: "always" },
      schema: {
        operationId: "getHealth",
        tags: ["Service"],
        summary: "Tell whether the service works",
        security: [],
        response: { 200: healthBody, 503: healthBody },
      },
    },
    async (_request, reply) => {
      looking ??= readHealth(deps).finally(() => {
        looking = undefined;
      });
      const found = await looking;
      reply.code(found.status === "ok" ? 200 : 503);
      return found;
    },
  );
}
