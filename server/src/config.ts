import ipaddr from "ipaddr.js";
import type { AdmissionLimits } from "./admission/admission.ts";
import { type BlobMasterKey, masterKeyBytes, parseMasterKeys } from "./blobs/key-ring.ts";
import type { S3Settings } from "./blobs/s3-client.ts";
import type { RetentionSettings } from "./erasure/apply-retention.ts";
import { defaultExtractionLimits, type ExtractionLimits } from "./extraction/extraction-limits.ts";
import { defaultSlowClientLimits, type SlowClientLimits } from "./http/slow-bodies.ts";
import { type LlmSettings, llmProviders } from "./llm/llm-settings.ts";
import type { LogLevel } from "./platform/logger.ts";
import { sealKeyBytes } from "./platform/seal.ts";
import type { UploadSettings } from "./submissions/start-upload.ts";
import type { RateLimits } from "./tenancy/rate-policy.ts";
import type { SessionSettings } from "./tenancy/session.ts";
import { deliveriesKeptDays } from "./webhooks/remove-old-deliveries.ts";

export type Role = "all" | "api" | "worker" | "migrate";

/** Everything that can be set from outside, parsed once. Features get values, never this. */
export interface Config {
  role: Role;
  host: string;
  port: number;
  dataDirectory: string;
  /** Absent: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  adminToken: string | undefined;
  encryptionKey: Buffer | undefined;
  limits: RateLimits;
  /** How many requests this process takes on at the same time. */
  admission: Omit<AdmissionLimits, "connections">;
  upload: UploadSettings;
  /** How long a browser stays signed in to the portal. */
  session: SessionSettings;
  slowClients: SlowClientLimits;
  /** Absent: files under the data directory. */
  s3: S3Settings | undefined;
  /** What reading one document may cost. */
  extraction: ExtractionLimits;
  /** Absent: nothing of a document leaves the machine. */
  llm: LlmSettings | undefined;
  /** How many documents this process works on at once; none, and it leaves them to others. */
  workerConcurrency: number;
  /** A factor on the time between tries of a job or a delivery. */
  retryScale: number;
  isLegalNameRequired: boolean;
  /** Webhooks may lead to addresses that are not public, and by http. */
  arePrivateWebhooksAllowed: boolean;
  trustedProxies: string[];
  /** The first one encrypts, all decrypt; none: files are stored as they are. */
  blobKeys: BlobMasterKey[];
  retention: RetentionSettings & { deliveriesDays: number };
  /** Where figures for Prometheus are told; absent: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** The collector that traces are sent to; absent: none are made. */
  traces: { endpoint: string; headers: Record<string, string>; serviceName: string } | undefined;
  logLevel: LogLevel;
  /** Started by npm, which does not pass on its own sudden end: then we end with it. */
  isStartedByNpm: boolean;
}

/** All problems at once: nobody should have to start five times to find five mistakes. */
export class ConfigProblem extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

const roles: Role[] = ["all", "api", "worker", "migrate"];
const logLevels: LogLevel[] = ["debug", "info", "warn", "error", "silent"];
const smallestS3PartBytes = 5 * 1024 * 1024;
const mostPerWindow = 1_000_000_000;
const megabyte = 1024 * 1024;

export function readConfig(env: NodeJS.ProcessEnv, args: string[]): Config {
  const problems: string[] = [];

  /** An empty variable counts as absent: that is how compose files and shells spell "not set". */
  const text = (name: string) => env[name]?.trim() || undefined;

  function integer(name: string, absent: number, least: number, most: number): number {
    const value = text(name);
    if (value === undefined) return absent;
    const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    problems.push(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
    return absent;
  }

  /** Absent: for ever. */
  const days = (name: string) => (text(name) === undefined ? undefined : integer(name, 1, 1, 36_500));

  function factor(name: string, absent: number, most: number): number {
    const value = text(name);
    if (value === undefined) return absent;
    const number = /^\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN;
    if (number >= 0 && number <= most) return number;
    problems.push(`${name} must be a number from 0 to ${most}, not "${value}"`);
    return absent;
  }

  function flag(name: string): boolean {
    const value = text(name)?.toLowerCase();
    if (value === undefined || value === "false") return false;
    if (value === "true") return true;
    problems.push(`${name} must be true or false, not "${value}"`);
    return false;
  }

  function choice<T extends string>(name: string, value: string | undefined, choices: T[], absent: T): T {
    if (value === undefined) return absent;
    const chosen = choices.find((one) => one === value);
    if (chosen === undefined) problems.push(`${name} must be one of ${choices.join(", ")}, not "${value}"`);
    return chosen ?? absent;
  }

  function databaseUrl(): string | undefined {
    const value = text("DATABASE_URL");
    if (value === undefined || (/^postgres(ql)?:\/\/.+/.test(value) && URL.canParse(value))) return value;
    // The value is not repeated: it usually holds a password.
    problems.push(
      "DATABASE_URL must look like postgresql://user:password@host:5432/database; characters such as # or @ in the password must be percent-encoded",
    );
    return undefined;
  }

  function encryptionKey(): Buffer | undefined {
    const value = text("ASSAY_ENCRYPTION_KEY");
    if (value === undefined) return undefined;
    const key = Buffer.from(value, "base64");
    if (key.length !== sealKeyBytes) problems.push(`ASSAY_ENCRYPTION_KEY must be ${sealKeyBytes} bytes in base64`);
    return key;
  }

  function blobKeys(): BlobMasterKey[] {
    const value = text("ASSAY_BLOB_KEYS");
    const keys = value === undefined ? [] : parseMasterKeys(value);
    // The value is not repeated: it is secret.
    if (keys === undefined)
      problems.push(
        `ASSAY_BLOB_KEYS must be name:key[,name:key…], each key ${masterKeyBytes} bytes in base64, no name twice`,
      );
    return keys ?? [];
  }

  function adminToken(): string | undefined {
    const value = text("ASSAY_ADMIN_TOKEN");
    if (value !== undefined && !/^[\x21-\x7e]{8,}$/.test(value)) {
      problems.push("ASSAY_ADMIN_TOKEN must have at least 8 characters and no spaces");
    }
    return value;
  }

  function s3(): S3Settings | undefined {
    const bucket = text("ASSAY_S3_BUCKET");
    const endpoint = text("ASSAY_S3_ENDPOINT");
    if (bucket === undefined) {
      if (endpoint !== undefined) problems.push("ASSAY_S3_ENDPOINT is set, but ASSAY_S3_BUCKET is not");
      return undefined;
    }
    if (endpoint !== undefined && !/^https?:\/\/[^/]+/.test(endpoint))
      problems.push("ASSAY_S3_ENDPOINT must be an http or https address");
    const [accessKeyId, secretAccessKey] = [text("AWS_ACCESS_KEY_ID"), text("AWS_SECRET_ACCESS_KEY")];
    if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
      problems.push("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together; one of them is missing");
    }
    return { bucket, endpoint, region: text("ASSAY_S3_REGION") ?? "us-east-1", accessKeyId, secretAccessKey };
  }

  function llm(): LlmSettings | undefined {
    const names = ["BASE_URL", "API_KEY", "MODEL", "TOKENS_PER_DOCUMENT", "CONCURRENCY", "TIMEOUT_SECONDS"];
    const given = text("ASSAY_LLM_PROVIDER");
    if (given === undefined) {
      const set = names.map((name) => `ASSAY_LLM_${name}`).filter((name) => text(name) !== undefined);
      if (set.length > 0) problems.push(`${set.join(", ")} set, but ASSAY_LLM_PROVIDER is not`);
      return undefined;
    }
    const provider = choice("ASSAY_LLM_PROVIDER", given, [...llmProviders], "openai-compatible");
    const baseUrl = text("ASSAY_LLM_BASE_URL");
    const model = text("ASSAY_LLM_MODEL");
    const apiKey = text("ASSAY_LLM_API_KEY");
    const url = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
    const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.search === "";
    if (!isPlain)
      problems.push("ASSAY_LLM_BASE_URL must be the address the model is reached at, for example https://host/v1");
    if (model === undefined) problems.push("ASSAY_LLM_MODEL must name the model to ask");
    if (apiKey === undefined && provider === "anthropic") problems.push("ASSAY_LLM_API_KEY is needed for anthropic");
    if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
      problems.push("ASSAY_LLM_API_KEY must have no spaces and only plain characters");
    return {
      ...{ provider, baseUrl: (url?.href ?? "").replace(/\/+$/, ""), apiKey, model: model ?? "" },
      tokensPerDocument: integer("ASSAY_LLM_TOKENS_PER_DOCUMENT", 500_000, 1_000, 1_000_000_000),
      concurrency: integer("ASSAY_LLM_CONCURRENCY", 4, 1, 64),
      timeoutSeconds: integer("ASSAY_LLM_TIMEOUT_SECONDS", 120, 1, 3600),
    };
  }

  function trustedProxies(): string[] {
    const given = (text("TRUST_PROXY") ?? "").split(",").map((one) => one.trim());
    const proxies = given.filter((one) => one !== "");
    const namedNetworks = ["loopback", "linklocal", "uniquelocal"];
    const isNetwork = (one: string) => ipaddr.isValid(one) || ipaddr.isValidCIDR(one) || namedNetworks.includes(one);
    for (const proxy of proxies.filter((one) => !isNetwork(one))) {
      problems.push(`TRUST_PROXY must list addresses or networks of proxies, for example 10.0.0.0/8, not "${proxy}"`);
    }
    return proxies;
  }

  function metrics(): { host: string; port: number } | undefined {
    const host = text("ASSAY_METRICS_HOST") ?? "127.0.0.1";
    if (text("ASSAY_METRICS_PORT") === undefined) return undefined;
    return { host, port: integer("ASSAY_METRICS_PORT", 0, 0, 65_535) };
  }

  function traces(): Config["traces"] {
    const endpoint = text("OTEL_EXPORTER_OTLP_ENDPOINT");
    if (endpoint === undefined) return undefined;
    if (!/^https?:\/\/[^/]+/.test(endpoint))
      problems.push("OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address");
    const pairs = (text("OTEL_EXPORTER_OTLP_HEADERS") ?? "").split(",").filter((pair) => pair !== "");
    // The value is not repeated: it may be a secret.
    for (const pair of pairs.filter((one) => !/^[\w-]+=.+$/.test(one.trim())))
      problems.push(
        `OTEL_EXPORTER_OTLP_HEADERS must look like name=value,name=value; part ${pairs.indexOf(pair) + 1} does not`,
      );
    const headers = Object.fromEntries(pairs.map((pair) => pair.trim().split(/=(.*)/s).slice(0, 2)));
    return { endpoint, headers, serviceName: text("OTEL_SERVICE_NAME") ?? "assay" };
  }

  function roleArgument(): string | undefined {
    let role: string | undefined;
    for (let i = 0; i < args.length; i++) {
      const argument = args[i] ?? "";
      if (argument === "--role") role = args[++i] ?? "";
      else if (argument.startsWith("--role=")) role = argument.slice("--role=".length);
      else problems.push(`${argument} is not a known argument; there is only --role`);
    }
    return role;
  }

  const defaults = defaultExtractionLimits;
  const config: Config = {
    role: choice("--role", roleArgument(), roles, "all"),
    host: text("HOST") ?? "127.0.0.1",
    port: integer("PORT", 8080, 0, 65535),
    dataDirectory: text("ASSAY_DATA_DIR") ?? "./data",
    databaseUrl: databaseUrl(),
    databasePoolSize: integer("ASSAY_DATABASE_POOL_SIZE", 10, 2, 500),
    adminToken: adminToken(),
    encryptionKey: encryptionKey(),
    limits: {
      partnerPerMinute: integer("ASSAY_RATE_PARTNER_PER_MINUTE", 300, 1, mostPerWindow),
      companyPerMinute: integer("ASSAY_RATE_COMPANY_PER_MINUTE", 600, 1, mostPerWindow),
      chunksPerMinute: integer("ASSAY_RATE_CHUNKS_PER_MINUTE", 3000, 1, mostPerWindow),
      submissionsPerHour: integer("ASSAY_SUBMISSIONS_PER_HOUR", 100, 1, mostPerWindow),
      addressPerMinute: integer("ASSAY_RATE_ADDRESS_PER_MINUTE", 120, 1, mostPerWindow),
      signInPerMinute: integer("ASSAY_RATE_SIGN_IN_PER_MINUTE", 20, 1, mostPerWindow),
    },
    admission: {
      requestsAtOnce: integer("ASSAY_REQUESTS_AT_ONCE", 32, 1, 10_000),
      requestsAtOncePerTenant: integer("ASSAY_REQUESTS_AT_ONCE_PER_TENANT", 4, 1, 10_000),
      transfersAtOnce: integer("ASSAY_TRANSFERS_AT_ONCE", 128, 1, 10_000),
      transfersAtOncePerTenant: integer("ASSAY_TRANSFERS_AT_ONCE_PER_TENANT", 32, 1, 10_000),
      waitMilliseconds: integer("ASSAY_REQUEST_WAIT_MILLISECONDS", 2000, 0, 60_000),
    },
    upload: {
      sessionSeconds: integer("ASSAY_UPLOAD_SESSION_SECONDS", 86_400, 1, 30 * 86_400),
      chunkSizeBytes: integer("ASSAY_CHUNK_SIZE_BYTES", 8_388_608, 65_536, 1024 ** 3),
    },
    session: {
      idleSeconds: integer("ASSAY_SESSION_IDLE_SECONDS", 1800, 10, 30 * 86_400),
      longestSeconds: integer("ASSAY_SESSION_SECONDS", 43_200, 10, 30 * 86_400),
    },
    slowClients: {
      headSeconds: integer("ASSAY_REQUEST_HEAD_SECONDS", defaultSlowClientLimits.headSeconds, 1, 300),
      stallSeconds: integer("ASSAY_REQUEST_STALL_SECONDS", defaultSlowClientLimits.stallSeconds, 1, 3600),
    },
    s3: s3(),
    extraction: {
      wallClockSeconds: integer("ASSAY_EXTRACT_SECONDS", defaults.wallClockSeconds, 1, 86_400),
      memoryBytes: integer("ASSAY_EXTRACT_MEMORY_MB", defaults.memoryBytes / megabyte, 256, 1_048_576) * megabyte,
      maxPages: integer("ASSAY_MAX_PAGES", defaults.maxPages, 1, 1_000_000),
      maxTextBytes: integer("ASSAY_MAX_TEXT_MB", defaults.maxTextBytes / megabyte, 1, 1024) * megabyte,
      maxUnpackedBytes: integer("ASSAY_MAX_UNPACKED_MB", defaults.maxUnpackedBytes / megabyte, 1, 1_048_576) * megabyte,
      maxDepth: integer("ASSAY_MAX_ARCHIVE_DEPTH", defaults.maxDepth, 1, 10),
      maxMembers: integer("ASSAY_MAX_ARCHIVE_MEMBERS", defaults.maxMembers, 1, 1_000_000),
    },
    llm: llm(),
    workerConcurrency: integer("ASSAY_WORKER_CONCURRENCY", 2, 0, 64),
    retryScale: factor("ASSAY_RETRY_SCALE", 1, 1000),
    isLegalNameRequired: flag("ASSAY_REQUIRE_LEGAL_NAME"),
    arePrivateWebhooksAllowed: flag("ASSAY_WEBHOOK_ALLOW_PRIVATE"),
    trustedProxies: trustedProxies(),
    blobKeys: blobKeys(),
    retention: {
      documentsDays: days("ASSAY_RETENTION_DAYS_DOCUMENTS"),
      originalsDays: days("ASSAY_RETENTION_DAYS_ORIGINALS"),
      pagesDays: days("ASSAY_RETENTION_DAYS_PAGES"),
      auditLogDays: days("ASSAY_RETENTION_DAYS_AUDIT_LOG"),
      deliveriesDays: days("ASSAY_RETENTION_DAYS_DELIVERIES") ?? deliveriesKeptDays,
    },
    metrics: metrics(),
    traces: traces(),
    logLevel: choice("ASSAY_LOG_LEVEL", text("ASSAY_LOG_LEVEL"), logLevels, "info"),
    isStartedByNpm: text("npm_lifecycle_event") !== undefined,
  };
  if ((config.role === "api" || config.role === "worker") && text("DATABASE_URL") === undefined) {
    problems.push(`--role ${config.role} needs DATABASE_URL: the embedded database serves one process only`);
  }
  if (config.s3 !== undefined && config.upload.chunkSizeBytes < smallestS3PartBytes) {
    problems.push(`ASSAY_CHUNK_SIZE_BYTES must be at least ${smallestS3PartBytes} with S3, whose parts are no smaller`);
  }
  if (problems.length > 0) throw new ConfigProblem(problems);
  return config;
}
