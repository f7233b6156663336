import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ACompany, type APerson, aCompany, aPerson, aReview, aTarget, submit } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

let server: TestServer;
let company: ACompany;
let owner: APerson;
let reviewer: APerson;
let gaps: AGap[];
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  owner = await aPerson(server, { key: company.key, role: "company_owner", name: "Ada Lovelace" });
  reviewer = await aColleague("company_reviewer");
  const target = await aTarget(server, company.key);
  const review = await aReview(server, company, target);
  const files = [{ name: "=contract.txt", content: "Nothing of it is here." }];
  const { body } = await submit(server, company, { complianceReviewId: review.id }, files);
  const { deps } = workerDeps(server);
  const document = { companyId: company.companyId, documentId: body.documentId };
  await createJobHandlers(deps)["analyse-document"]?.(document, new AbortController().signal);
  await deps.children.close();
  gaps = await list("sort=createdAt");
  assert.ok(gaps.length > 10);
});
after(() => server.close());

interface AGap {
  gapId: string;
  severity: string;
  status: string;
  statement: string;
  dueOn: string | null;
  owner: { accountId: string; name: string } | null;
}

const call = (url: string, more = {}) => server.call(url, { key: company.key, ...more });
async function list(query = ""): Promise<AGap[]> {
  const { status, body, text } = await call(`/v1/gaps?${query}`);
  assert.equal(status, 200, text);
  return body.gaps;
}
const gapAt = (at: number): AGap => gaps[at] ?? assert.fail("there are fewer gaps");
const change = (gap: AGap, body: object) => call(`/v1/gaps/${gap.gapId}`, { method: "PATCH", body });
const aColleague = (role: string) => aPerson(server, { key: company.key, role, name: "Bob Babbage" });

test("owner, due date, status and severity of a gap are changed, noted with their author, and taken away again", async () => {
  const gap = gapAt(0);
  const given = { ownerId: reviewer.accountId, dueOn: "2026-12-31", status: "in_progress", severity: "low" };
  const { body, text } = await owner.call(`/v1/gaps/${gap.gapId}`, { method: "PATCH", body: given });
  assert.deepEqual(body.owner, { accountId: reviewer.accountId, name: "Bob Babbage" }, text);
  assert.deepEqual(
    [body.dueOn, body.status, body.severity, body.isSeverityGiven],
    ["2026-12-31", "in_progress", "low", true],
  );
  const { entries } = (await call(`/v1/gaps/${gap.gapId}/entries`)).body;
  assert.equal(entries.length, 1);
  assert.deepEqual([entries[0].kind, entries[0].author.name, entries[0].changes], ["changed", "Ada Lovelace", given]);
  await owner.call(`/v1/gaps/${gap.gapId}`, { method: "PATCH", body: given });
  assert.equal((await call(`/v1/gaps/${gap.gapId}/entries`)).body.entries.length, 1, "the same again is no change");
  const taken = await change(gap, { ownerId: null, dueOn: null, severity: null, status: "open" });
  assert.deepEqual(
    [taken.body.owner, taken.body.dueOn, taken.body.severity, taken.body.status],
    [null, null, gap.severity, "open"],
  );
  const events = await server.database.query<{ type: string }>(
    "SELECT type FROM events WHERE data ->> 'gapId' = $1 AND data ->> 'accountId' = $2",
    [gap.gapId, reviewer.accountId],
  );
  assert.deepEqual(events, [{ type: "gap.assigned" }]);
});

test("several gaps change together, or none does", async () => {
  const [one, two] = [gapAt(1), gapAt(2)];
  const ids = [one.gapId, two.gapId];
  const done = await call("/v1/gaps", { method: "PATCH", body: { gaps: ids, dueOn: "2027-01-31" } });
  assert.deepEqual([done.status, done.body], [200, { changedCount: 2 }]);
  const unknown = [one.gapId, "01ARZ3NDEKTSV4RRFFQ69G5FAV"];
  const refused = await call("/v1/gaps", { method: "PATCH", body: { gaps: unknown, dueOn: null } });
  assert.equal(refused.status, 404);
  assert.deepEqual((await list("dueBefore=2027-02-01")).map(({ gapId }) => gapId).sort(), ids.sort());
});

test("a wrong value is refused by its name, and nothing is stored", async () => {
  const gap = gapAt(3);
  const elsewhere = await aPerson(server, { role: "operator", email: "operator@example.com" });
  const wrong: [object, number, RegExp][] = [
    [{ ownerId: elsewhere.accountId }, 422, /ownerId/],
    [{ ownerId: "Ada" }, 422, /ownerId/],
    [{ dueOn: "2026-02-30" }, 400, /dueOn/],
    [{ status: "accepted" }, 400, /status/],
    [{ severity: "huge" }, 400, /severity/],
    [{ colour: "red" }, 400, /colour/],
  ];
  for (const [body, status, message] of wrong) {
    const refused = await change(gap, { dueOn: "2030-01-01", ...body });
    assert.equal(refused.status, status, refused.text);
    assert.match(refused.body.message, message);
  }
  assert.equal((await call(`/v1/gaps/${gap.gapId}`)).body.dueOn, null);
});

test("a comment mentions people of the company by name, and nobody else", async () => {
  const gap = gapAt(4);
  const url = `/v1/gaps/${gap.gapId}/comments`;
  const { status, body } = await owner.call(url, { body: { text: `@${reviewer.accountId}, please ask.` } });
  assert.equal(status, 201);
  assert.deepEqual(body.mentions, [{ accountId: reviewer.accountId, name: "Bob Babbage" }]);
  assert.equal(body.author.name, "Ada Lovelace");
  const refused = await owner.call(url, { body: { text: "@01ARZ3NDEKTSV4RRFFQ69G5FAV, please ask." } });
  assert.equal(refused.status, 422);
  assert.equal((await owner.call(url, { body: { text: "  " } })).status, 400);
  assert.equal((await call(`/v1/gaps/${gap.gapId}`)).body.commentCount, 1);
  const byKey = await call(url, { body: { text: "Sent." }, headers: { "idempotency-key": "comment" } });
  assert.deepEqual(
    await call(url, { body: { text: "Sent." }, headers: { "idempotency-key": "comment" } }).then(({ body }) => body),
    byKey.body,
  );
  assert.match(byKey.body.author.name, /…/);
  assert.equal((await call(`/v1/gaps/${gap.gapId}`)).body.commentCount, 2);
});

test("the register filters, sorts and pages", async () => {
  await change(gapAt(5), { ownerId: reviewer.accountId });
  assert.deepEqual(
    (await list(`ownerId=${reviewer.accountId}`)).map(({ gapId }) => gapId),
    [gapAt(5).gapId],
  );
  assert.equal((await list("ownerId=none")).length, gaps.length - 1);
  assert.deepEqual(await list("ownerId=01ARZ3NDEKTSV4RRFFQ69G5FAV"), []);
  assert.deepEqual(await list("status=fixed"), []);
  assert.equal((await list("status=unresolved")).length, gaps.length);
  const word = gapAt(6).statement.slice(4, 24);
  const withWord = await list(`text=${encodeURIComponent(word.toUpperCase())}`);
  assert.ok(withWord.some(({ gapId }) => gapId === gapAt(6).gapId) && withWord.length < gaps.length);
  const rank = ["low", "medium", "high", "critical"];
  for (const [sort, value] of [
    ["severity", ({ severity }: AGap) => rank.indexOf(severity)],
    ["dueOn", ({ dueOn }: AGap) => Date.parse(dueOn ?? "9999-12-31")],
  ] as const) {
    for (const sign of ["", "-"]) {
      const paged: AGap[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await call(
          `/v1/gaps?sort=${sign}${sort}&limit=7${cursor === undefined ? "" : `&cursor=${cursor}`}`,
        );
        paged.push(...body.gaps);
        cursor = body.nextCursor;
      } while (cursor !== undefined);
      assert.equal(new Set(paged.map(({ gapId }) => gapId)).size, gaps.length);
      const values = paged.map(value);
      assert.deepEqual(
        values,
        values.toSorted((a, b) => (sign === "" ? a - b : b - a)),
      );
    }
  }
});

test("names and criteria are in the language asked for", async () => {
  const german = (await list("language=de&sort=createdAt"))[0];
  assert.notEqual(german?.statement, gapAt(0).statement);
  assert.match(german?.statement ?? "", /\b(der|die|das|den|Vertrag|Vereinbarung)\b/);
});

test("the export has a line for each gap and no cell that a spreadsheet takes for a formula", async () => {
  const { status, headers, text } = await call("/v1/gaps/export");
  assert.deepEqual([status, headers["content-type"]], [200, "text/csv; charset=utf-8"]);
  const [head, ...lines] = text.trim().split("\r\n");
  assert.match(head ?? "", /^\uFEFF?gapId,status,severity,owner,dueOn/);
  assert.equal(lines.length, gaps.length);
  assert.ok(text.includes("'=contract.txt") && !text.includes(",=contract.txt"));
  const filtered = await call(`/v1/gaps/export?ownerId=${reviewer.accountId}`);
  assert.equal(filtered.text.trim().split("\r\n").length, 2);
});

test("each gap opens a pre-filled issue at the address that the company has set", async () => {
  const put = (issueLink: string | null) => call("/v1/gaps/issue-link", { method: "PUT", body: { issueLink } });
  const template =
    "https://acme.atlassian.net/secure/CreateIssueDetails!init.jspa?pid=1&summary={title}&description={text}";
  assert.equal((await put(template)).status, 200);
  const { issueLink, statement, controlItemName } = (await call(`/v1/gaps/${gapAt(0).gapId}`)).body;
  const { origin, searchParams } = new URL(issueLink);
  assert.equal(origin, "https://acme.atlassian.net");
  assert.ok(searchParams.get("summary")?.endsWith(controlItemName));
  assert.ok(searchParams.get("description")?.startsWith(statement));
  for (const wrong of [
    "http://example.com/?t={title}",
    "https://example.com/?t=",
    "https://{title}.example.com/",
    "javascript:alert(1)//?{title}",
    "https://a:b@example.com/?t={title}",
  ]) {
    const refused = await put(wrong);
    assert.equal(refused.status, 400, wrong);
    assert.match(refused.body.message, /^issueLink /);
  }
  assert.deepEqual((await call("/v1/gaps/issue-link")).body, { issueLink: template });
  assert.equal((await put(null)).status, 200);
  assert.equal((await call(`/v1/gaps/${gapAt(0).gapId}`)).body.issueLink, null);
});

test("a reader sees gaps and changes none; whoever leaves the company owns none", async () => {
  const reader = await aColleague("company_reader");
  const gap = gapAt(7);
  assert.equal((await reader.call(`/v1/gaps/${gap.gapId}`)).status, 200);
  assert.equal((await reader.call(`/v1/gaps/${gap.gapId}`, { method: "PATCH", body: {} })).status, 403);
  assert.equal((await reader.call(`/v1/gaps/${gap.gapId}/comments`, { body: { text: "?" } })).status, 403);
  await change(gap, { ownerId: reader.accountId });
  assert.equal((await owner.call(`/v1/people/${reader.membershipId}`, { method: "DELETE" })).status, 204);
  assert.equal((await call(`/v1/gaps/${gap.gapId}`)).body.owner, null);
});
