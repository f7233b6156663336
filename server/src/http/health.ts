import { type Static, Type } from "typebox";
import type { Routes } from "./routes.ts";
import { named } from "./wire.ts";

/** Each check rejects when its component does not work. */
export type HealthChecks = Record<"database" | "storage" | "queue" | "analysis", () => Promise<void>>;

const state = named("ComponentState", Type.Enum(["ok", "failed"]));
export const healthBody = named(
  "Health",
  Type.Object({
    status: Type.Enum(["ok", "degraded"]),
    version: Type.String(),
    checks: Type.Object({ database: state, storage: state, queue: state, analysis: state }),
  }),
);

const checkTimeoutMilliseconds = 3000;

async function outcomeOf(check: () => Promise<void>): Promise<"ok" | "failed"> {
  const late = AbortSignal.timeout(checkTimeoutMilliseconds);
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
  const [database, storage, queue, analysis] = await Promise.all([
    outcomeOf(health.database),
    outcomeOf(health.storage),
    outcomeOf(health.queue),
    outcomeOf(health.analysis),
  ]);
  const checks = { database, storage, queue, analysis };
  const isHealthy = Object.values(checks).every((outcome) => outcome === "ok");
  return { status: isHealthy ? "ok" : "degraded", version, checks };
}

export function healthRoutes(app: Routes, deps: HealthDeps): void {
  // Concurrent requests share one check: the route is public, and each check writes to the storage.
  let running: ReturnType<typeof readHealth> | undefined;
  app.get(
    "/health",
    {
      config: { access: "public", counts: "nothing", requestClass: "none" },
      schema: {
        operationId: "getHealth",
        tags: ["Service"],
        summary: "Check whether the service works",
        security: [],
        response: { 200: healthBody, 503: healthBody },
      },
    },
    async (_request, reply) => {
      running ??= readHealth(deps).finally(() => {
        running = undefined;
      });
      const body = await running;
      // Requests are answered while documents wait, so a stuck analysis must not take this process out of a load balancer.
      const { analysis: _, ...needed } = body.checks;
      reply.code(Object.values(needed).every((outcome) => outcome === "ok") ? 200 : 503);
      return body;
    },
  );
}
