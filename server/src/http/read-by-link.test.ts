import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnalysisFixture, anAnalysisFixture, aText } from "../testing/analysis-fixture.ts";
import { aPerson, aReview, aTarget, submit } from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { type Call, type Reply, startTestServer } from "../testing/test-server.ts";

let fixture: AnalysisFixture;
/** The shared review's own ids, and those of another review of the same company. */
let own: Record<string, string>;
let others: Record<string, string>;
before(async () => {
  fixture = await anAnalysisFixture();
  own = await idsOfReview();
  others = await idsOfReview();
});
after(() => fixture.close());

const call = (url: string, more: Call = {}) => fixture.server.call(url, { key: fixture.company.key, ...more });

async function idsOfReview(): Promise<Record<string, string>> {
  const target = await aTarget(fixture.server, fixture.company.key);
  const review = await aReview(fixture.server, fixture.company, target);
  const selectedControlItemIds = JSON.stringify(target.itemIds.slice(0, 1));
  const form = { complianceReviewId: review.id, selectedControlItemIds };
  const { documentId } = (await submit(fixture.server, fixture.company, form, [aText()])).body;
  await fixture.analyse(documentId);
  const result = await fixture.resultOf(documentId);
  const [item] = result.complianceItems;
  const decided = await call(`/v1/documents/${documentId}/items/${item.id}/decision`, {
    ...{ method: "PUT", body: { decision: "confirm", reason: "Read." } },
  });
  return {
    ...{ reviewId: review.id, complianceReviewId: review.id, documentId, fileId: result.files[0].fileId },
    ...{ itemId: item.id, controlId: target.controlId, decisionId: decided.body.decisionId, pageNumber: "1" },
  };
}

const linksUrl = () => `/v1/compliance-reviews/${own["reviewId"]}/links`;
async function aLink(body: object = {}): Promise<Reply["body"]> {
  const { status, body: link, text } = await call(linksUrl(), { body: { label: "Auditor", ...body } });
  assert.equal(status, 201, text);
  return link;
}
const openLink = (token: string) => fixture.server.call("/v1/session/review-link", { body: { token } });
async function anAuditor(): Promise<{ link: Reply["body"]; cookie: string; read: (url: string) => Promise<Reply> }> {
  const link = await aLink();
  const opened = await openLink(link.token);
  assert.equal(opened.status, 200, opened.text);
  const cookie = opened.headers["set-cookie"]?.split(";", 1)[0] ?? "";
  return { link, cookie, read: (url) => fixture.server.call(url, { headers: { cookie } }) };
}

/** What a link opens, by operation, and the query that lists need. */
const opened: Record<string, string> = {
  getComplianceReview: "",
  getComplianceReviewReport: "?format=pdf",
  listSignOffs: "",
  getDocument: "",
  getDocumentResult: "",
  getDocumentPage: "",
  getDocumentPageImage: "",
  listDocuments: "?complianceReviewId={complianceReviewId}",
  listDecisions: "?documentId={documentId}",
};
const fill = (url: string, ids: Record<string, string>) =>
  url.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? fixture.server.nextId());

interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
}

test("whoever opened a link reads its review and nothing else, whatever the route", async () => {
  const { cookie, read } = await anAuditor();
  const { body } = await fixture.server.call("/v1/openapi.json");
  const seen: string[] = [];
  for (const [path, methods] of Object.entries(body.paths as Record<string, Record<string, Operation>>)) {
    for (const [method, { operationId, security }] of Object.entries(methods)) {
      if (security?.length === 0) continue;
      const query = opened[operationId];
      if (query !== undefined) {
        const answer = await read(fill(path + query, own));
        // A text file has no picture of its pages.
        const expected = operationId === "getDocumentPageImage" ? [200, 422, 404] : [200];
        assert.ok(expected.includes(answer.status), `${operationId}: ${answer.status} ${answer.text}`);
        assert.equal(answer.headers["x-robots-tag"], "noindex, nofollow", operationId);
        assert.equal(answer.headers["referrer-policy"], "no-referrer", operationId);
        for (const ids of [others, {}]) {
          const foreign = await read(fill(path + query, ids));
          assert.ok([403, 404].includes(foreign.status), `${operationId} of another review: ${foreign.status}`);
        }
        seen.push(operationId);
        continue;
      }
      // Reading who one is and signing out concern the session itself.
      if (["getSession", "signOut", "endSession"].includes(operationId)) continue;
      const answer = await fixture.server.call(fill(path, own), {
        ...{ method: method.toUpperCase() as "GET", headers: { cookie, "x-assay-session": "1" } },
        ...(["post", "put", "patch"].includes(method) && { body: {} }),
      });
      assert.ok([401, 403].includes(answer.status), `${method} ${path} answers ${answer.status}: ${answer.text}`);
    }
  }
  assert.deepEqual(seen.toSorted(), Object.keys(opened).toSorted());
  for (const url of ["/v1/documents", "/v1/decisions", `/v1/documents?complianceReviewId=${others["reviewId"]}`])
    assert.equal((await read(url)).status, 403, url);
  const twice = `complianceReviewId=${own["reviewId"]}&complianceReviewId=${others["reviewId"]}`;
  assert.notEqual((await read(`/v1/documents?${twice}`)).status, 200);
  const { body: listed } = await read(`/v1/documents?complianceReviewId=${own["reviewId"]}`);
  assert.deepEqual(
    listed.documents.map(({ documentId }: { documentId: string }) => documentId),
    [own["documentId"]],
  );
});

test("opening and every read are logged, and the company sees how often a link was opened", async () => {
  const { link, read } = await anAuditor();
  const session = (await read("/v1/session")).body;
  assert.deepEqual(session.reviewLink, { linkId: link.linkId, reviewId: own["reviewId"], label: "Auditor" });
  await read(`/v1/compliance-reviews/${own["reviewId"]}`);
  await read(`/v1/documents/${own["documentId"]}/result`);
  const { entries } = (await call(`/v1/audit-log?subjectId=${link.linkId}`)).body;
  assert.deepEqual(
    entries.map(({ action, details }: { action: string; details: Record<string, string> }) => [
      ...[action, details["operation"], details["documentId"]],
    ]),
    [
      ["review_link.read", "getDocumentResult", own["documentId"]],
      ["review_link.read", "getComplianceReview", undefined],
      ["review_link.opened", undefined, undefined],
      ["review_link.created", undefined, undefined],
    ],
  );
  const [listed] = (await call(linksUrl())).body.links;
  assert.deepEqual([listed.linkId, listed.openedCount, listed.revokedAt], [link.linkId, 1, null]);
  assert.equal(listed.token, undefined);
  const stored = await fixture.server.database.query<{ row: string }>("SELECT l::text AS row FROM review_links l");
  assert.ok(!stored.some(({ row }) => row.includes(link.token)), "only a hash of the token is stored");
});

test("a link that is revoked ends at once for whoever has opened it, and opens nothing more", async () => {
  const { link, read } = await anAuditor();
  const url = `/v1/compliance-reviews/${own["reviewId"]}`;
  assert.equal((await read(url)).status, 200);
  for (let time = 0; time < 2; time += 1)
    assert.equal((await call(`${linksUrl()}/${link.linkId}`, { method: "DELETE" })).status, 204);
  assert.equal((await read(url)).status, 401);
  assert.equal((await openLink(link.token)).status, 401);
  for (const token of ["", "nonsense", "x".repeat(43)]) assert.ok([400, 401].includes((await openLink(token)).status));
});

test("signing out everywhere by a link ends only the own session", async () => {
  const { link, cookie } = await anAuditor();
  const again = await openLink(link.token);
  const other = again.headers["set-cookie"]?.split(";", 1)[0] ?? "";
  const headers = { cookie, "x-assay-session": "1" };
  assert.equal((await fixture.server.call("/v1/session?everywhere=true", { method: "DELETE", headers })).status, 204);
  assert.equal((await fixture.server.call("/v1/session", { headers: { cookie } })).status, 401);
  assert.equal((await fixture.server.call("/v1/session", { headers: { cookie: other } })).status, 200);
});

test("a link lasts 14 days unless another time of up to 90 days is given, and readers make none", async () => {
  const daysOf = ({ createdAt, expiresAt }: Reply["body"]) =>
    (Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000;
  assert.equal(daysOf(await aLink()), 14);
  assert.equal(daysOf(await aLink({ days: 90 })), 90);
  for (const body of [{ label: "A", days: 91 }, { label: "A", days: 0 }, { label: "" }, {}])
    assert.equal((await call(linksUrl(), { body })).status, 400, JSON.stringify(body));
  const reader = await aPerson(fixture.server, { key: fixture.company.key, role: "company_reader" });
  assert.equal((await reader.call(linksUrl(), { body: { label: "A" } })).status, 403);
  assert.equal((await reader.call(linksUrl())).status, 403);
});

test("a link that has expired opens nothing, its sessions end with it, and attempts are throttled", async (t) => {
  const { token, createdAt } = await aLink({ days: 1 });
  const clock = testClock(new Date(createdAt));
  const { database } = fixture.server;
  const later = await startTestServer({ database, clock, limits: { signInPerMinute: 3 } });
  t.after(() => later.close());
  const send = (remoteAddress = "203.0.113.1") =>
    later.call("/v1/session/review-link", { body: { token }, remoteAddress });
  const opened = await send();
  const cookie = opened.headers["set-cookie"]?.split(";", 1)[0] ?? "";
  assert.equal(opened.status, 200, opened.text);
  const statuses: number[] = [];
  for (let at = 0; at < 4; at += 1) statuses.push((await send()).status);
  assert.deepEqual(statuses, [200, 200, 429, 429]);
  clock.advance(86_400);
  assert.equal((await send("203.0.113.2")).status, 401);
  assert.equal((await later.call("/v1/session", { headers: { cookie } })).status, 401);
});
