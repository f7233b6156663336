import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigProblem, readConfig } from "./config.ts";
import { defaultExtractionLimits } from "./extraction/extraction-limits.ts";
import type { Setting } from "./platform/setting.ts";
import { settingGroups, settings } from "./settings.ts";

test("without any settings the service runs on this machine with the documented defaults", () => {
  const config = readConfig({}, []);
  assert.deepEqual(
    [config.role, config.host, config.port, config.dataDirectory, config.databaseUrl],
    ["all", "127.0.0.1", 8080, "./data", undefined],
  );
  assert.deepEqual(config.limits, {
    partnerPerMinute: 300,
    companyPerMinute: 600,
    chunksPerMinute: 3000,
    submissionsPerHour: 100,
    addressPerMinute: 120,
    signInPerMinute: 20,
  });
  assert.deepEqual(config.admission, {
    ...{
      maxConcurrentRequests: 32,
      maxConcurrentRequestsPerTenant: 4,
      maxConcurrentTransfers: 128,
      maxConcurrentTransfersPerTenant: 32,
    },
    queueTimeoutMs: 2000,
  });
  assert.equal(config.isLegalNameRequired, false);
  assert.deepEqual([config.arePrivateWebhooksAllowed, config.retryScale], [false, 1]);
});

test("extraction limits, worker concurrency, retry delays and the threshold of review can be set", () => {
  const absent = readConfig({}, []);
  assert.deepEqual(absent.extraction, defaultExtractionLimits);
  assert.deepEqual([absent.workerConcurrency, absent.retryScale, absent.reviewBelow], [2, 1, 0.88]);
  const given = readConfig(
    {
      ASSAY_EXTRACT_SECONDS: "30",
      ASSAY_EXTRACT_MEMORY_MB: "512",
      ASSAY_MAX_PAGES: "100",
      ASSAY_MAX_TEXT_MB: "8",
      ASSAY_MAX_UNPACKED_MB: "64",
      ASSAY_EXTRACT_DISK_MB: "300",
      ASSAY_MAX_ARCHIVE_DEPTH: "2",
      ASSAY_MAX_ARCHIVE_MEMBERS: "50",
      ASSAY_WORKER_CONCURRENCY: "0",
      ASSAY_RETRY_SCALE: "0.01",
      ASSAY_REVIEW_BELOW: ".8",
    },
    [],
  );
  assert.deepEqual(given.extraction, {
    wallClockSeconds: 30,
    memoryBytes: 512 * 1024 ** 2,
    maxWrittenBytes: 300 * 1024 ** 2,
    maxPages: 100,
    maxTextBytes: 8 * 1024 ** 2,
    maxUnpackedBytes: 64 * 1024 ** 2,
    maxDepth: 2,
    maxMembers: 50,
  });
  assert.deepEqual([given.workerConcurrency, given.retryScale, given.reviewBelow], [0, 0.01, 0.8]);
});

test("an administrator token of fewer than 32 characters is refused with the reason", () => {
  assert.throws(
    () => readConfig({ ASSAY_ADMIN_TOKEN: "a".repeat(31) }, []),
    (error: Error) =>
      /ASSAY_ADMIN_TOKEN must be at least 32 characters/.test(error.message) && !/aaa/.test(error.message),
  );
  assert.equal(readConfig({ ASSAY_ADMIN_TOKEN: "a".repeat(32) }, []).adminToken, "a".repeat(32));
});

test("all invalid settings are named at once", () => {
  const env = {
    PORT: "eighty",
    DATABASE_URL: "mysql://user:secret@host/db",
    ASSAY_RATE_PARTNER_PER_MINUTE: "0",
    ASSAY_REQUIRE_LEGAL_NAME: "maybe",
    ASSAY_ADMIN_TOKEN: "short",
    ASSAY_ENCRYPTION_KEY: "abc",
    ASSAY_LOG_LEVEL: "loud",
    ASSAY_WEBHOOK_ALLOW_PRIVATE: "some",
    TRUST_PROXY: "true",
    ASSAY_S3_ENDPOINT: "nowhere",
    ASSAY_CHUNK_SIZE_BYTES: "1000",
    ASSAY_EXTRACT_SECONDS: "0",
    ASSAY_EXTRACT_MEMORY_MB: "64",
    ASSAY_MAX_PAGES: "many",
    ASSAY_WORKER_CONCURRENCY: "-1",
    ASSAY_RETRY_SCALE: "fast",
    ASSAY_REVIEW_BELOW: "75 %",
    ASSAY_LLM_PROVIDER: "oracle",
    ASSAY_LLM_BASE_URL: "localhost:11434",
    ASSAY_LLM_API_KEY: "two words",
    ASSAY_LLM_TOKENS_PER_DOCUMENT: "lots",
    ASSAY_LLM_CONCURRENCY: "0",
    ASSAY_LLM_TIMEOUT_SECONDS: "0",
    ASSAY_LLM_ASK: "some",
    ASSAY_LLM_TEMPERATURE: "3",
  };
  assert.throws(
    () => readConfig(env, ["--role", "boss", "--verbose"]),
    (error) => {
      assert.ok(error instanceof ConfigProblem);
      for (const name of [...Object.keys(env), "--role", "--verbose"]) assert.match(error.message, new RegExp(name));
      assert.ok(!error.message.includes("secret"), "a password is not repeated");
      return true;
    },
  );
});

test("the roles api and worker need DATABASE_URL", () => {
  for (const role of ["api", "worker"]) assert.throws(() => readConfig({}, ["--role", role]), /needs DATABASE_URL/);
  assert.equal(readConfig({ DATABASE_URL: "postgresql://u:p@h/d" }, ["--role=worker"]).role, "worker");
});

test("the message about DATABASE_URL explains percent-encoding", () => {
  assert.throws(() => readConfig({ DATABASE_URL: "postgres://user:p#w@host/db" }, []), /percent-encoded/);
});

test("without a provider there is no external model, and settings that need one are named", () => {
  assert.equal(readConfig({}, []).llm, undefined);
  assert.throws(
    () => readConfig({ ASSAY_LLM_MODEL: "m", ASSAY_LLM_API_KEY: "secret" }, []),
    /ASSAY_LLM_API_KEY, ASSAY_LLM_MODEL set, but ASSAY_LLM_PROVIDER is not/,
  );
  assert.throws(
    () => readConfig({ ASSAY_LLM_PROVIDER: "anthropic" }, []),
    /ASSAY_LLM_BASE_URL.*ASSAY_LLM_MODEL.*ASSAY_LLM_API_KEY is needed/s,
  );
  const env = { ASSAY_LLM_PROVIDER: "openai-compatible", ASSAY_LLM_BASE_URL: "http://127.0.0.1:11434/v1/" };
  assert.deepEqual(readConfig({ ...env, ASSAY_LLM_MODEL: "m" }, []).llm, {
    ...{ provider: "openai-compatible", baseUrl: "http://127.0.0.1:11434/v1", apiKey: undefined, model: "m" },
    ...{ tokensPerDocument: 500_000, concurrency: 4, timeoutSeconds: 120, temperature: undefined },
    ...{ ask: "all", unsureBelow: 0.75 },
  });
  const chosen = { ...env, ASSAY_LLM_MODEL: "m", ASSAY_LLM_ASK: "unsure", ASSAY_LLM_TEMPERATURE: "0" };
  const { llm } = readConfig(chosen, []);
  assert.deepEqual([llm?.ask, llm?.temperature], ["unsure", 0]);
});

test("chunks on S3 have at least 5 MiB", () => {
  const s3 = { ASSAY_S3_BUCKET: "b", ASSAY_CHUNK_SIZE_BYTES: "65536" };
  assert.throws(() => readConfig(s3, []), /ASSAY_CHUNK_SIZE_BYTES must be at least 5242880/);
  assert.equal(readConfig({ ASSAY_CHUNK_SIZE_BYTES: "65536" }, []).upload.chunkSizeBytes, 65_536);
});

test("an empty variable counts as absent", () => {
  assert.equal(readConfig({ PORT: "", DATABASE_URL: " ", ASSAY_ADMIN_TOKEN: "" }, []).port, 8080);
});

test("every setting is in one group and has a description of one sentence or more on one line", () => {
  const grouped: [string, Setting<unknown>][] = Object.values(settingGroups).flatMap((group) => Object.entries(group));
  assert.deepEqual(grouped.map(([name]) => name).sort(), Object.keys(settings).sort());
  for (const [name, { description, defaultText }] of grouped) {
    assert.match(description, /^[A-Z`].*\.$/, name);
    assert.notEqual(defaultText, "", name);
  }
});
