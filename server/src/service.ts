import { join } from "node:path";
import { openAdmission } from "./admission/admission.ts";
import { watchEventLoop } from "./admission/event-loop-pace.ts";
import { systemContext } from "./audit/audit-context.ts";
import { openDiskBlobStore } from "./blobs/disk-blob-store.ts";
import { encryptedBlobStore } from "./blobs/encrypted-blob-store.ts";
import type { S3Settings } from "./blobs/s3-client.ts";
import { loadShippedCatalogue } from "./catalogue/load-shipped-catalogue.ts";
import { composeApi } from "./compose-api.ts";
import { composeWorker } from "./compose-worker.ts";
import type { Config } from "./config.ts";
import { type DataDirectory, openDataDirectory } from "./data-directory/data-directory.ts";
import { lockDirectory } from "./data-directory/directory-lock.ts";
import { openProcessFolder } from "./data-directory/process-folder.ts";
import { ExtractionChildren } from "./extraction/extraction-children.ts";
import { startMetricsServer } from "./metrics/metrics-server.ts";
import { openObservers } from "./observers.ts";
import { outboundRules } from "./outbound/outbound.ts";
import { AppError } from "./platform/app-error.ts";
import { systemClock } from "./platform/clock.ts";
import { encryptionKeyBytes, makeEncryption } from "./platform/encryption.ts";
import { idSource } from "./platform/ids.ts";
import { openLogger } from "./platform/logger.ts";
import { StartProblem } from "./platform/start-problem.ts";
import { openDatabase } from "./postgres/database.ts";
import { startEmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import { catalogueVersion, checkEncryptionKey } from "./postgres/instance-settings.ts";
import { migrate, readMigrations } from "./postgres/migrate.ts";
import { openQueue } from "./postgres/pg-boss-queue.ts";
import { PageViews } from "./processing/page-views.ts";
import { openReportThreads } from "./report-thread/report-threads.ts";
import { makeReportSigner } from "./reports/report-signature.ts";
import type { BlobStore } from "./uploads/blob-store.ts";
import { version } from "./version.ts";

export interface Service {
  /** Where it listens; absent for processes that serve no requests. */
  address: string | undefined;
  /** The file that holds the administrator token; absent when it came from a setting. */
  adminTokenFile: string | undefined;
  stop(): Promise<void>;
  /** Ends connections whose requests do not end, so that a stop under way can go on. */
  cutOff(): void;
}

/** Writing one takes a core; requests and the analysis keep the others. */
const reportsAtOnce = 2;
/** Of connections that wait to be taken on. One that finds no place tries again after a second, and then after three. */
const waitingConnections = 1024;

/** Everything that was opened, closed in the opposite order. */
class Closing {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step();
  }
}

export async function startService(config: Config): Promise<Service> {
  const closing = new Closing();
  try {
    return await start(config, closing);
  } catch (error) {
    await closing.run();
    throw error;
  }
}

async function start(config: Config, closing: Closing): Promise<Service> {
  const logger = openLogger(config.logLevel);
  const clock = systemClock;
  const ids = idSource(clock);
  const data = await openDataDirectory(config.dataDirectory);
  const url = config.databaseUrl ?? (await startDatabase(data, closing, (message) => logger.error(message)));

  const isAlone = config.databaseUrl === undefined;
  // Every role adds what is missing; only who is asked to, or alone, takes away what older processes may be using.
  const areContractsWanted = config.role === "migrate" || isAlone;
  const applied = await migrate(url, await readMigrations(), clock.now(), { areContractsWanted }).catch(
    (error: unknown) => {
      throw explainDatabase(config, error);
    },
  );
  if (applied.length > 0) logger.info({ applied }, "migrations applied");
  const key =
    config.encryptionKey ?? Buffer.from((await data.secret("encryption-key", encryptionKeyBytes)).value, "base64url");
  const encryption = makeEncryption(key);
  const observers = openObservers({
    config,
    clock,
    closing,
    onTrouble: (error) => logger.warn({ err: error }, "traces"),
  });
  const isWorker = config.role === "all" || config.role === "worker";
  const queue = await openQueue({
    url,
    isWorker,
    isAlone,
    onError: (error) => logger.error({ err: error }, "queue"),
    retryScale: config.retryScale,
    concurrency: { "analyse-document": config.workerConcurrency },
    onWorked(job) {
      const { name, outcome, seconds, requestId, documentId } = job;
      // What runs by the clock every minute is worth a line only when it fails.
      const level = requestId === undefined && outcome === "done" ? "debug" : "info";
      logger[level](
        { job: name, outcome, requestId, documentId, durationMs: Math.round(seconds * 10_000) / 10 },
        "job",
      );
      observers.worked(job);
    },
  }).catch((error: unknown) => {
    throw explainDatabase(config, error);
  });
  closing.add(() => queue.close());
  const admission = openAdmission({
    limits: { ...config.admission, connections: config.databasePoolSize },
    now: () => performance.now(),
  });
  const db = openDatabase({
    url,
    encryption,
    queue,
    poolSize: config.databasePoolSize,
    turns: admission.connections,
    onIdleError: ({ message }) => logger.warn({ reason: message }, "a database connection was lost"),
  });
  closing.add(() => db.close());
  await checkEncryptionKey(db.pool, encryption.fingerprint).catch((error: unknown) => {
    throw explainDatabase(config, error);
  });
  await loadShippedCatalogue(
    { db, clock, ids, catalogueVersion: catalogueVersion(db.pool) },
    systemContext(ids.next()),
    { version, isAsked: config.role === "all" || config.role === "migrate" },
  );
  if (config.role === "migrate") {
    // What all share is made ready here: the database, and the bucket.
    const made = config.s3 && (await (await import("./blobs/create-missing-bucket.ts")).createMissingBucket(config.s3));
    if (made === "created") logger.info("the bucket was created");
    if (made === "unknown") logger.warn("the store does not say whether the bucket is there; it was left alone");
    return { address: undefined, adminTokenFile: undefined, stop: () => closing.run(), cutOff: () => undefined };
  }

  if (config.metrics !== undefined) {
    const metrics = observers.count({
      queues: () => queue.depths(),
      pool: () => ({ total: db.pool.totalCount, idle: db.pool.idleCount, waiting: db.pool.waitingCount }),
      admission: () => admission.figures(),
      version,
    });
    const server = await startMetricsServer({
      ...{ ...config.metrics, metrics },
      onUnreadable: (figure, error) => logger.warn({ figure, err: error }, "a figure cannot be read"),
    });
    logger.info({ port: server.port }, "figures are told at /metrics");
    closing.add(server.close);
  }
  const stored =
    config.s3 === undefined
      ? await openDiskBlobStore(data.path)
      : await openBucket(config.s3, (problem) => logger.warn(problem));
  const blobs = encryptedBlobStore({ inner: stored, blobKeys: db.blobKeys, clock }, config.blobKeys);
  const outbound = outboundRules({ arePrivateAllowed: config.arePrivateWebhooksAllowed, port: config.port });
  const keptWarm = isWorker ? Math.max(1, config.workerConcurrency) : 1;
  const children = new ExtractionChildren({ ...config.extraction, keptWarm });
  closing.add(() => children.close());
  // Begun at once, so that jobs end while requests do; the database is closed only when both have.
  const stopWork = isWorker
    ? await composeWorker({
        ...{ config, url, db, clock, ids, queue, blobs, children, outbound, observers, logger, closing },
        folder: data.path,
      })
    : async () => undefined;
  const stop = async () => {
    const stopped = stopWork();
    stopped.catch(() => undefined);
    await closing.run();
  };
  if (config.role === "worker") return { address: undefined, adminTokenFile: undefined, stop, cutOff: () => undefined };

  const pace = watchEventLoop({ onScale: admission.scaleTo, isShared: admission.isShared });
  closing.add(async () => {
    pace.close();
    admission.close();
  });
  const token = config.adminToken === undefined ? await data.secret("admin-token", 32) : undefined;
  const pictures = await openProcessFolder(join(data.path, "page-views"), {
    isAlone,
    onTrouble: (error) => logger.warn({ err: error }, "pictures of pages"),
  });
  closing.add(() => pictures.close());
  const reportDesk = openReportThreads({ signer: makeReportSigner(key), atOnce: reportsAtOnce });
  const { app, close } = await composeApi({
    url,
    db,
    clock,
    ids,
    blobs,
    pageViews: new PageViews({
      ...{ blobs, children, limits: config.extraction, folder: pictures.path },
      onFault: (fileId, reason) => logger.warn({ fileId, reason }, "a page could not be drawn"),
    }),
    reportDesk,
    upload: config.upload,
    session: config.session,
    endpoints: outbound.endpoints,
    limits: config.limits,
    admission,
    onShed: observers.shed,
    adminToken: config.adminToken ?? token?.value ?? "",
    outsideModel: config.llm,
    isLegalNameRequired: config.isLegalNameRequired,
    trustedProxies: config.trustedProxies,
    slowClients: config.slowClients,
    health: { database: () => db.check(), storage: () => blobs.check(), queue: () => queue.check() },
    portalFolder: join(import.meta.dirname, "..", "..", "portal", "dist"),
    onRequestEnded: observers.answered,
    logger,
  });
  closing.add(close);
  const address = await app
    .listen({
      host: config.host,
      port: config.port,
      backlog: waitingConnections,
      listenTextResolver: () => "listening",
    })
    .catch((error: NodeJS.ErrnoException) => {
      throw explainListening(config, error);
    });
  return {
    address,
    adminTokenFile: token?.file,
    stop,
    cutOff: () => app.server.closeAllConnections(),
  };
}

async function startDatabase(
  data: DataDirectory,
  closing: Closing,
  onProblem: (message: string) => void,
): Promise<string> {
  const unlock = await lockDirectory(data.path);
  closing.add(unlock);
  const { value: password } = await data.secret("postgres-password", 24);
  const postgres = await startEmbeddedPostgres({ dataDirectory: data.path, password, onProblem });
  closing.add(() => postgres.stop());
  return postgres.url;
}

async function openBucket(settings: S3Settings, warn: (problem: string) => void): Promise<BlobStore> {
  // Loaded only where it is used: the SDK of the store takes as much memory as a good part of the service.
  const store = (await import("./blobs/s3-blob-store.ts")).openS3BlobStore(settings);
  // Nobody waits for it: the store may start after us. What else is wrong with it is told by /health.
  store.findMissingRight().then(
    (problem) => problem !== undefined && warn(problem),
    () => undefined,
  );
  return store;
}

function explainDatabase(config: Config, error: unknown): unknown {
  if (config.databaseUrl === undefined || error instanceof StartProblem) return error;
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const cause = error instanceof AppError ? inner : error;
  const { hostname, port, pathname } = new URL(config.databaseUrl);
  const code = inner instanceof Error && "code" in inner ? String(inner.code) : "";
  const where = `${hostname}${port && `:${port}`}${pathname}`;
  const reason = cause instanceof Error ? cause.message || code : String(cause);
  if (code === "42501")
    return new StartProblem(
      `The account of the database at ${where} may not do what this version needs: ${reason}. Run npm run migrate with one that may, then start this again.`,
    );
  return new StartProblem(`The database at ${where} cannot be used: ${reason}. Check DATABASE_URL.`);
}

function explainListening(config: Config, error: NodeJS.ErrnoException): unknown {
  const where = `${config.host}:${config.port}`;
  if (error.code === "EADDRINUSE")
    return new StartProblem(`${where} is taken by another program. Stop it, or set PORT to a free port.`);
  if (error.code === "EACCES")
    return new StartProblem(`This account may not listen on ${where}. Set PORT to 1024 or more.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new StartProblem(`${config.host} is no address of this machine. Check HOST.`);
  return error;
}
