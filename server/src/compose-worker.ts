import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { AssistingAnalyser } from "./analysis/verdict/external-verdict.ts";
import { openThreadedAnalyser } from "./analysis-thread/threaded-analyser.ts";
import { composeDeliveries, deliveryLogFields } from "./compose-deliveries.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database.ts";
import type { ExtractionChildren } from "./extraction/extraction-children.ts";
import type { Observers } from "./observers.ts";
import { startHeartbeat } from "./operations/worker-heartbeats.ts";
import type { buildOutboundRules } from "./outbound/outbound.ts";
import { openSmtpSender } from "./outbound/smtp-sender.ts";
import type { Clock } from "./platform/clock.ts";
import type { IdSource } from "./platform/ids.ts";
import type { openLogger } from "./platform/logger.ts";
import type { PostgresQueue } from "./postgres/pg-boss-queue.ts";
import { sweepWorkFolders } from "./processing/work-folder.ts";
import { removalGraceSeconds } from "./submissions/start-upload.ts";
import type { BlobStore } from "./uploads/blob-store.ts";
import { createJobHandlers, schedules } from "./worker/job-handlers.ts";

interface WorkerOptions {
  config: Config;
  /** Database address. */
  url: string;
  db: Database;
  clock: Clock;
  ids: IdSource;
  queue: PostgresQueue;
  blobs: BlobStore;
  children: ExtractionChildren;
  /** The data directory. */
  folder: string;
  outbound: ReturnType<typeof buildOutboundRules>;
  observers: Observers;
  logger: ReturnType<typeof openLogger>;
  closing: { add(step: () => Promise<unknown>): void };
}

/** No upload request lasts longer, even on a slow connection. */
const longestRequestSeconds = 24 * 3600;

/** Starts the worker's part: analysing documents, maintenance jobs and deliveries. `stopWork` stops the jobs. */
export async function composeWorker(
  options: WorkerOptions,
): Promise<{ stopWork(): Promise<void>; isAnalysisStuck(): boolean }> {
  const { config, url, db, clock, ids, queue, blobs, children, outbound, observers, logger, closing } = options;
  const leftoverSeconds = Math.max(config.upload.sessionSeconds, longestRequestSeconds) + removalGraceSeconds;
  const workRoot = join(options.folder, "work");
  if (config.workerConcurrency > 0) {
    // Closed after the jobs have ended.
    const heartbeat = await startHeartbeat({ db, clock, ids }, config.llm);
    closing.add(heartbeat.close);
  }
  await sweepWorkFolders(db, workRoot);
  const { analyser, isAnalysisStuck } = await openAnalyser(options);
  closing.add(() => analyser.close());
  const stopWork = once(() => queue.stopWork());
  closing.add(stopWork);
  const handlers = createJobHandlers({
    ...{ db, blobs, clock, ids, leftoverSeconds, workRoot, children, analyser },
    limits: config.extraction,
    quotas: config.quotas,
    slots: config.workerConcurrency,
    sessionIdleSeconds: config.session.idleSeconds,
    retention: config.retention,
    mail: config.mail && { sender: openSmtpSender(config.mail.smtp), publicUrl: config.mail.publicUrl },
    onMailLost: (mailId, reason) => logger.warn({ mailId, reason }, "a mail was not delivered and is not sent again"),
    onStage: observers.stageEnded,
    onEnded: observers.documentEnded,
    onFault: (documentId, reason) => logger.warn({ documentId, reason }, "a document could not be processed"),
  });
  await queue.work(handlers, schedules);
  if (config.workerConcurrency > 0) {
    // Starts a child early, so that the first document need not wait for it.
    const warmed = children
      .acquire()
      .then((child) => children.release(child))
      .catch((error: unknown) => logger.warn({ err: error }, "no extraction process could be started"));
    closing.add(() => warmed);
  }
  const deliveries = await composeDeliveries({
    ...{ url, db, clock, ids, ...outbound, retryScale: config.retryScale },
    onError: (error) => logger.warn({ err: error }, "webhook deliveries failed and are retried"),
    onAttempt(outcome) {
      logger.info(deliveryLogFields(outcome), "delivery");
      observers.deliveryAttempted(outcome);
    },
    isTraced: config.traces !== undefined,
  });
  closing.add(deliveries.close);
  return { stopWork, isAnalysisStuck };
}

async function openAnalyser({
  config,
  clock,
  logger,
}: WorkerOptions): Promise<{ analyser: AssistingAnalyser; isAnalysisStuck(): boolean }> {
  const offline = openThreadedAnalyser({
    cores: availableParallelism(),
    judgeSeconds: config.judgeSeconds,
    onModelsMissing: (reason) =>
      logger.warn({ reason }, "the models cannot be loaded; documents are judged by rules only"),
    onModelThreadLost: (error) => logger.warn({ err: error }, "a model's thread was lost and is replaced"),
    onThreadLost: (error) => logger.error({ err: error }, "an analysis thread was lost or terminated, and is replaced"),
  });
  const isAnalysisStuck = () => offline.isStuck();
  if (config.llm === undefined) return { analyser: offline, isAnalysisStuck };
  // Loaded only when needed: the SDK takes memory and start time.
  const { openLlmAnalyser } = await import("./llm/llm-analyser.ts");
  const analyser = openLlmAnalyser({
    ...{ offline, clock, settings: config.llm, retryScale: config.retryScale },
    onFallback: (reason, statusCode) =>
      logger.warn({ reason, statusCode }, "an item was judged offline instead of by the external model"),
  });
  return { analyser, isAnalysisStuck };
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= act();
    return done;
  };
}
