import ipaddr from "ipaddr.js";
import { type BlobMasterKey, parseMasterKeys } from "./blobs/key-ring.ts";
import { defaultExtractionLimits } from "./extraction/extraction-limits.ts";
import { findProblem } from "./gaps/issue-link.ts";
import { defaultSlowClientLimits } from "./http/stalled-bodies.ts";
import { llmProviders, llmScopes } from "./llm/llm-settings.ts";
import { smtpSecurities } from "./notifications/smtp-settings.ts";
import { defaultGroupsClaim, defaultScope } from "./people/identity-provider.ts";
import { encryptionKeyBytes } from "./platform/encryption.ts";
import type { LogLevel } from "./platform/logger.ts";
import {
  choice,
  decimal,
  flag,
  integer,
  optionalInteger,
  parsed,
  type Setting,
  text,
  textOr,
} from "./platform/setting.ts";
import { deliveriesKeptDays } from "./webhooks/remove-old-deliveries.ts";

const retentionDays = (description: string) => optionalInteger(1, 36_500, "kept forever", description);

const isHttpUrl = (value: string) => /^https?:\/\/[^/]+/.test(value);

const httpUrl = (description: string, defaultText?: string) =>
  text(description, {
    ...(defaultText !== undefined && { defaultText }),
    expected: "an http or https address",
    parse: (value) => (isHttpUrl(value) ? value : undefined),
  });

function parseProxies(value: string): string[] | undefined {
  const proxies = value
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const namedNetworks = ["loopback", "linklocal", "uniquelocal"];
  const isNetwork = (one: string) => ipaddr.isValid(one) || ipaddr.isValidCIDR(one) || namedNetworks.includes(one);
  return proxies.every(isNetwork) ? proxies : undefined;
}

function parseOrigins(value: string): string[] | undefined {
  const origins = value
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const isOrigin = (one: string) => isHttpUrl(one) && URL.canParse(one) && new URL(one).origin === one;
  return origins.every(isOrigin) ? origins : undefined;
}

function parseList(value: string): string[] | undefined {
  const entries = value.split(",").map((one) => one.trim());
  return entries.every((one) => one !== "") ? entries : undefined;
}

function parseHeaders(value: string): Record<string, string> | undefined {
  const pairs = value.split(",").filter((pair) => pair !== "");
  if (!pairs.every((pair) => /^[\w-]+=.+$/.test(pair.trim()))) return undefined;
  return Object.fromEntries(pairs.map((pair) => pair.trim().split(/=(.*)/s).slice(0, 2)));
}

/** Undefined unless it is a plain http or https address. */
function parseLlmUrl(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.search === "";
  return isPlain ? url.href.replace(/\/+$/, "") : undefined;
}

const logLevels: LogLevel[] = ["debug", "info", "warn", "error", "silent"];
const mostPerWindow = 1_000_000_000;
const monthSeconds = 30 * 86_400;
export const megabyte = 1024 * 1024;
const extraction = defaultExtractionLimits;

const server = {
  HOST: textOr("127.0.0.1", "Address the service listens on."),
  PORT: integer(8080, 0, 65_535, "Port the service listens on; `0` picks a free one."),
  ASSAY_DATA_DIR: textOr("./data", "Folder of the embedded database, stored files and generated secrets."),
  ASSAY_LOG_LEVEL: {
    ...choice(logLevels, "`debug`, `info`, `warn`, `error` or `silent`."),
    ...{ default: "info", defaultText: "`info`" },
  } as Setting<LogLevel>,
  TRUST_PROXY: parsed<string[]>(
    [],
    "Addresses or networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted, comma-separated.",
    { expected: "addresses or networks of proxies, for example 10.0.0.0/8", parse: parseProxies },
  ),
  ASSAY_ALLOWED_ORIGINS: parsed<string[]>(
    [],
    "Origins whose web pages may call the API with a key (CORS), comma-separated. Empty: none.",
    { expected: "origins, for example https://app.example.com", parse: parseOrigins },
  ),
  ASSAY_REQUIRE_LEGAL_NAME: flag("Makes `legalName` required when a company is onboarded."),
};

const database = {
  DATABASE_URL: text("Address of a PostgreSQL 15 or later.", {
    ...{ defaultText: "embedded PostgreSQL", isSecret: true },
    expected:
      "like postgresql://user:password@host:5432/database; characters such as # or @ in the password must be percent-encoded",
    parse: (value) => (/^postgres(ql)?:\/\/.+/.test(value) && URL.canParse(value) ? value : undefined),
  }),
  ASSAY_DATABASE_POOL_SIZE: integer(10, 2, 500, "Database connections of one process."),
};

const secrets = {
  ASSAY_ADMIN_TOKEN: text("Administrator token. A generated one is stored in `admin-token` in the data directory.", {
    ...{ defaultText: "generated", isSecret: true },
    expected: "at least 32 characters without spaces, for example the output of: openssl rand -hex 32",
    parse: (value) => (/^[\x21-\x7e]{32,500}$/.test(value) ? value : undefined),
  }),
  ASSAY_ENCRYPTION_KEY: parsed<Buffer | undefined>(
    undefined,
    `Key of ${encryptionKeyBytes} bytes in base64 that encrypts secrets in the database. The same on every process.`,
    {
      ...{ defaultText: "generated", isSecret: true, expected: `${encryptionKeyBytes} bytes in base64` },
      parse(value) {
        const key = Buffer.from(value, "base64");
        return key.length === encryptionKeyBytes ? key : undefined;
      },
    },
  ),
  ASSAY_BLOB_KEYS: parsed<BlobMasterKey[]>(
    [],
    `\`name:key[,name:key…]\`, each key ${encryptionKeyBytes} bytes in base64. Encrypts stored files with the first key and decrypts with all; \`npm run rotate-keys\` re-encrypts.`,
    {
      ...{ defaultText: "files are not encrypted", isSecret: true },
      expected: `name:key[,name:key…], each key ${encryptionKeyBytes} bytes in base64, no name twice`,
      parse: parseMasterKeys,
    },
  ),
};

const perWindow = (absent: number, description: string) => integer(absent, 1, mostPerWindow, description);

const rateLimits = {
  ASSAY_RATE_PARTNER_PER_MINUTE: perWindow(300, "Requests per minute with one partner key."),
  ASSAY_RATE_COMPANY_PER_MINUTE: perWindow(600, "Requests per minute with one company key."),
  ASSAY_RATE_CHUNKS_PER_MINUTE: perWindow(3000, "Upload chunks per minute with one company key."),
  ASSAY_SUBMISSIONS_PER_HOUR: perWindow(100, "Submissions per hour of one company."),
  ASSAY_RATE_ADDRESS_PER_MINUTE: perWindow(120, "Requests per minute from one address without a valid key."),
  ASSAY_RATE_SIGN_IN_PER_MINUTE: perWindow(
    20,
    "Attempts per minute to sign in to the portal from one address, and per quarter of an hour to one account.",
  ),
};

const quotas = {
  ASSAY_QUOTA_COMPANY_STORED_MB: perWindow(
    1_048_576,
    "MiB of the submitted files of one company, announced ones included.",
  ),
  ASSAY_QUOTA_COMPANY_ARCHIVE_MEMBERS: perWindow(
    1_000_000,
    "Files found inside archives and mails, of all documents of one company.",
  ),
  ASSAY_QUOTA_COMPANY_OPEN_UPLOAD_MB: perWindow(51_200, "MiB announced in the open upload sessions of one company."),
  ASSAY_QUOTA_COMPANY_WAITING_DOCUMENTS: perWindow(10_000, "Documents of one company that wait or are being analysed."),
  ASSAY_QUOTA_PARTNER_STORED_MB: perWindow(
    10_485_760,
    "MiB of the submitted files of one partner's companies, announced ones included.",
  ),
  ASSAY_QUOTA_PARTNER_ARCHIVE_MEMBERS: perWindow(
    10_000_000,
    "Files found inside archives and mails, of all documents of one partner's companies.",
  ),
  ASSAY_QUOTA_PARTNER_OPEN_UPLOAD_MB: perWindow(512_000, "MiB announced in the open upload sessions of one partner."),
  ASSAY_QUOTA_PARTNER_WAITING_DOCUMENTS: perWindow(
    100_000,
    "Documents of one partner that wait or are being analysed.",
  ),
  ASSAY_QUOTA_PARTNER_COMPANIES: perWindow(10_000, "Companies of one partner."),
};

const admission = {
  ASSAY_MAX_CONCURRENT_REQUESTS: integer(32, 1, 10_000, "Requests that one process handles at the same time."),
  ASSAY_MAX_CONCURRENT_REQUESTS_PER_TENANT: integer(
    4,
    1,
    10_000,
    "Of these, the most of one tenant: a company, a partner, the administrator or an address.",
  ),
  ASSAY_MAX_CONCURRENT_TRANSFERS: integer(
    128,
    1,
    10_000,
    "Uploads and downloads of reports and page images that one process handles at the same time.",
  ),
  ASSAY_MAX_CONCURRENT_TRANSFERS_PER_TENANT: integer(32, 1, 10_000, "Of these, the most of one tenant."),
  ASSAY_REQUEST_QUEUE_TIMEOUT_MS: integer(
    2000,
    0,
    60_000,
    "Longest time a request waits in the queue before it is refused; transfers wait five times as long.",
  ),
  ASSAY_REQUEST_HEADERS_TIMEOUT_SECONDS: integer(
    defaultSlowClientLimits.headersSeconds,
    1,
    300,
    "Longest time until the headers of a request are complete; then it is refused with 408.",
  ),
  ASSAY_REQUEST_STALL_TIMEOUT_SECONDS: integer(
    defaultSlowClientLimits.stallSeconds,
    1,
    3600,
    "A request body that brings less than 1 KiB in this time is refused with 408.",
  ),
};

const signingIn = {
  ASSAY_OIDC_ISSUER: text("OpenID Connect issuer that signs operators in ([docs/people.md](people.md)).", {
    ...{ defaultText: "none", expected: "the issuer's address, for example https://login.example.com" },
    parse: (value) => (isHttpUrl(value) && URL.canParse(value) ? value : undefined),
  }),
  ASSAY_OIDC_NAME: textOr("single sign-on", "What the sign-in page calls it."),
  ASSAY_OIDC_CLIENT_ID: text("Client id that the issuer knows this service by.", {
    defaultText: "required with an issuer",
  }),
  ASSAY_OIDC_CLIENT_SECRET: text("Its secret.", { defaultText: "none: a public client", isSecret: true }),
  ASSAY_OIDC_SCOPE: textOr(defaultScope, "Scopes to ask for, with spaces between."),
  ASSAY_OIDC_GROUPS_CLAIM: textOr(
    defaultGroupsClaim,
    "Claim that lists a person's groups; dots lead into objects (`realm_access.roles`).",
  ),
  ASSAY_OIDC_OPERATOR_GROUPS: parsed<string[]>([], "Groups whose members are operators, comma-separated.", {
    ...{ defaultText: "required with an issuer", expected: "names of groups, comma-separated" },
    parse: parseList,
  }),
  ASSAY_OIDC_ALLOW_PRIVATE: flag("Allows an issuer at a private address and over http."),
};

const sessionsAndUploads = {
  ASSAY_SESSION_IDLE_SECONDS: integer(1800, 10, monthSeconds, "Time without activity until a browser is signed out."),
  ASSAY_SESSION_MAX_SECONDS: integer(43_200, 10, monthSeconds, "Longest time a browser stays signed in."),
  ASSAY_UPLOAD_SESSION_SECONDS: integer(86_400, 1, monthSeconds, "Lifetime of an upload session."),
  ASSAY_CHUNK_SIZE_BYTES: integer(
    8 * megabyte,
    65_536,
    1024 * megabyte,
    "Chunk size, doubled until a file has at most 10,000 chunks (2,500 on S3). At least 5 MiB with S3.",
  ),
};

const storage = {
  ASSAY_S3_BUCKET: text("Bucket that stores documents.", { defaultText: "files in the data directory" }),
  ASSAY_S3_ENDPOINT: httpUrl("Address of an S3-compatible store.", "AWS"),
  ASSAY_S3_REGION: textOr("us-east-1", "Region of the bucket."),
  AWS_ACCESS_KEY_ID: text("Access key of the bucket, with the rights that docs/operations.md lists.", {
    defaultText: "the AWS SDK's usual sources",
    isSecret: true,
  }),
  AWS_SECRET_ACCESS_KEY: text("Its secret.", { defaultText: "the AWS SDK's usual sources", isSecret: true }),
};

const processing = {
  ASSAY_WORKER_CONCURRENCY: integer(2, 0, 64, "Documents this process analyses at the same time; `0`: none."),
  ASSAY_EXTRACT_SECONDS: integer(
    extraction.wallClockSeconds,
    1,
    86_400,
    "Time limit for extracting the text of one document, which fails beyond it.",
  ),
  ASSAY_JUDGE_SECONDS: integer(
    1800,
    1,
    86_400,
    "Longest time for judging one document; one with little text has less. What is not judged by then fails.",
  ),
  ASSAY_EXTRACT_MEMORY_MB: integer(extraction.memoryBytes / megabyte, 256, 1_048_576, "Memory limit for the same."),
  ASSAY_EXTRACT_DISK_MB: integer(
    extraction.maxWrittenBytes / megabyte,
    256,
    1_048_576,
    "MiB that the same may write to disk.",
  ),
  ASSAY_MAX_PAGES: integer(extraction.maxPages, 1, 1_000_000, "Pages of one document."),
  ASSAY_MAX_TEXT_MB: integer(extraction.maxTextBytes / megabyte, 1, 1024, "Extracted text of one document."),
  ASSAY_MAX_UNPACKED_MB: integer(
    extraction.maxUnpackedBytes / megabyte,
    1,
    1_048_576,
    "Unpacked size of an archive or mail.",
  ),
  ASSAY_MAX_ARCHIVE_DEPTH: integer(extraction.maxDepth, 1, 10, "Nesting depth of archives and mails."),
  ASSAY_MAX_ARCHIVE_MEMBERS: integer(extraction.maxMembers, 1, 1_000_000, "Members of an archive or mail."),
  ASSAY_REVIEW_BELOW: decimal(
    0.88,
    1,
    "Verdicts and levels whose [confidence](confidence.md) is lower, or unknown, need review; `0`: none. Applies to stored results at once.",
  ),
  ASSAY_RETRY_SCALE: decimal(1, 1000, "Factor on the delays between attempts of jobs and deliveries, for tests."),
  ASSAY_WEBHOOK_ALLOW_PRIVATE: flag("Allows webhooks to private addresses and over http."),
};

const externalModel = {
  ASSAY_LLM_PROVIDER: {
    ...choice(llmProviders, "`openai-compatible` or `anthropic`: an external model judges the items."),
    defaultText: "none: nothing leaves the machine",
  },
  ASSAY_LLM_BASE_URL: text("Address of the external model, version included (`https://host/v1`).", {
    ...{ defaultText: "required with a provider", isSecret: true },
    expected: "the address of the model, for example https://host/v1",
    parse: parseLlmUrl,
  }),
  ASSAY_LLM_API_KEY: text("Key of the external model, sent to that address only.", {
    ...{ isSecret: true, expected: "plain characters without spaces" },
    parse: (value) => (/^[\x21-\x7e]+$/.test(value) ? value : undefined),
  }),
  ASSAY_LLM_MODEL: text("Name of the external model.", { defaultText: "required with a provider" }),
  ASSAY_LLM_TOKENS_PER_DOCUMENT: integer(
    500_000,
    1_000,
    1_000_000_000,
    "Tokens sent and received for one document; beyond them its items are judged offline.",
  ),
  ASSAY_LLM_CONCURRENCY: integer(4, 1, 64, "Concurrent requests to the external model."),
  ASSAY_LLM_TIMEOUT_SECONDS: integer(120, 1, 3600, "Time limit for one of its answers."),
  ASSAY_LLM_ASK: {
    ...choice(
      llmScopes,
      "What the external model is asked: `all` criteria, or only those that the engine is `unsure` of, with a probability below .75.",
    ),
    ...{ default: "all" as (typeof llmScopes)[number], defaultText: "`all`" },
  } as Setting<(typeof llmScopes)[number]>,
  ASSAY_LLM_TEMPERATURE: {
    ...decimal(0, 2, "Temperature sent to the external model; `0` for the most repeatable answers."),
    ...{ default: undefined as number | undefined, defaultText: "not sent: some models refuse it" },
  },
};

const retention = {
  ASSAY_RETENTION_DAYS_DOCUMENTS: retentionDays("Days until documents and their results are erased."),
  ASSAY_RETENTION_DAYS_ORIGINALS: retentionDays("Days until submitted files are erased."),
  ASSAY_RETENTION_DAYS_PAGES: retentionDays("Days until extracted pages are erased."),
  ASSAY_RETENTION_DAYS_AUDIT_LOG: retentionDays("Days until entries of the audit log are erased."),
  ASSAY_RETENTION_DAYS_DELIVERIES: integer(
    deliveriesKeptDays,
    1,
    36_500,
    "Days until events and their deliveries are erased.",
  ),
};

const evidence = {
  ASSAY_ANCHOR_S3_BUCKET: text(
    "Bucket that also keeps the signed anchors, best with object lock; endpoint, region and credentials as for `ASSAY_S3_BUCKET`.",
  ),
  ASSAY_ANCHOR_URL: httpUrl("Address to which every signed anchor is posted as JSON."),
  ASSAY_AUDIT_URL: httpUrl("Address to which every audit entry is posted as JSON Lines, for a SIEM."),
  ASSAY_AUDIT_SYSLOG: text("Syslog server to which every audit entry is sent over TCP (RFC 5424, RFC 6587).", {
    expected: "tcp://host:port",
    parse: (value) => (/^tcp:\/\/[^/:\s]+:\d{1,5}$/.test(value) ? value : undefined),
  }),
};

const mail = {
  ASSAY_PUBLIC_URL: text(
    "Address at which people reach the portal, without a path: links in mails and identity providers lead there.",
    {
      ...{
        defaultText: "the address that the browser asked for; required with a mail server",
        expected: "an http or https address without a path",
      },
      parse: (value) => (parseOrigins(value)?.length === 1 ? value : undefined),
    },
  ),
  ASSAY_SMTP_HOST: text(
    "Mail server that sends invitations and notifications ([docs/gaps.md](gaps.md#notifications)). Set the same for all processes.",
    { defaultText: "none: no mail is sent, and links of invitations are shown to copy" },
  ),
  ASSAY_SMTP_PORT: optionalInteger(1, 65_535, "`587`, with `tls` `465`", "Its port."),
  ASSAY_SMTP_SECURITY: {
    ...choice(smtpSecurities, "`starttls`, which is then required, `tls` from the start, or `none`."),
    ...{ default: "starttls", defaultText: "`starttls`" },
  } as Setting<(typeof smtpSecurities)[number]>,
  ASSAY_SMTP_USER: text("User name at the mail server.", { defaultText: "none: without signing in" }),
  ASSAY_SMTP_PASSWORD: text("Its password.", { isSecret: true }),
  ASSAY_SMTP_FROM: text("Sender of mails, such as `Assay <assay@example.com>`.", {
    ...{ defaultText: "required with a mail server", expected: "a mail address, with or without a name before it" },
    parse: (value) => (/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value) ? value : undefined),
  }),
  ASSAY_ISSUE_LINK: text(
    "Address that opens an issue about a gap in a tracker, for companies without one of their own ([docs/gaps.md](gaps.md)).",
    {
      expected: "an https address with {title} behind its question mark",
      parse: (value) => (findProblem(value) === undefined ? value : undefined),
    },
  ),
};

const observability = {
  ASSAY_METRICS_PORT: optionalInteger(
    0,
    65_535,
    "none: no metrics",
    "Port of `GET /metrics` for Prometheus, and of `GET /live`.",
  ),
  ASSAY_METRICS_HOST: textOr("127.0.0.1", "Address that port listens on."),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl(
    "OpenTelemetry collector; traces go to its `/v1/traces` and hold routes, durations and ids, no document text.",
    "none: no traces",
  ),
  OTEL_EXPORTER_OTLP_HEADERS: parsed<Record<string, string>>(
    {},
    "Headers for the collector, `name=value`, comma-separated.",
    {
      ...{ expected: "like name=value,name=value", isSecret: true },
      parse: parseHeaders,
    },
  ),
  OTEL_SERVICE_NAME: textOr("assay", "Name of this service in traces."),
};

/** In the order of docs/settings.md. */
export const settingGroups = {
  Server: server,
  Database: database,
  Secrets: secrets,
  "Rate limits": rateLimits,
  Quotas: quotas,
  "Overload and slow clients": admission,
  "Signing in": signingIn,
  "Browser sessions and uploads": sessionsAndUploads,
  "File storage": storage,
  "Processing documents": processing,
  "External model": externalModel,
  Retention: retention,
  Evidence: evidence,
  "Mail and links": mail,
  "Metrics and traces": observability,
};

export const settings = {
  ...{
    ...server,
    ...database,
    ...secrets,
    ...rateLimits,
    ...quotas,
    ...admission,
    ...signingIn,
    ...sessionsAndUploads,
  },
  ...{ ...storage, ...processing, ...externalModel, ...retention, ...evidence, ...mail, ...observability },
};
