import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type ACompany, aCompany, aReview, aTarget, submit } from "../testing/builders.ts";
import { seedDocuments } from "../testing/seeded-review.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { chooseEncoding } from "./compress-responses.ts";

let server: TestServer;
let company: ACompany;
let documentId: string;
let reviewId: string;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  const { frameworkId, controlId } = await aTarget(server, company.key);
  reviewId = (await aReview(server, company, { frameworkId, controlId })).id;
  [documentId = ""] = await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId, controlId, fileNames: ["dpa.pdf"] },
  });
});
after(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { "x-api-key": company.key, ...headers } });

const expand = { br: brotliDecompressSync, gzip: gunzipSync };

test("results, reviews, the catalogue and reports are compressed as the client accepts it, and are otherwise the same", async () => {
  const urls = [
    `/v1/documents/${documentId}/result`,
    `/v1/compliance-reviews/${reviewId}`,
    `/v1/compliance-reviews/${reviewId}/report?format=csv`,
    "/v1/compliance-frameworks",
    "/v1/openapi.json",
  ];
  for (const url of urls) {
    const plain = await get(url);
    assert.equal(plain.statusCode, 200, plain.body);
    assert.deepEqual([plain.headers["content-encoding"], plain.headers.vary], [undefined, "accept-encoding"], url);
    for (const encoding of ["br", "gzip"] as const) {
      const { headers, rawPayload } = await get(url, { "accept-encoding": encoding });
      assert.equal(headers["content-encoding"], encoding, url);
      assert.ok(rawPayload.length < plain.rawPayload.length / 2, `${url}: ${rawPayload.length}`);
      if (!url.includes("report")) assert.equal(String(expand[encoding](rawPayload)), plain.body);
      assert.equal(headers.etag, plain.headers.etag, "the tag is of the content");
    }
  }
});

test("short answers and files stay as they are", async () => {
  const accepted = { "accept-encoding": "gzip, br" };
  for (const url of ["/v1/webhooks", "/v1/documents?limit=1", "/health"]) {
    const { headers, rawPayload } = await get(url, accepted);
    assert.ok(rawPayload.length < 1024, url);
    assert.equal(headers["content-encoding"], undefined, url);
  }
  const content = "The processor keeps the data confidential. ".repeat(100);
  const { body } = await submit(server, company, { complianceReviewId: reviewId }, [{ name: "a.txt", content }]);
  const { files } = (await get(`/v1/documents/${body.documentId}`)).json();
  const original = await get(`/v1/documents/${body.documentId}/files/${files[0].fileId}/original`, accepted);
  assert.deepEqual([original.headers["content-encoding"], original.body], [undefined, content]);
});

test("Brotli comes before gzip, and a weight of 0 refuses a coding", () => {
  for (const [accepted, encoding] of [
    ["gzip, deflate, br", "br"],
    ["gzip;q=1.0, br;q=0.5", "br"],
    ["br;q=0, gzip", "gzip"],
    ["BR", "br"],
    ["*", "br"],
    ["*;q=0", undefined],
    ["identity", undefined],
    ["br;q=x", undefined],
    ["", undefined],
    [undefined, undefined],
  ] as const)
    assert.equal(chooseEncoding(accepted), encoding, accepted);
});

test("a client that has the current answer gets 304 without a body, until it changes", async () => {
  const urls = [
    `/v1/documents/${documentId}/result`,
    `/v1/documents/${documentId}/result?fields=status`,
    `/v1/compliance-reviews/${reviewId}`,
    "/v1/compliance-frameworks",
    "/v1/documents",
  ];
  for (const url of urls) {
    const { etag = "" } = (await get(url)).headers;
    assert.match(etag, /^W\/"[\w-]{22}"$/, url);
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
      const { statusCode, body, headers } = await get(url, { "if-none-match": known, "accept-encoding": "br" });
      assert.deepEqual([statusCode, body, headers.etag, headers["content-type"]], [304, "", etag, undefined], url);
    }
    assert.equal((await get(url, { "if-none-match": '"other"' })).statusCode, 200);
  }
  const url = `/v1/compliance-reviews/${reviewId}`;
  const { etag = "" } = (await get(url)).headers;
  const withdrawn = await server.call(`/v1/documents/${documentId}/withdraw`, { key: company.key, body: {} });
  assert.equal(withdrawn.status, 200);
  const changed = await get(url, { "if-none-match": etag });
  assert.equal(changed.statusCode, 200);
  assert.notEqual(changed.headers.etag, etag);
});

test("errors and refusals carry no tag", async () => {
  const { statusCode, headers } = await get("/v1/documents/x", { "if-none-match": "*" });
  assert.deepEqual([statusCode, headers.etag], [404, undefined]);
});
