import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { answerPartly } from "../server/src/testing/llm-trial.ts";
import { type ModelServer, startModelServer } from "../server/src/testing/model-server.ts";
import { until } from "../server/src/testing/until.ts";
import { type AReceiver, aReceiver } from "../server/src/testing/webhook-receiver.ts";
import { type AssayProcess, aDataDirectory, startAssay } from "./assay-process.ts";
import { aCompany, aForm, readAdminToken, send, submissionUrl } from "./company.ts";
import { aServiceStorage } from "./service-database.ts";

/** Uses every kind of secret once. The processes of all other tests are checked in assay-process.ts. */

let data: Awaited<ReturnType<typeof aDataDirectory>>;
let assay: AssayProcess;
let model: ModelServer;
let receiver: AReceiver;
let collector: AReceiver;
before(async () => {
  data = await aDataDirectory();
  // Each fails at first, because errors are logged.
  model = await startModelServer((asked, count) => (count === 1 ? { status: 401 } : answerPartly(asked)));
  receiver = await aReceiver();
  let attempts = 0;
  receiver.answer = (response) => response.writeHead(attempts++ === 0 ? 500 : 204).end();
  collector = await aReceiver();
  collector.answer = (response) => response.writeHead(500).end();
  assay = await startAssay({
    ASSAY_DATA_DIR: data.path,
    ASSAY_LOG_LEVEL: "debug",
    ASSAY_WEBHOOK_ALLOW_PRIVATE: "true",
    ASSAY_RETRY_SCALE: "0.001",
    ASSAY_BLOB_KEYS: `main:${blobKey}`,
    ...{ ASSAY_LLM_PROVIDER: "openai-compatible", ASSAY_LLM_BASE_URL: model.baseUrl, ASSAY_LLM_MODEL: "tester-1" },
    ASSAY_LLM_API_KEY: llmKey,
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: `x-collector=${collectorKey}` },
  });
});
after(async () => {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await Promise.all([model.close(), receiver.close(), collector.close()]);
  await data.remove();
});

const blobKey = Buffer.alloc(32, "secret of this test").toString("base64");
const llmKey = "sk-key-of-the-external-model";
const collectorKey = "key-of-the-collector";

async function call(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${assay.url}${path}`, init);
  const text = await answer.text();
  // biome-ignore lint/suspicious/noExplicitAny: response bodies of all routes
  const body: any = text === "" ? undefined : JSON.parse(text);
  return { status: answer.status, body, headers: answer.headers };
}

const json = (headers: Record<string, string>, body: object, method = "POST"): RequestInit => ({
  method,
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify(body),
});

test("no key, token, cookie, secret, name or document text is logged, even at level debug", async () => {
  const [token = "", encryptionKey = "", password = ""] = await Promise.all(
    ["admin-token", "encryption-key", "postgres-password"].map(async (name) =>
      (await readFile(join(data.path, name), "utf8")).trim(),
    ),
  );
  const admin = { authorization: `Bearer ${token}` };
  const partner = (await call("/v1/admin/partners", json(admin, { name: "Quiet Partners" }))).body;
  const partnerKey = { "x-api-key": partner.apiKey };
  const onboarded = await call(
    "/v1/onboard",
    json({ ...partnerKey, "idempotency-key": "once" }, { name: "Hushed GmbH" }),
  );
  const { companyApiKey, companyId, businessEntityId } = onboarded.body;
  const company = { "x-api-key": companyApiKey };
  const hook = { url: `${receiver.url}/quiet-receiver?token=quiet-token`, eventTypes: ["document.completed"] };
  const { body: webhook } = await call("/v1/webhooks", json(company, hook, "PUT"));
  assert.match(webhook.secret, /^whsec_/);
  const session = await call("/v1/session", json({}, { key: companyApiKey }));
  const cookie = session.headers.get("set-cookie")?.split(";", 1)[0]?.split("=")[1] ?? "";
  assert.ok(cookie.length > 30);
  const { frameworks } = (await call("/v1/compliance-frameworks", { headers: company })).body;
  const form = new FormData();
  form.append("files[]", new Blob(["A murmured sentence of the contract."]), "whispered-contract.txt");
  const controlId = frameworks[0].controls[0].id;
  const { items } = (await call(`/v1/controls/${controlId}/items`, { headers: company })).body;
  const selectedControlItemIds = JSON.stringify(items.slice(0, 3).map(({ id }: { id: string }) => id));
  const query = new URLSearchParams({ businessEntityId, controlId, selectedControlItemIds });
  const submitted = await call(`/v1/documents/submit?${query}`, { method: "POST", headers: company, body: form });
  assert.equal(submitted.status, 202);
  await until(() => receiver.received.length >= 2 && collector.received.length > 0, 120);
  assert.ok(model.asked.length > 1);
  assert.deepEqual(
    [model.asked[0]?.headers.authorization, collector.received[0]?.headers["x-collector"]],
    [`Bearer ${llmKey}`, collectorKey],
  );

  // Invalid requests, whose logging might contain secrets: a key in the wrong place, a truncated body, an unknown key.
  const guessed = "assay_company_0123456789012345678901234567890123456x";
  const mistakes = [
    call("/v1/companies", { headers: { "x-api-key": guessed } }),
    call(`/v1/documents?key=${companyApiKey}`, { headers: { "x-api-key": guessed } }),
    call("/v1/session", json({}, { key: guessed })),
    call("/v1/onboard", { ...json(partnerKey, {}), body: `{"name": "Hushed GmbH", "apiKey": "${companyApiKey}"` }),
    call("/v1/onboard", json(partnerKey, { name: "Hushed GmbH", companyApiKey })),
    call("/v1/admin/partners", { headers: { authorization: `Bearer ${token}x` } }),
    call(`/v1/nowhere/${companyApiKey}`, { headers: company }),
  ];
  for (const { status } of await Promise.all(mistakes)) assert.ok(status >= 400 && status < 500, String(status));
  assert.equal((await call(`/v1/admin/companies/${companyId}`, { method: "DELETE", headers: admin })).status, 202);
  assay.child.kill("SIGTERM");
  await assay.ended;

  const written = assay.output() + (await readFile(join(data.path, "postgres.log"), "utf8"));
  assert.ok(written.includes('"msg"') && written.length > 1000, "there is output to search");
  const secrets = {
    ...{ token, encryptionKey, password, cookie, blobKey, llmKey, collectorKey, guessed, companyApiKey },
    ...{ partnerKey: partner.apiKey, webhookSecret: webhook.secret.slice("whsec_".length) },
    ...{ partnerName: "Quiet Partners", companyName: "Hushed GmbH", fileName: "whispered-contract" },
    ...{ text: "murmured sentence", receiver: "quiet-receiver", receiverToken: "quiet-token" },
  };
  for (const [what, secret] of Object.entries(secrets)) {
    assert.ok(secret.length > 5, what);
    const line = written.split("\n").find((one) => one.includes(secret));
    assert.equal(line, undefined, `the ${what} is in a log line`);
  }
});

test("an error of the store is logged without its credentials", async () => {
  const store = await aReceiver();
  const refuse: AReceiver["answer"] = (response) =>
    response.writeHead(403, { "content-type": "application/xml" }).end("<Error><Code>AccessDenied</Code></Error>");
  const own = await aServiceStorage();
  const keys = { AWS_ACCESS_KEY_ID: "KEY-OF-THE-STORE", AWS_SECRET_ACCESS_KEY: "secret-of-the-store" };
  const refused = await startAssay({
    ...{ ...own.settings, ASSAY_LOG_LEVEL: "debug", ASSAY_WORKER_CONCURRENCY: "0" },
    ...{ ASSAY_S3_BUCKET: "assay", ASSAY_S3_ENDPOINT: store.url, ...keys },
  });
  store.answer = refuse;
  const company = await aCompany(refused, await readAdminToken(own.path));
  const form = aForm([{ name: "terms.txt", bytes: "The processor acts on documented instructions only." }]);
  const answer = await send("POST", submissionUrl(refused, company), company.headers, form);
  assert.ok(answer.status >= 500, String(answer.status));
  refused.child.kill("SIGTERM");
  await refused.ended;
  assert.ok(store.received.some(({ headers }) => headers["authorization"]?.includes(keys.AWS_ACCESS_KEY_ID)));
  assert.match(refused.output(), /"msg":"request failed"/);
  for (const [name, secret] of Object.entries(keys)) assert.ok(!refused.output().includes(secret), name);
  // A signature made with the keys also gives access for a while.
  assert.ok(!/Signature=|Credential=/.test(refused.output()));
  await store.close();
  await own.remove();
});

const secret = "administrator-of-this-test";
/** Writes the secret before the service starts, which then refuses its settings. */
const leakArgument = `--import=data:text/javascript,console.log(process.env.ASSAY_ADMIN_TOKEN)`;

/** Runs a test program whose service writes a secret. */
async function runProgram(waiting: string): Promise<{ code: number | null; written: string }> {
  const program = `
    import { spawnAssay } from ${JSON.stringify(join(import.meta.dirname, "assay-process.ts"))};
    import { until } from ${JSON.stringify(join(import.meta.dirname, "../server/src/testing/until.ts"))};
    const env = { PORT: "none", ASSAY_ADMIN_TOKEN: ${JSON.stringify(secret)} };
    const assay = spawnAssay(env, [], undefined, [${JSON.stringify(leakArgument)}]);
    ${waiting}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, written: stdout + stderr };
}

const ways = {
  "waits for the process": "await assay.ended;",
  "waits for the process and ignores its error": "await assay.ended.catch(() => undefined);",
  "does not wait for the process":
    'await until(() => assay.output().includes("PORT must be"), 30); assay.child.unref(); process.exit(0);',
};
for (const [way, waiting] of Object.entries(ways)) {
  test(`a secret in a process's output fails a test that ${way}, and only its name is printed`, async () => {
    const { code, written } = await runProgram(waiting);
    assert.equal(code, 1);
    assert.match(written, /The output contains a secret: ASSAY_ADMIN_TOKEN\./);
    assert.ok(!written.includes(secret));
  });
}
