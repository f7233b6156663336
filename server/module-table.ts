/**
 * The modules of server/src in the order of ARCHITECTURE.md, whose table is generated from this one. architecture.test.ts
 * enforces it as an allow-list: a folder that is not listed may import nothing. `node:` modules are free.
 */
export interface ServerModule {
  /** One line of Markdown. */
  purpose: string;
  imports: readonly string[];
}

export const features: readonly string[] = [
  ...["platform", "admission", "audit", "events", "jobs", "tenancy", "catalogue", "uploads", "documents", "reviews"],
  ...["submissions", "records", "anchors", "processing", "operations", "erasure", "analysis", "extraction", "webhooks"],
  ...[
    "reports",
    "results",
    "comparison",
    "redlines",
    "checklists",
    "decisions",
    "gaps",
    "notifications",
    "people",
    "database.ts",
  ],
];

export const modules: Readonly<Record<string, ServerModule>> = {
  platform: {
    purpose: "errors, clock, ids, paging, encryption, logger, worker threads, kinds of settings",
    imports: ["pino", "ulid"],
  },
  admission: {
    purpose: "how many requests run at the same time, and which one is next",
    imports: ["platform"],
  },
  audit: { purpose: "the append-only audit log: who changed what", imports: ["platform"] },
  events: { purpose: "the events a company can subscribe to", imports: ["platform"] },
  jobs: { purpose: "job names and payloads; the queue as a port", imports: ["platform"] },
  tenancy: {
    purpose: "partners, companies, business entities, API keys, sessions, limits, idempotent requests",
    imports: ["platform", "audit"],
  },
  people: {
    purpose: "accounts of people, memberships, invitations, passwords, signing in",
    imports: ["platform", "audit", "tenancy"],
  },
  catalogue: {
    purpose: "framework → control → cluster → control item; format, validation, import",
    imports: ["platform", "audit", "typebox"],
  },
  uploads: {
    purpose: "upload sessions, chunks and their hashing; the blob store as a port",
    imports: ["platform", "hash-wasm"],
  },
  documents: {
    purpose: "documents, their files, items and dates",
    imports: ["platform", "audit", "events", "analysis"],
  },
  reviews: {
    purpose: "compliance reviews and their roll-up",
    imports: ["platform", "audit", "documents", "catalogue", "analysis"],
  },
  submissions: {
    purpose: "planning a submission, multipart, chunks, expiry: bytes become documents",
    imports: [
      ...[
        "platform",
        "audit",
        "events",
        "jobs",
        "tenancy",
        "catalogue",
        "uploads",
        "documents",
        "decisions",
        "reviews",
      ],
    ],
  },
  extraction: {
    purpose:
      "bytes → pages. The folder's own files are its interface; `child` is the process and its limits; one folder for each family of formats (`pdf`, `office`, `text`, `mail`, `archive`, `image`); `layout` finds paragraphs from positions, `structure` headings, levels, wrapped lines and tables from words and their print",
    imports: [
      ...["platform", "@embedpdf/pdfium", "@e965/xlsx", "@kenjiuno/msgreader", "file-type", "franc-min"],
      ...["parse5", "postal-mime", "tesseract.js", "utif2", "yauzl"],
    ],
  },
  analysis: {
    purpose:
      "pages + control items → findings, in stages: `passages`, `search`, `reading`, `verdict`, `findings`; `language` beside them. Pure; the models are parameters",
    imports: ["platform", "catalogue", "extraction", "@orama/stemmers"],
  },
  encoder: {
    purpose: "the two ONNX models behind the engine's ports",
    imports: ["analysis", "platform", "@huggingface/tokenizers", "onnxruntime-node"],
  },
  "analysis-thread": {
    purpose: "runs the engine in a worker thread",
    imports: ["analysis", "encoder", "platform"],
  },
  llm: {
    purpose: "an external model as judge: the question, validation of the answer, fallback to the engine",
    imports: ["analysis", "platform", "typebox", "ai", "@ai-sdk/openai-compatible", "@ai-sdk/anthropic"],
  },
  records: {
    purpose: "a hash chain of results for each company, and its verification",
    imports: ["platform", "documents", "analysis"],
  },
  decisions: {
    purpose:
      "what people decide about findings: confirming, overriding, accepting a risk until a date; carried over to new versions",
    imports: ["platform", "audit", "events", "records", "documents", "analysis"],
  },
  notifications: {
    purpose: "mails to people: invitations, what happened to gaps and reviews, digests; what each person chose",
    imports: ["platform", "audit", "jobs"],
  },
  gaps: {
    purpose: "the register of criteria that are not met: who closes them by when, comments, closing by a newer version",
    imports: ["platform", "audit", "events", "jobs", "documents", "notifications", "analysis"],
  },
  anchors: {
    purpose: "the audit log's hash chain, signed ends of all chains, their verification",
    imports: ["platform", "audit", "records"],
  },
  processing: {
    purpose:
      "from a queued document to its result: fetch, extract, store pages, judge, end, cancel; reproducing a result",
    imports: [
      ...[
        "platform",
        "audit",
        "jobs",
        "tenancy",
        "records",
        "events",
        "catalogue",
        "uploads",
        "documents",
        "decisions",
        "notifications",
        "submissions",
      ],
      ...["extraction", "analysis"],
    ],
  },
  operations: {
    purpose: "for the operator: queue, throughput, workers, failed documents and their retry",
    imports: ["platform", "audit", "events", "jobs", "uploads", "documents", "submissions"],
  },
  webhooks: {
    purpose: "registration, address checks, signatures, the delivery loop, retries",
    imports: ["platform", "audit", "events", "ipaddr.js"],
  },
  results: {
    purpose: "serialises the items of a document result in a worker thread",
    imports: ["platform", "documents", "analysis", "typebox"],
  },
  comparison: {
    purpose:
      "two versions of a document: clauses added, removed, reworded and moved, with the verdicts that changed because of them, in a worker thread",
    imports: [...["platform", "uploads", "documents", "extraction", "analysis", "processing", "results", "diff"]],
  },
  redlines: {
    purpose:
      "suggested texts of a result that people choose: as tracked changes in a copy of the Word file, written in an extraction child, or as a Word file of their own",
    imports: [
      ...["platform", "uploads", "documents", "submissions", "extraction", "analysis", "processing", "results"],
      "docx",
    ],
  },
  reports: {
    purpose: "a review as PDF, DOCX, XLSX, CSV and OSCAL: data, signature, one writer for each format",
    imports: ["platform", "documents", "reviews", "catalogue", "tenancy", "analysis", "docx", "pdfkit"],
  },
  checklists: {
    purpose:
      "controls as spreadsheets: reading XLSX and CSV with their problems, drafting criteria, writing them again",
    imports: ["platform", "catalogue", "extraction", "analysis", "reports"],
  },
  "report-thread": { purpose: "runs report writers in worker threads", imports: ["platform", "reports"] },
  erasure: {
    purpose: "erasing companies and deleted documents; retention",
    imports: ["platform", "audit", "jobs", "tenancy", "uploads", "submissions"],
  },
  "database.ts": {
    purpose: "all stores as one port",
    imports: [
      ...["platform", "audit", "events", "jobs", "tenancy", "catalogue", "uploads", "documents", "reviews"],
      ...[
        "submissions",
        "records",
        "anchors",
        "processing",
        "operations",
        "erasure",
        "webhooks",
        "reports",
        "people",
        "decisions",
        "gaps",
        "notifications",
      ],
    ],
  },
  http: {
    purpose: "one file for each resource; access, limits, errors, idempotency",
    imports: [
      ...features,
      ...["fastify", "typebox", "ipaddr.js"],
      ...["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler", "@fastify/multipart", "@fastify/swagger"],
      ...["@fastify/type-provider-typebox", "@scalar/fastify-api-reference"],
      ...["@assay/mcp", "@assay/sdk", "@modelcontextprotocol/server", "marked"],
    ],
  },
  worker: { purpose: "job handlers and schedules", imports: features },
  postgres: {
    purpose: "stores, migrations, queue, the embedded server; the only SQL",
    imports: [...features, "pg", "pg-boss"],
  },
  blobs: { purpose: "files on disk or in S3, encrypted if configured", imports: [...features, "@aws-sdk/client-s3"] },
  outbound: {
    purpose: "the only outgoing connections of webhooks and mails: name resolution, sending; syslog",
    imports: ["platform", "webhooks", "notifications", "undici", "nodemailer"],
  },
  oidc: {
    purpose: "OpenID Connect: authorization requests, ID tokens and claims of identity providers",
    imports: ["people", "openid-client"],
  },
  "data-directory": {
    purpose: "the data directory, its lock, generated secrets, folders of one process",
    imports: ["platform"],
  },
  metrics: { purpose: "Prometheus metrics", imports: [] },
  traces: { purpose: "OpenTelemetry spans", imports: [] },
  "observers.ts": {
    purpose: "reports requests, jobs and deliveries to metrics and traces",
    imports: ["config.ts", "http", "metrics", "platform", "postgres", "traces", "version.ts", "webhooks"],
  },
  "version.ts": { purpose: "the version of the service", imports: ["package.json"] },
  "settings.ts": {
    purpose: "every setting with its default, description and parser",
    imports: [
      "platform",
      "people",
      "webhooks",
      "blobs",
      "extraction",
      "llm",
      "http",
      "gaps",
      "notifications",
      "ipaddr.js",
    ],
  },
  "config.ts": {
    purpose: "the only reader of the environment",
    imports: [
      ...[
        "settings.ts",
        "platform",
        "people",
        "tenancy",
        "notifications",
        "submissions",
        "erasure",
        "blobs",
        "extraction",
        "llm",
        "admission",
      ],
      "http",
    ],
  },
  "compose-anchors.ts": {
    purpose: "builds what keeps the signed anchors and sends the audit log to a SIEM",
    imports: [...features, "config.ts", "data-directory", "blobs", "outbound"],
  },
  "compose-api.ts": {
    purpose: "builds the HTTP side",
    imports: [...features, "http", "postgres", "version.ts", "fastify"],
  },
  "compose-deliveries.ts": {
    purpose: "builds webhook delivery",
    imports: [...features, "outbound", "postgres", "traces", "version.ts"],
  },
  "compose-openid.ts": {
    purpose: "builds what talks to identity providers",
    imports: ["people", "outbound", "oidc"],
  },
  "compose-worker.ts": {
    purpose: "builds the worker side",
    imports: [
      ...features,
      ...["config.ts", "analysis-thread", "llm", "worker", "postgres", "outbound", "observers.ts"],
      "compose-deliveries.ts",
    ],
  },
  "service.ts": {
    purpose: "opens everything a role needs, closes it in reverse order",
    imports: [
      ...features,
      ...[
        "config.ts",
        "compose-anchors.ts",
        "compose-api.ts",
        "compose-openid.ts",
        "compose-worker.ts",
        "report-thread",
        "http",
        "postgres",
        "blobs",
      ],
      ...["outbound", "data-directory", "metrics", "observers.ts", "version.ts"],
    ],
  },
  "main.ts": { purpose: "the process", imports: ["config.ts", "service.ts", "platform"] },
  testing: {
    purpose: "builders, test database, test server; never shipped",
    imports: [
      ...features,
      ...[
        "compose-api.ts",
        "compose-deliveries.ts",
        "compose-openid.ts",
        "outbound",
        "llm",
        "report-thread",
        "version.ts",
        "http",
      ],
      ...[
        "worker",
        "postgres",
        "blobs",
        "data-directory",
        "pino",
        "pg",
        "pg-boss",
        "@20minutes/s3rver",
        "smtp-server",
        "postal-mime",
      ],
      ...[
        "fast-check",
        "oidc-provider",
        "typebox",
        "@e965/xlsx",
        "@embedpdf/pdfium",
        "@kenjiuno/msgreader",
        "pdf-lib",
        "docx",
      ],
    ],
  },
};
