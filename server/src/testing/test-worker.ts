import { join } from "node:path";
import type { Analyser } from "../analysis/analyser.ts";
import { ExtractionChildren } from "../extraction/extraction-children.ts";
import { defaultExtractionLimits, type ExtractionLimits } from "../extraction/extraction-limits.ts";
import { systemClock } from "../platform/clock.ts";
import { idSource } from "../platform/ids.ts";
import { openQueue } from "../postgres/pg-boss-queue.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import { createJobHandlers, type JobDeps } from "../worker/job-handlers.ts";
import { testAnalyser } from "./test-analyser.ts";
import { generousQuotas, type TestServer } from "./test-server.ts";

export interface TestWorker {
  deps: JobDeps;
  /** What it has logged. */
  faults: string[];
  workRoot: string;
  stop(): Promise<void>;
}

export interface TestWorkerOptions {
  analyser?: Analyser;
  blobs?: BlobStore;
  limits?: Partial<ExtractionLimits>;
  concurrency?: number;
  mail?: JobDeps["mail"];
  /** For a worker on another machine. */
  workRoot?: string;
}

/** For tests that call a job directly. */
export function workerDeps(server: TestServer, options: TestWorkerOptions = {}): { deps: JobDeps; faults: string[] } {
  const faults: string[] = [];
  const limits = { ...defaultExtractionLimits, ...options.limits };
  const deps: JobDeps = {
    db: server.database.db,
    blobs: options.blobs ?? server.blobs,
    clock: systemClock,
    ids: idSource(systemClock),
    analyser: options.analyser ?? testAnalyser(),
    children: new ExtractionChildren(limits),
    limits,
    workRoot: options.workRoot ?? join(server.folder, "work"),
    leftoverSeconds: 3600,
    sessionIdleSeconds: 1800,
    retention: { deliveriesDays: 30 },
    quotas: { company: generousQuotas, partner: { ...generousQuotas, companies: 1_000_000 } },
    mail: options.mail,
    onMailLost: (mailId, reason) => faults.push(`${mailId} ${reason}`),
    slots: options.concurrency ?? 1,
    onFault: (_, message) => faults.push(message),
  };
  return { deps, faults };
}

/** A real worker that takes jobs from the queue and retries without delay. */
export async function startTestWorker(server: TestServer, options: TestWorkerOptions = {}): Promise<TestWorker> {
  const { deps, faults } = workerDeps(server, options);
  const queue = await openQueue({
    url: server.database.url,
    isWorker: true,
    onError: ({ message }) => faults.push(message),
    retryScale: 0,
    concurrency: { "analyse-document": options.concurrency ?? 1 },
  });
  await queue.work(createJobHandlers(deps), []);
  return {
    deps,
    faults,
    workRoot: deps.workRoot,
    async stop() {
      await queue.stopWork();
      await queue.close();
      await deps.children.close();
    },
  };
}
