import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type AssayProcess, aDataDirectory, startAssay } from "./assay-process.ts";

let data: Awaited<ReturnType<typeof aDataDirectory>>;
let assay: AssayProcess;
before(async () => {
  data = await aDataDirectory();
  assay = await startAssay({
    ASSAY_DATA_DIR: data.path,
    ASSAY_LOG_LEVEL: "debug",
    ASSAY_WEBHOOK_ALLOW_PRIVATE: "true",
    ASSAY_WORKER_CONCURRENCY: "0",
    ASSAY_BLOB_KEYS: `main:${blobKey}`,
  });
});
after(async () => {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await data.remove();
});

const blobKey = Buffer.alloc(32, "secret of this test").toString("base64");

async function call(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${assay.url}${path}`, init);
  const text = await answer.text();
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const body: any = text === "" ? undefined : JSON.parse(text);
  return { status: answer.status, body, headers: answer.headers };
}

const json = (headers: Record<string, string>, body: object, method = "POST"): RequestInit => ({
  method,
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify(body),
});

test("no key, token, cookie, secret, name or word of a document stands in anything the service writes, at the loudest level", async () => {
  const [token = "", sealing = "", password = ""] = await Promise.all(
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
  const hook = { url: "http://127.0.0.1:9999/quiet-receiver", eventTypes: ["document.submitted"] };
  const { body: webhook } = await call("/v1/webhooks", json(company, hook, "PUT"));
  assert.match(webhook.secret, /^whsec_/);
  const session = await call("/v1/session", json({}, { key: companyApiKey }));
  const cookie = session.headers.get("set-cookie")?.split(";", 1)[0]?.split("=")[1] ?? "";
  assert.ok(cookie.length > 30);
  const { frameworks } = (await call("/v1/compliance-frameworks", { headers: company })).body;
  const form = new FormData();
  form.append("files[]", new Blob(["A murmured sentence of the contract."]), "whispered-contract.txt");
  const query = new URLSearchParams({ businessEntityId, controlId: frameworks[0].controls[0].id });
  const submitted = await call(`/v1/documents/submit?${query}`, { method: "POST", headers: company, body: form });
  assert.equal(submitted.status, 202);

  // Mistakes, which are where secrets slip out: a key in the wrong place, a body that breaks off, one that is not known.
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
  assert.ok(written.includes('"msg"') && written.length > 1000, "there is something to look through");
  const secrets = {
    ...{ token, sealing, password, cookie, blobKey, guessed, companyApiKey },
    ...{ partnerKey: partner.apiKey, webhookSecret: webhook.secret.slice("whsec_".length) },
    ...{ partnerName: "Quiet Partners", companyName: "Hushed GmbH", fileName: "whispered-contract" },
    ...{ text: "murmured sentence", receiver: "quiet-receiver" },
  };
  for (const [what, secret] of Object.entries(secrets)) {
    assert.ok(secret.length > 5, what);
    const line = written.split("\n").find((one) => one.includes(secret));
    assert.equal(line, undefined, `the ${what} is in a log line`);
  }
});
