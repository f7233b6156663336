import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { type AdmissionSettings, openAdmission } from "../admission/admission.ts";
import { openDiskBlobStore } from "../blobs/disk-blob-store.ts";
import { SheetReader } from "../checklists/sheet-reader.ts";
import { type ApiOptions, composeApi } from "../compose-api.ts";
import { openIssuers } from "../compose-openid.ts";
import { openProcessFolder } from "../data-directory/process-folder.ts";
import { ExtractionChildren } from "../extraction/extraction-children.ts";
import { defaultExtractionLimits, type ExtractionLimits } from "../extraction/extraction-limits.ts";
import type { Routes } from "../http/routes.ts";
import { buildOutboundRules } from "../outbound/outbound.ts";
import { openPasswords } from "../people/password.ts";
import type { Clock } from "../platform/clock.ts";
import { idSource } from "../platform/ids.ts";
import { PageViews } from "../processing/page-views.ts";
import { RedlineWriter } from "../redlines/redline-writer.ts";
import { openReportThreads } from "../report-thread/report-threads.ts";
import { makeReportSigner } from "../reports/report-signature.ts";
import type { UploadSettings } from "../submissions/start-upload.ts";
import type { QuotaOverrides } from "../tenancy/quotas.ts";
import type { RateLimits } from "../tenancy/rate-policy.ts";
import type { SessionSettings } from "../tenancy/session.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import { findLeaks } from "./leaked-secrets.ts";
import { testClock } from "./test-clock.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

export const adminToken = "test-administrator-token-0123456789";

/** Never reached by accident. */
export const generousQuotas = {
  ...{ storedBytes: Number.MAX_SAFE_INTEGER, openUploadBytes: Number.MAX_SAFE_INTEGER },
  ...{ archiveMembers: 1_000_000, waitingDocuments: 1_000_000 },
};

/** Never reached by accident. */
export const generousLimits: RateLimits = {
  partnerPerMinute: 1_000_000,
  companyPerMinute: 1_000_000,
  chunksPerMinute: 1_000_000,
  submissionsPerHour: 1_000_000,
  addressPerMinute: 1_000_000,
  signInPerMinute: 1_000_000,
};

/** A hash of full strength takes seconds on a busy machine. */
const cheapPasswords = { cost: 2 ** 8, blockSize: 8, parallelization: 1 };

const generousAdmission: AdmissionSettings = {
  maxConcurrentRequests: 10_000,
  maxConcurrentRequestsPerTenant: 10_000,
  maxConcurrentTransfers: 10_000,
  maxConcurrentTransfersPerTenant: 10_000,
  queueTimeoutMs: 60_000,
};

export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Parsed when it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  text: string;
}

export interface Call {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
  key?: string;
  admin?: boolean;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  payload?: string | Buffer;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

export interface TestServer {
  app: Routes;
  database: TestDatabase;
  blobs: BlobStore;
  /** The data directory. */
  folder: string;
  /** Logged reasons why pages could not be drawn. */
  drawingFaults: string[];
  call(url: string, call?: Call): Promise<Reply>;
  nextId(): string;
  close(): Promise<void>;
}

export interface TestServerOptions
  extends Partial<
    Pick<
      ApiOptions,
      | "blobs"
      | "onRequestEnded"
      | "onShed"
      | "endpoints"
      | "isLegalNameRequired"
      | "isMailOn"
      | "issueLink"
      | "reviewBelow"
      | "health"
      | "trustedProxies"
      | "allowedOrigins"
      | "portalFolder"
      | "externalModel"
      | "slowClients"
      | "operatorProvider"
      | "publicUrl"
    >
  > {
  limits?: Partial<RateLimits>;
  quotas?: { company?: QuotaOverrides; partner?: QuotaOverrides };
  admission?: Partial<AdmissionSettings>;
  upload?: Partial<UploadSettings>;
  extraction?: Partial<ExtractionLimits>;
  session?: Partial<SessionSettings>;
  clock?: Clock;
  /** For a second node on the same database. */
  database?: TestDatabase;
  /** For a second node with a shared data directory. */
  folder?: string;
  logger?: Logger;
}

/** A debug log that keeps only the kinds of secrets written to it. */
function watchedLogger(): { logger: Logger; leaks: Set<string> } {
  const leaks = new Set<string>();
  const secrets = new Map([[adminToken, "the administrator token"]]);
  const write = (line: string) => {
    for (const kind of findLeaks(line, secrets)) leaks.add(kind);
  };
  return { logger: pino({ level: "debug" }, { write }), leaks };
}

/** The real application on a real database, with a stopped clock and without a network socket. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await createTestDatabase());
  const clock = options.clock ?? testClock();
  const ids = idSource(clock);
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "assay-blobs-")));
  const blobs = options.blobs ?? (await openDiskBlobStore(folder));
  const limits = { ...defaultExtractionLimits, ...options.extraction };
  const children = new ExtractionChildren(limits);
  const faults: string[] = [];
  const pictures = await openProcessFolder(join(folder, "page-views"), {
    isAlone: false,
    onError: (error) => faults.push(String(error)),
  });
  const pageViews = new PageViews({
    ...{ blobs, children, limits, folder: pictures.path },
    onFault: (_, message) => faults.push(message),
  });
  const redlines = new RedlineWriter({
    ...{ blobs, children, limits, folder: join(folder, "redlines") },
    onFault: (_, message) => faults.push(message),
  });
  const sheets = new SheetReader({
    ...{ children, limits, folder: join(folder, "checklists") },
    onFault: (message) => faults.push(message),
  });
  const admission = openAdmission({ ...generousAdmission, ...options.admission }, () => performance.now());
  const well = async () => undefined;
  const watched = watchedLogger();
  const issuers = openIssuers({ arePrivateAllowed: true, port: 0 });
  const { app, close } = await composeApi({
    url: database.url,
    db: database.db,
    clock,
    ids,
    blobs,
    pageViews,
    redlines,
    sheets,
    reportGenerator: openReportThreads({ signer: makeReportSigner(Buffer.alloc(32, "test")), maxConcurrent: 2 }),
    endpoints: options.endpoints ?? buildOutboundRules({ arePrivateAllowed: true, port: 0 }).endpoints,
    session: { idleSeconds: 1800, maxSeconds: 43_200, ...options.session },
    upload: { sessionSeconds: 86_400, chunkSizeBytes: 65_536, ...options.upload },
    limits: { ...generousLimits, ...options.limits },
    quotas: {
      company: { ...generousQuotas, ...options.quotas?.company },
      partner: { ...generousQuotas, companies: 1_000_000, ...options.quotas?.partner },
    },
    admission,
    ...(options.onRequestEnded && { onRequestEnded: options.onRequestEnded }),
    ...(options.onShed && { onShed: options.onShed }),
    adminToken,
    passwords: openPasswords(cheapPasswords),
    openId: issuers.openId,
    operatorProvider: options.operatorProvider,
    portalFolder: options.portalFolder ?? join(folder, "portal"),
    guidesFolder: join(import.meta.dirname, "..", "..", "..", "docs"),
    isLegalNameRequired: options.isLegalNameRequired ?? false,
    isMailOn: options.isMailOn ?? false,
    ...{ publicUrl: options.publicUrl, issueLink: options.issueLink },
    reviewBelow: options.reviewBelow ?? 0.75,
    externalModel: options.externalModel,
    trustedProxies: options.trustedProxies ?? [],
    ...(options.allowedOrigins && { allowedOrigins: options.allowedOrigins }),
    ...(options.slowClients && { slowClients: options.slowClients }),
    health: options.health ?? { database: () => database.db.check(), storage: well, queue: well, analysis: well },
    logger: options.logger ?? watched.logger,
  });
  return {
    app,
    database,
    blobs,
    folder,
    drawingFaults: faults,
    call: (url, call) => send(app, url, call),
    nextId: () => ids.next(),
    async close() {
      await close();
      await issuers.close();
      admission.close();
      await children.close();
      await pictures.close();
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
      if (options.database === undefined) await database.drop();
      if (watched.leaks.size > 0) throw new Error(`A secret was logged: ${[...watched.leaks].join(", ")}.`);
    },
  };
}

async function send(app: Routes, url: string, call: Call = {}): Promise<Reply> {
  const {
    method = call.body === undefined && call.payload === undefined ? "GET" : "POST",
    key,
    admin,
    body,
    payload,
  } = call;
  const answer = await app.inject({
    method,
    url,
    headers: {
      ...(key !== undefined && { "x-api-key": key }),
      ...(admin && { authorization: `Bearer ${adminToken}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...call.headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    ...(payload !== undefined && { payload }),
    ...(call.remoteAddress !== undefined && { remoteAddress: call.remoteAddress }),
  });
  const isJson = /^application\/json(;|$)/.test(`${answer.headers["content-type"]}`);
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
    body: isJson && answer.body !== "" ? JSON.parse(answer.body) : undefined,
    text: answer.body,
  };
}
