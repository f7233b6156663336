import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { openAdmission } from "./admission/admission.ts";
import { systemContext } from "./audit/audit-context.ts";
import { openDiskBlobStore } from "./blobs/disk-blob-store.ts";
import { encryptedBlobStore } from "./blobs/encrypted-blob-store.ts";
import type { S3Settings } from "./blobs/s3-client.ts";
import { loadShippedCatalogue } from "./catalogue/load-shipped-catalogue.ts";
import { SheetReader } from "./checklists/sheet-reader.ts";
import { composeAnchors } from "./compose-anchors.ts";
import { composeApi } from "./compose-api.ts";
import { openIssuers } from "./compose-openid.ts";
import { composeWorker } from "./compose-worker.ts";
import type { Config } from "./config.ts";
import { type DataDirectory, openDataDirectory } from "./data-directory/data-directory.ts";
import { lockDirectory } from "./data-directory/directory-lock.ts";
import { openProcessFolder } from "./data-directory/process-folder.ts";
import { chooseChildrenFolder } from "./extraction/child/sandbox.ts";
import { ExtractionChildren } from "./extraction/extraction-children.ts";
import { startMetricsServer } from "./metrics/metrics-server.ts";
import { openObservers } from "./observers.ts";
import { buildOutboundRules } from "./outbound/outbound.ts";
import { openPasswords } from "./people/password.ts";
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
import { asRole, grantRoles, queueRole, serviceRole } from "./postgres/service-roles.ts";
import { PageViews } from "./processing/page-views.ts";
import { RedlineWriter } from "./redlines/redline-writer.ts";
import { openReportThreads } from "./report-thread/report-threads.ts";
import { makeReportSigner } from "./reports/report-signature.ts";
import type { BlobStore } from "./uploads/blob-store.ts";
import { version } from "./version.ts";

export interface Service {
  /** Absent for processes that serve no requests. */
  address: string | undefined;
  /** File of the generated administrator token; absent when the token is a setting. */
  adminTokenFile: string | undefined;
  stop(): Promise<void>;
  /** Closes all connections, so that hung requests do not block a stop. */
  closeConnections(): void;
}

/** Writing a report takes a core; requests and the analysis need the others. */
const maxConcurrentReports = 2;
/** Length of the kernel's queue of new connections. */
const connectionBacklog = 1024;

/** Closes what was opened, in the opposite order. */
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
  const embedded =
    config.databaseUrl === undefined
      ? await startDatabase(data, closing, (message) => logger.error(message))
      : undefined;
  const ownerUrl = config.databaseUrl ?? embedded?.url ?? "";

  const isAlone = config.databaseUrl === undefined;
  // Every role applies expanding migrations. Contract steps break older processes, so they need the role or a single process.
  const includesContracts = config.role === "migrate" || isAlone;
  const applied = await migrate(ownerUrl, await readMigrations(), clock.now(), { includesContracts }).catch(
    (error: unknown) => {
      throw explainDatabase(config, error);
    },
  );
  if (applied.length > 0) logger.info({ applied }, "migrations applied");
  // With a PostgreSQL of the operator's the roles are the operator's, too (docs/databases.md).
  if (embedded !== undefined) await grantRoles(embedded.url, embedded.password);
  const url = embedded === undefined ? ownerUrl : asRole(embedded.url, serviceRole);
  const key =
    config.encryptionKey ?? Buffer.from((await data.secret("encryption-key", encryptionKeyBytes)).value, "base64url");
  const encryption = makeEncryption(key);
  const observers = openObservers({
    config,
    clock,
    closing,
    onError: (error) => logger.warn({ err: error }, "spans could not be exported"),
  });
  const isWorker = config.role === "all" || config.role === "worker";
  const queue = await openQueue({
    url: embedded === undefined ? ownerUrl : asRole(embedded.url, queueRole),
    isWorker,
    isAlone,
    onError: (error) => logger.error({ err: error }, "queue"),
    retryScale: config.retryScale,
    concurrency: { "analyse-document": config.workerConcurrency },
    onWorked(job) {
      const { name, outcome, seconds, requestId, documentId } = job;
      // Scheduled jobs run every minute and are logged only when they fail.
      const level = requestId === undefined && outcome === "done" ? "debug" : "info";
      logger[level](
        { job: name, outcome, requestId, documentId, durationMs: Math.round(seconds * 10_000) / 10 },
        "job",
      );
      observers.jobEnded(job);
    },
  }).catch((error: unknown) => {
    throw explainDatabase(config, error);
  });
  closing.add(() => queue.close());
  const admission = openAdmission(config.admission, () => performance.now());
  const db = openDatabase({
    url,
    encryption,
    queue,
    poolSize: config.databasePoolSize,
    onIdleError: ({ message }) => logger.warn({ reason: message }, "a database connection was lost"),
  });
  closing.add(() => db.close());
  await checkEncryptionKey(db.pool, encryption.fingerprint).catch((error: unknown) => {
    throw explainDatabase(config, error);
  });
  await loadShippedCatalogue(
    { db, clock, ids, catalogueVersion: catalogueVersion(db.pool) },
    systemContext(ids.next()),
    { version, reloadsSameVersion: config.role === "all" || config.role === "migrate" },
  );
  if (config.role === "migrate") {
    const bucket =
      config.s3 && (await (await import("./blobs/create-missing-bucket.ts")).createMissingBucket(config.s3));
    if (bucket === "created") logger.info("bucket created");
    if (bucket === "unknown") logger.warn("the store does not report whether the bucket exists; it was not created");
    return {
      address: undefined,
      adminTokenFile: undefined,
      stop: () => closing.run(),
      closeConnections: () => undefined,
    };
  }

  if (config.metrics !== undefined) {
    const metrics = observers.startMetrics({
      queues: () => queue.depths(),
      pool: () => ({ total: db.pool.totalCount, idle: db.pool.idleCount, waiting: db.pool.waitingCount }),
      admission: () => admission.figures(),
      version,
    });
    const server = await startMetricsServer({
      ...{ ...config.metrics, metrics },
      onError: (metric, error) => logger.warn({ metric, err: error }, "a metric cannot be read"),
    });
    logger.info({ port: server.port }, "metrics listening on /metrics");
    closing.add(server.close);
  }
  const stored =
    config.s3 === undefined
      ? await openDiskBlobStore(data.path)
      : await openBucket(config.s3, (problem) => logger.warn(problem));
  const blobs = encryptedBlobStore({ inner: stored, blobKeys: db.blobKeys, clock }, config.blobKeys);
  if (isWorker) {
    const anchors = await composeAnchors({
      ...{ config, db, clock, encryptionKey: key, folder: data.path },
      onError: (keeper, error) =>
        logger.error({ keeper, err: error }, "anchors or audit entries could not be passed on"),
    });
    closing.add(() => anchors.close());
  }
  const outbound = buildOutboundRules({ arePrivateAllowed: config.arePrivateWebhooksAllowed, port: config.port });
  const maxIdle = isWorker ? Math.max(1, config.workerConcurrency) : 1;
  const children = new ExtractionChildren({
    ...{ memoryBytes: config.extraction.memoryBytes, maxIdle },
    folder: await openExtractionFolder({
      data,
      isAlone,
      closing,
      onError: (error) => logger.warn({ err: error }, "extraction"),
    }),
    onFirstStarted: ({ account, hasNoNewPrivileges, hasNoNetwork }) =>
      logger.info({ uid: account?.uid, hasNoNewPrivileges, hasNoNetwork }, "files are read in a sandbox"),
  });
  closing.add(() => children.close());
  // Jobs and requests are stopped at the same time; the database is closed after both.
  const { stopWork, isAnalysisStuck } = isWorker
    ? await composeWorker({
        ...{ config, url, db, clock, ids, queue, blobs, children, outbound, observers, logger, closing },
        folder: data.path,
      })
    : { stopWork: async () => undefined, isAnalysisStuck: () => false };
  const stop = async () => {
    const stopped = stopWork();
    stopped.catch(() => undefined);
    await closing.run();
  };
  if (config.role === "worker")
    return { address: undefined, adminTokenFile: undefined, stop, closeConnections: () => undefined };

  closing.add(async () => admission.close());
  const token = config.adminToken === undefined ? await data.secret("admin-token", 32) : undefined;
  const pageImages = await openProcessFolder(join(data.path, "page-views"), {
    isAlone,
    onError: (error) => logger.warn({ err: error }, "page images"),
  });
  closing.add(() => pageImages.close());
  const issuers = openIssuers({ arePrivateAllowed: config.arePrivateProvidersAllowed, port: config.port });
  closing.add(() => issuers.close());
  const redlines = await openProcessFolder(join(data.path, "redlines"), {
    isAlone,
    onError: (error) => logger.warn({ err: error }, "redlines"),
  });
  closing.add(() => redlines.close());
  const checklists = await openProcessFolder(join(data.path, "checklists"), {
    isAlone,
    onError: (error) => logger.warn({ err: error }, "checklists"),
  });
  closing.add(() => checklists.close());
  const reportGenerator = openReportThreads({ signer: makeReportSigner(key), maxConcurrent: maxConcurrentReports });
  const { app, close } = await composeApi({
    url,
    db,
    clock,
    ids,
    blobs,
    pageViews: new PageViews({
      ...{ blobs, children, limits: config.extraction, folder: pageImages.path },
      onFault: (fileId, reason) => logger.warn({ fileId, reason }, "a page could not be rendered"),
    }),
    redlines: new RedlineWriter({
      ...{ blobs, children, limits: config.extraction, folder: redlines.path },
      onFault: (fileId, reason) => logger.warn({ fileId, reason }, "a redline could not be written"),
    }),
    sheets: new SheetReader({
      ...{ children, limits: config.extraction, folder: checklists.path },
      onFault: (reason) => logger.warn({ reason }, "a checklist could not be read"),
    }),
    reportGenerator,
    upload: config.upload,
    session: config.session,
    endpoints: outbound.endpoints,
    operatorProvider: config.operatorProvider,
    openId: issuers.openId,
    limits: config.limits,
    quotas: config.quotas,
    admission,
    onShed: observers.shed,
    adminToken: config.adminToken ?? token?.value ?? "",
    passwords: openPasswords(),
    externalModel: config.llm,
    isLegalNameRequired: config.isLegalNameRequired,
    isMailOn: config.mail !== undefined,
    ...{ publicUrl: config.publicUrl, issueLink: config.issueLink },
    reviewBelow: config.reviewBelow,
    trustedProxies: config.trustedProxies,
    slowClients: config.slowClients,
    allowedOrigins: config.allowedOrigins,
    health: {
      database: () => db.check(),
      storage: () => blobs.check(),
      queue: () => queue.check(),
      async analysis() {
        if (isAnalysisStuck()) throw new Error("a document blocks its analysis thread");
        await queue.checkProgress("analyse-document");
      },
    },
    portalFolder: join(import.meta.dirname, "..", "..", "portal", "dist"),
    guidesFolder: join(import.meta.dirname, "..", "..", "docs"),
    onRequestEnded: observers.requestEnded,
    logger,
  });
  closing.add(close);
  const address = await app
    .listen({
      host: config.host,
      port: config.port,
      backlog: connectionBacklog,
      listenTextResolver: () => "listening",
    })
    .catch((error: NodeJS.ErrnoException) => {
      throw explainListening(config, error);
    });
  return {
    address,
    adminTokenFile: token?.file,
    stop,
    closeConnections: () => app.server.closeAllConnections(),
  };
}

async function startDatabase(
  data: DataDirectory,
  closing: Closing,
  onProblem: (message: string) => void,
): Promise<{ url: string; password: string }> {
  const unlock = await lockDirectory(data.path);
  closing.add(unlock);
  const { value: password } = await data.secret("postgres-password", 24);
  const postgres = await startEmbeddedPostgres({ dataDirectory: data.path, password, onProblem });
  closing.add(() => postgres.stop());
  return { url: postgres.url, password };
}

/** On the file system of the documents, so that files are lent to the children without a copy. */
async function openExtractionFolder(options: {
  data: DataDirectory;
  isAlone: boolean;
  closing: Closing;
  onError: (error: unknown) => void;
}): Promise<string> {
  const { data, isAlone, closing, onError } = options;
  const root = join(data.path, "extraction");
  const { path, close } = await openProcessFolder(root, { isAlone, onError });
  closing.add(close);
  // The accounts of the children enter it; each child's folder is its own.
  for (const folder of [root, path]) await chmod(folder, 0o711);
  return chooseChildrenFolder(path);
}

async function openBucket(settings: S3Settings, warn: (problem: string) => void): Promise<BlobStore> {
  // Loaded only when needed: the SDK takes a good part of the service's memory.
  const store = (await import("./blobs/s3-blob-store.ts")).openS3BlobStore(settings);
  // Not awaited: the store may start later than the service. /health reports other problems.
  store.findMissingPermission().then(
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
    return new StartProblem(`${config.host} is not an address of this machine. Check HOST.`);
  return error;
}
