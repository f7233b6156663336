import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type DocumentResult, resolveFindings } from "../sdk/src/index.ts";
import { until } from "../server/src/testing/until.ts";
import { type AssayProcess, aDataDirectory, startAssay, withoutLimits } from "./assay-process.ts";
import { type ACompany, aCompany, hasEnded, readAdminToken, readResult, submit } from "./company.ts";

/** 60 % of the 144 kB that the sample's result had when texts stood in it twice. */
const maxBytes = 86_400;
const maxCompressedBytes = 20_000;

let data: Awaited<ReturnType<typeof aDataDirectory>>;
let assay: AssayProcess;
let company: ACompany;
let documentId: string;
before(async () => {
  data = await aDataDirectory();
  assay = await startAssay({ ASSAY_DATA_DIR: data.path, ASSAY_LOG_LEVEL: "warn", ...withoutLimits });
  company = await aCompany(assay, await readAdminToken(data.path));
  const name = "data-processing-agreement.pdf";
  const bytes = await readFile(join(import.meta.dirname, "..", "samples", name));
  ({ documentId } = await submit(assay, company, [{ name, bytes }]));
  await until(async () => hasEnded(await readResult(assay, company, documentId)), 120);
  const { status, failureReason } = await readResult(assay, company, documentId);
  assert.equal(status, "completed", failureReason);
});
after(async () => {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await data.remove();
});

/** The body as it travels: `fetch` would decompress it. */
function download(query: string, encoding: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const url = `${assay.url}/v1/documents/${documentId}/result${query}`;
  get(url, { headers: { ...company.headers, "accept-encoding": encoding } }, async (response) => {
    assert.equal(response.headers["content-encoding"], encoding === "identity" ? undefined : encoding);
    resolve(Buffer.concat(await response.toArray()));
  }).on("error", reject);
  return promise;
}

const readWhole = async (query: string): Promise<DocumentResult> =>
  JSON.parse((await download(query, "identity")).toString());

test("the sample's result stays small, plain and compressed", async (context) => {
  const sizes: Record<string, number> = {};
  for (const encoding of ["identity", "br", "gzip"]) sizes[encoding] = (await download("", encoding)).length;
  context.diagnostic(JSON.stringify(sizes));
  const { identity = 0, br = 0, gzip = 0 } = sizes;
  assert.ok(identity <= maxBytes, `${identity} bytes`);
  assert.ok(br <= maxCompressedBytes && gzip <= maxCompressedBytes, `${br} bytes with Brotli, ${gzip} with gzip`);
  const { complianceItems, progress } = await readWhole("");
  assert.ok(progress.itemCount >= 24 && complianceItems.length === progress.itemCount);
  assert.ok(complianceItems.every(({ result }) => result !== null));
});

test("no quote or condition is listed twice, and every one that is cited resolves to its words and place", async () => {
  const result = await readWhole("?include=quotes,statements,probabilities");
  const { quotes, conditions, complianceItems } = result;
  const places = quotes.map(({ fileId, pageNumber, start, end }) => `${fileId} ${pageNumber} ${start} ${end}`);
  assert.equal(new Set(places).size, quotes.length);
  assert.equal(new Set(conditions.map((one) => JSON.stringify(one))).size, conditions.length);
  const resolved = complianceItems.map((item) => resolveFindings(result, item));
  const evidence = resolved.flatMap((one) => [...one.criteria, ...one.conditions].flatMap((citing) => citing.evidence));
  assert.ok(evidence.length > quotes.length, "some quotes are cited more than once");
  for (const { text, documentName, page } of evidence) {
    assert.ok(text !== undefined && text.length > 0);
    assert.deepEqual([documentName, /^\d+$/.test(page)], ["data-processing-agreement.pdf", true]);
  }
  assert.deepEqual(
    resolved.map((one) => one.conditions.length),
    complianceItems.map((item) => item.result?.conditions.length),
  );
});
