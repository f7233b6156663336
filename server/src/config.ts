import type { AdmissionSettings } from "./admission/admission.ts";
import type { BlobMasterKey } from "./blobs/key-ring.ts";
import type { S3Settings } from "./blobs/s3-client.ts";
import type { RetentionSettings } from "./erasure/apply-retention.ts";
import type { ExtractionLimits } from "./extraction/extraction-limits.ts";
import type { SlowClientLimits } from "./http/stalled-bodies.ts";
import { defaultUnsureBelow, type LlmSettings } from "./llm/llm-settings.ts";
import type { SmtpSettings } from "./notifications/smtp-settings.ts";
import { type IdentityProvider, operatorProviderId } from "./people/identity-provider.ts";
import type { LogLevel } from "./platform/logger.ts";
import type { Setting } from "./platform/setting.ts";
import { megabyte, settingGroups, settings } from "./settings.ts";
import type { UploadSettings } from "./submissions/start-upload.ts";
import type { QuotaSettings } from "./tenancy/quotas.ts";
import type { RateLimits } from "./tenancy/rate-policy.ts";
import type { SessionSettings } from "./tenancy/session.ts";

export type Role = "all" | "api" | "worker" | "migrate";

/** All settings, parsed once at the start. Features receive single values, never this. */
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
  quotas: QuotaSettings;
  admission: AdmissionSettings;
  upload: UploadSettings;
  session: SessionSettings;
  /** Absent: operators have passwords only. */
  operatorProvider: IdentityProvider | undefined;
  arePrivateProvidersAllowed: boolean;
  slowClients: SlowClientLimits;
  /** Absent: files under the data directory. */
  s3: S3Settings | undefined;
  extraction: ExtractionLimits;
  /** Absent: no document text leaves the machine. */
  llm: LlmSettings | undefined;
  workerConcurrency: number;
  judgeSeconds: number;
  retryScale: number;
  isLegalNameRequired: boolean;
  reviewBelow: number;
  arePrivateWebhooksAllowed: boolean;
  trustedProxies: string[];
  /** Origins whose pages may call the API. */
  allowedOrigins: string[];
  /** The first key encrypts, all decrypt. Empty: files are not encrypted. */
  blobKeys: BlobMasterKey[];
  retention: RetentionSettings & { deliveriesDays: number };
  /** Where anchors are kept beside the anchor file. */
  anchors: { s3: S3Settings | undefined; url: string | undefined };
  /** Where audit entries are sent to. */
  auditExport: { url: string | undefined; syslog: string | undefined };
  /** Undefined: no mail is sent. */
  mail: { smtp: SmtpSettings; publicUrl: string } | undefined;
  /** The portal's address for people, where it is set. */
  publicUrl: string | undefined;
  issueLink: string | undefined;
  metrics: { host: string; port: number } | undefined;
  traces: { endpoint: string; headers: Record<string, string>; serviceName: string } | undefined;
  logLevel: LogLevel;
  /** npm does not forward its own sudden end, so a service started by npm watches its parent process. */
  isStartedByNpm: boolean;
}

/** Names all problems at once, so that five mistakes do not take five starts. */
export class ConfigProblem extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`Some settings are invalid:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

const roles: Role[] = ["all", "api", "worker", "migrate"];
const smallestS3PartBytes = 5 * 1024 * 1024;

type SettingName = keyof typeof settings;
type ValueOf<Name extends SettingName> = (typeof settings)[Name] extends Setting<infer Value> ? Value : never;

export function readConfig(env: NodeJS.ProcessEnv, args: string[]): Config {
  const problems: string[] = [];

  /** An empty variable counts as absent: compose files and shells write "not set" that way. */
  const textOf = (name: string) => env[name]?.trim() || undefined;

  function read<Name extends SettingName>(name: Name): ValueOf<Name> {
    const setting = settings[name] as Setting<unknown> as Setting<ValueOf<Name>>;
    const text = textOf(name);
    if (text === undefined) return setting.default;
    const value = setting.parse(text);
    if (value !== undefined) return value;
    problems.push(`${name} must be ${setting.expected}${setting.isSecret ? "" : `, not "${text}"`}`);
    return setting.default;
  }

  function readS3(): S3Settings | undefined {
    const [bucket, endpoint] = [read("ASSAY_S3_BUCKET"), read("ASSAY_S3_ENDPOINT")];
    if (bucket === undefined) {
      if (endpoint !== undefined && read("ASSAY_ANCHOR_S3_BUCKET") === undefined)
        problems.push("ASSAY_S3_ENDPOINT is set, but ASSAY_S3_BUCKET is not");
      return undefined;
    }
    const [accessKeyId, secretAccessKey] = [read("AWS_ACCESS_KEY_ID"), read("AWS_SECRET_ACCESS_KEY")];
    if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
      problems.push("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together; one of them is missing");
    }
    return { ...readStore(), bucket };
  }

  function readStore(): Omit<S3Settings, "bucket"> {
    const [accessKeyId, secretAccessKey] = [read("AWS_ACCESS_KEY_ID"), read("AWS_SECRET_ACCESS_KEY")];
    return { endpoint: read("ASSAY_S3_ENDPOINT"), region: read("ASSAY_S3_REGION"), accessKeyId, secretAccessKey };
  }

  function readAnchors(): Config["anchors"] {
    const bucket = read("ASSAY_ANCHOR_S3_BUCKET");
    const s3 = bucket === undefined ? undefined : { ...readStore(), bucket };
    return { s3, url: read("ASSAY_ANCHOR_URL") };
  }

  function readOperatorProvider(): IdentityProvider | undefined {
    const [issuer, clientId, groups] = [
      read("ASSAY_OIDC_ISSUER"),
      read("ASSAY_OIDC_CLIENT_ID"),
      read("ASSAY_OIDC_OPERATOR_GROUPS"),
    ];
    if (issuer === undefined) {
      const others = ["ASSAY_OIDC_CLIENT_ID", "ASSAY_OIDC_CLIENT_SECRET", "ASSAY_OIDC_OPERATOR_GROUPS"];
      const set = others.filter((name) => textOf(name) !== undefined);
      if (set.length > 0) problems.push(`${set.join(", ")} set, but ASSAY_OIDC_ISSUER is not`);
      return undefined;
    }
    for (const name of ["ASSAY_OIDC_CLIENT_ID", "ASSAY_OIDC_OPERATOR_GROUPS"])
      if (textOf(name) === undefined) problems.push(`${name} is needed with ASSAY_OIDC_ISSUER`);
    if (issuer.startsWith("http:") && !read("ASSAY_OIDC_ALLOW_PRIVATE"))
      problems.push("ASSAY_OIDC_ISSUER must begin with https:// unless ASSAY_OIDC_ALLOW_PRIVATE is set");
    return {
      ...{ id: operatorProviderId, organisation: operatorProviderId, partnerId: undefined, issuer },
      ...{ name: read("ASSAY_OIDC_NAME"), clientId: clientId ?? "", clientSecret: read("ASSAY_OIDC_CLIENT_SECRET") },
      ...{ scope: read("ASSAY_OIDC_SCOPE"), groupsClaim: read("ASSAY_OIDC_GROUPS_CLAIM") },
      groupRoles: groups.map((group) => ({ group, role: "operator" })),
    };
  }

  function readLlm(): LlmSettings | undefined {
    const names = Object.keys(settingGroups["External model"]).filter((name) => textOf(name) !== undefined);
    if (names.length === 0) return undefined;
    if (textOf("ASSAY_LLM_PROVIDER") === undefined) {
      problems.push(`${names.join(", ")} set, but ASSAY_LLM_PROVIDER is not`);
      return undefined;
    }
    const provider = read("ASSAY_LLM_PROVIDER") ?? "openai-compatible";
    const [baseUrl, model, apiKey] = [read("ASSAY_LLM_BASE_URL"), read("ASSAY_LLM_MODEL"), read("ASSAY_LLM_API_KEY")];
    for (const name of ["ASSAY_LLM_BASE_URL", "ASSAY_LLM_MODEL"])
      if (textOf(name) === undefined) problems.push(`${name} is needed with ASSAY_LLM_PROVIDER`);
    if (apiKey === undefined && provider === "anthropic") problems.push("ASSAY_LLM_API_KEY is needed for anthropic");
    return {
      ...{ provider, baseUrl: baseUrl ?? "", apiKey, model: model ?? "" },
      tokensPerDocument: read("ASSAY_LLM_TOKENS_PER_DOCUMENT"),
      concurrency: read("ASSAY_LLM_CONCURRENCY"),
      timeoutSeconds: read("ASSAY_LLM_TIMEOUT_SECONDS"),
      temperature: read("ASSAY_LLM_TEMPERATURE"),
      ask: read("ASSAY_LLM_ASK"),
      unsureBelow: defaultUnsureBelow,
    };
  }

  function readMail(): Config["mail"] {
    const [host, user, password] = [read("ASSAY_SMTP_HOST"), read("ASSAY_SMTP_USER"), read("ASSAY_SMTP_PASSWORD")];
    if (host === undefined) return undefined;
    const security = read("ASSAY_SMTP_SECURITY");
    const [from, publicUrl] = [read("ASSAY_SMTP_FROM"), read("ASSAY_PUBLIC_URL")];
    for (const name of ["ASSAY_SMTP_FROM", "ASSAY_PUBLIC_URL"])
      if (textOf(name) === undefined) problems.push(`${name} is needed with ASSAY_SMTP_HOST`);
    if ((user === undefined) !== (password === undefined))
      problems.push("ASSAY_SMTP_USER and ASSAY_SMTP_PASSWORD belong together; one of them is missing");
    const port = read("ASSAY_SMTP_PORT") ?? (security === "tls" ? 465 : 587);
    const credentials = user === undefined || password === undefined ? undefined : { user, password };
    return { smtp: { host, port, security, credentials, from: from ?? "" }, publicUrl: publicUrl ?? "" };
  }

  function readMetrics(): Config["metrics"] {
    const port = read("ASSAY_METRICS_PORT");
    return port === undefined ? undefined : { host: read("ASSAY_METRICS_HOST"), port };
  }

  function readTraces(): Config["traces"] {
    const endpoint = read("OTEL_EXPORTER_OTLP_ENDPOINT");
    if (endpoint === undefined) return undefined;
    return { endpoint, headers: read("OTEL_EXPORTER_OTLP_HEADERS"), serviceName: read("OTEL_SERVICE_NAME") };
  }

  function readRole(): Role {
    let given: string | undefined;
    for (let i = 0; i < args.length; i++) {
      const argument = args[i] ?? "";
      if (argument === "--role") given = args[++i] ?? "";
      else if (argument.startsWith("--role=")) given = argument.slice("--role=".length);
      else problems.push(`${argument} is not a known argument; there is only --role`);
    }
    const role = given === undefined ? "all" : roles.find((one) => one === given);
    if (role === undefined) problems.push(`--role must be one of ${roles.join(", ")}, not "${given}"`);
    return role ?? "all";
  }

  const config: Config = {
    role: readRole(),
    host: read("HOST"),
    port: read("PORT"),
    dataDirectory: read("ASSAY_DATA_DIR"),
    databaseUrl: read("DATABASE_URL"),
    databasePoolSize: read("ASSAY_DATABASE_POOL_SIZE"),
    adminToken: read("ASSAY_ADMIN_TOKEN"),
    encryptionKey: read("ASSAY_ENCRYPTION_KEY"),
    limits: {
      partnerPerMinute: read("ASSAY_RATE_PARTNER_PER_MINUTE"),
      companyPerMinute: read("ASSAY_RATE_COMPANY_PER_MINUTE"),
      chunksPerMinute: read("ASSAY_RATE_CHUNKS_PER_MINUTE"),
      submissionsPerHour: read("ASSAY_SUBMISSIONS_PER_HOUR"),
      addressPerMinute: read("ASSAY_RATE_ADDRESS_PER_MINUTE"),
      signInPerMinute: read("ASSAY_RATE_SIGN_IN_PER_MINUTE"),
    },
    quotas: {
      company: {
        storedBytes: read("ASSAY_QUOTA_COMPANY_STORED_MB") * megabyte,
        archiveMembers: read("ASSAY_QUOTA_COMPANY_ARCHIVE_MEMBERS"),
        openUploadBytes: read("ASSAY_QUOTA_COMPANY_OPEN_UPLOAD_MB") * megabyte,
        waitingDocuments: read("ASSAY_QUOTA_COMPANY_WAITING_DOCUMENTS"),
      },
      partner: {
        storedBytes: read("ASSAY_QUOTA_PARTNER_STORED_MB") * megabyte,
        archiveMembers: read("ASSAY_QUOTA_PARTNER_ARCHIVE_MEMBERS"),
        openUploadBytes: read("ASSAY_QUOTA_PARTNER_OPEN_UPLOAD_MB") * megabyte,
        waitingDocuments: read("ASSAY_QUOTA_PARTNER_WAITING_DOCUMENTS"),
        companies: read("ASSAY_QUOTA_PARTNER_COMPANIES"),
      },
    },
    admission: {
      maxConcurrentRequests: read("ASSAY_MAX_CONCURRENT_REQUESTS"),
      maxConcurrentRequestsPerTenant: read("ASSAY_MAX_CONCURRENT_REQUESTS_PER_TENANT"),
      maxConcurrentTransfers: read("ASSAY_MAX_CONCURRENT_TRANSFERS"),
      maxConcurrentTransfersPerTenant: read("ASSAY_MAX_CONCURRENT_TRANSFERS_PER_TENANT"),
      queueTimeoutMs: read("ASSAY_REQUEST_QUEUE_TIMEOUT_MS"),
    },
    upload: {
      sessionSeconds: read("ASSAY_UPLOAD_SESSION_SECONDS"),
      chunkSizeBytes: read("ASSAY_CHUNK_SIZE_BYTES"),
    },
    session: {
      idleSeconds: read("ASSAY_SESSION_IDLE_SECONDS"),
      maxSeconds: read("ASSAY_SESSION_MAX_SECONDS"),
    },
    operatorProvider: readOperatorProvider(),
    arePrivateProvidersAllowed: read("ASSAY_OIDC_ALLOW_PRIVATE"),
    slowClients: {
      headersSeconds: read("ASSAY_REQUEST_HEADERS_TIMEOUT_SECONDS"),
      stallSeconds: read("ASSAY_REQUEST_STALL_TIMEOUT_SECONDS"),
    },
    s3: readS3(),
    extraction: {
      wallClockSeconds: read("ASSAY_EXTRACT_SECONDS"),
      memoryBytes: read("ASSAY_EXTRACT_MEMORY_MB") * megabyte,
      maxWrittenBytes: read("ASSAY_EXTRACT_DISK_MB") * megabyte,
      maxPages: read("ASSAY_MAX_PAGES"),
      maxTextBytes: read("ASSAY_MAX_TEXT_MB") * megabyte,
      maxUnpackedBytes: read("ASSAY_MAX_UNPACKED_MB") * megabyte,
      maxDepth: read("ASSAY_MAX_ARCHIVE_DEPTH"),
      maxMembers: read("ASSAY_MAX_ARCHIVE_MEMBERS"),
    },
    llm: readLlm(),
    judgeSeconds: read("ASSAY_JUDGE_SECONDS"),
    workerConcurrency: read("ASSAY_WORKER_CONCURRENCY"),
    retryScale: read("ASSAY_RETRY_SCALE"),
    isLegalNameRequired: read("ASSAY_REQUIRE_LEGAL_NAME"),
    reviewBelow: read("ASSAY_REVIEW_BELOW"),
    arePrivateWebhooksAllowed: read("ASSAY_WEBHOOK_ALLOW_PRIVATE"),
    trustedProxies: read("TRUST_PROXY"),
    allowedOrigins: read("ASSAY_ALLOWED_ORIGINS"),
    blobKeys: read("ASSAY_BLOB_KEYS"),
    retention: {
      documentsDays: read("ASSAY_RETENTION_DAYS_DOCUMENTS"),
      originalsDays: read("ASSAY_RETENTION_DAYS_ORIGINALS"),
      pagesDays: read("ASSAY_RETENTION_DAYS_PAGES"),
      auditLogDays: read("ASSAY_RETENTION_DAYS_AUDIT_LOG"),
      deliveriesDays: read("ASSAY_RETENTION_DAYS_DELIVERIES"),
    },
    anchors: readAnchors(),
    auditExport: { url: read("ASSAY_AUDIT_URL"), syslog: read("ASSAY_AUDIT_SYSLOG") },
    mail: readMail(),
    publicUrl: read("ASSAY_PUBLIC_URL"),
    issueLink: read("ASSAY_ISSUE_LINK"),
    metrics: readMetrics(),
    traces: readTraces(),
    logLevel: read("ASSAY_LOG_LEVEL"),
    isStartedByNpm: textOf("npm_lifecycle_event") !== undefined,
  };
  if ((config.role === "api" || config.role === "worker") && textOf("DATABASE_URL") === undefined) {
    problems.push(`--role ${config.role} needs DATABASE_URL: the embedded database serves one process only`);
  }
  if (config.s3 !== undefined && config.upload.chunkSizeBytes < smallestS3PartBytes) {
    problems.push(`ASSAY_CHUNK_SIZE_BYTES must be at least ${smallestS3PartBytes} with S3, whose parts are no smaller`);
  }
  if (problems.length > 0) throw new ConfigProblem(problems);
  return config;
}
