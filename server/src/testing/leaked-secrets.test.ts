import assert from "node:assert/strict";
import { test } from "node:test";
import { makeKey } from "../tenancy/api-key.ts";
import { createSecret } from "../webhooks/signature.ts";
import { collectSecrets, findLeaks } from "./leaked-secrets.ts";

test("keys, webhook secrets and cookies of the product's own form are found wherever they stand", () => {
  const line = (secret: string) => `{"level":30,"note":"${secret}"}\n`;
  for (const tier of ["partner", "company"] as const)
    assert.deepEqual(findLeaks(line(makeKey(tier).plainText)), ["API key"]);
  assert.deepEqual(findLeaks(line(createSecret())), ["webhook secret"]);
  assert.deepEqual(findLeaks(line(`assay_session=${"x".repeat(43)}`)), ["session cookie"]);
  const { prefix, lastFour } = makeKey("company");
  assert.deepEqual(findLeaks(line(`${prefix}…${lastFour}`)), [], "what a key is known by is no secret");
});

test("secrets in settings are found and reported by the setting's name only", () => {
  const secrets = collectSecrets({
    ...{ ASSAY_ADMIN_TOKEN: "an-administrator", ASSAY_LLM_API_KEY: "sk-123456", AWS_SECRET_ACCESS_KEY: "very-secret" },
    ...{ ASSAY_BLOB_KEYS: "2027:first-of-them,2026:second-of-them", OTEL_EXPORTER_OTLP_HEADERS: "x-key=for-collector" },
    ...{ DATABASE_URL: "postgresql://user:pass%23word@host/db" },
    ...{ ASSAY_LLM_TOKENS_PER_DOCUMENT: "500000000", POSTGRES_PASSWORD: "short", PORT: "12345678" },
  });
  const written =
    "an-administrator sk-123456 very-secret second-of-them for-collector pass#word 500000000 short 12345678";
  assert.deepEqual(findLeaks(written, secrets), [
    ...["ASSAY_ADMIN_TOKEN", "ASSAY_LLM_API_KEY", "AWS_SECRET_ACCESS_KEY", "ASSAY_BLOB_KEYS"],
    ...["OTEL_EXPORTER_OTLP_HEADERS", "the password in DATABASE_URL"],
  ]);
});
