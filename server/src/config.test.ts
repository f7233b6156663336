import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigProblem, readConfig } from "./config.ts";

test("without any setting the service runs whole on this machine, on the documented defaults", () => {
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
  });
  assert.equal(config.isLegalNameRequired, false);
  assert.deepEqual([config.arePrivateWebhooksAllowed, config.retryScale], [false, 1]);
});

test("wrong settings are all named at once", () => {
  const env = {
    PORT: "eighty",
    DATABASE_URL: "mysql://user:secret@host/db",
    ASSAY_RATE_PARTNER_PER_MINUTE: "0",
    ASSAY_REQUIRE_LEGAL_NAME: "maybe",
    ASSAY_ADMIN_TOKEN: "short",
    ASSAY_ENCRYPTION_KEY: "abc",
    ASSAY_LOG_LEVEL: "loud",
    ASSAY_WEBHOOK_ALLOW_PRIVATE: "some",
    ASSAY_RETRY_SCALE: "0",
    TRUST_PROXY: "true",
    ASSAY_S3_ENDPOINT: "nowhere",
    ASSAY_CHUNK_SIZE_BYTES: "1000",
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

test("a role that shares its database with others needs one that can be shared", () => {
  for (const role of ["api", "worker"]) assert.throws(() => readConfig({}, ["--role", role]), /needs DATABASE_URL/);
  assert.equal(readConfig({ DATABASE_URL: "postgresql://u:p@h/d" }, ["--role=worker"]).role, "worker");
});

test("a password with characters that break an address is explained", () => {
  assert.throws(() => readConfig({ DATABASE_URL: "postgres://user:p#w@host/db" }, []), /percent-encoded/);
});

test("S3 takes no chunks below 5 MiB", () => {
  const s3 = { ASSAY_S3_BUCKET: "b", ASSAY_CHUNK_SIZE_BYTES: "65536" };
  assert.throws(() => readConfig(s3, []), /ASSAY_CHUNK_SIZE_BYTES must be at least 5242880/);
  assert.equal(readConfig({ ASSAY_CHUNK_SIZE_BYTES: "65536" }, []).upload.chunkSizeBytes, 65_536);
});

test("an empty variable counts as absent", () => {
  assert.equal(readConfig({ PORT: "", DATABASE_URL: " ", ASSAY_ADMIN_TOKEN: "" }, []).port, 8080);
});
