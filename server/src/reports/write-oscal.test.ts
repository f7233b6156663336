import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/schema";
import { aCriterionFinding, anItemFindings } from "../testing/a-finding.ts";
import { type ACompany, aCompany, aReview, aTarget } from "../testing/builders.ts";
import { loadConditionalFramework } from "../testing/conditional-control.ts";
import { earlierFindings } from "../testing/earlier-findings.ts";
import { findingsOf, seedDocuments } from "../testing/seeded-review.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { uuidOf } from "./oscal-identifiers.ts";

/**
 * OSCAL 1.1 for the members that we write: data types, required members, no empty lists, no unknown members. Copied from the
 * published model, because no package on npm contains OSCAL's own schema.
 */
const uuid = Type.String({ pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$" });
const token = Type.String({ pattern: "^(\\p{L}|_)(\\p{L}|\\p{N}|[.\\-_])*$" });
const line = Type.String({ pattern: "^\\S(.*\\S)?$" });
const markup = Type.String({ minLength: 1 });
const moment = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$" });
const uriReference = Type.String({ pattern: "^\\S+$" });
const maybe = Type.Optional;
const some = (item: TSchema) => Type.Array(item, { minItems: 1 });
const closed = (members: Record<string, TSchema>) => Type.Object(members, { additionalProperties: false });

const props = maybe(some(closed({ name: token, ns: maybe(uriReference), value: line })));
const relatedObservations = maybe(some(closed({ "observation-uuid": uuid })));

const observation = closed({
  ...{ uuid, title: maybe(markup), description: markup, props },
  methods: some(Type.String({ pattern: "^(EXAMINE|INTERVIEW|TEST|UNKNOWN)$" })),
  types: maybe(some(token)),
  origins: maybe(
    some(
      closed({
        actors: some(closed({ type: Type.Enum(["tool", "assessment-platform", "party"]), "actor-uuid": uuid })),
      }),
    ),
  ),
  subjects: maybe(some(closed({ "subject-uuid": uuid, type: token }))),
  "relevant-evidence": maybe(some(closed({ href: maybe(uriReference), description: markup, props }))),
  collected: moment,
});
const risk = closed({
  ...{ uuid, title: markup, description: markup, statement: markup, props, status: token },
  deadline: maybe(moment),
  remediations: maybe(
    some(closed({ uuid, lifecycle: token, title: markup, description: markup, props, remarks: maybe(markup) })),
  ),
  "risk-log": maybe(
    closed({
      entries: some(
        closed({
          ...{ uuid, title: maybe(markup), description: maybe(markup), start: moment, end: maybe(moment) },
          "status-change": maybe(token),
        }),
      ),
    }),
  ),
  "related-observations": relatedObservations,
});
const finding = closed({
  ...{ uuid, title: markup, description: markup, props },
  target: closed({
    type: Type.Enum(["statement-id", "objective-id"]),
    "target-id": token,
    title: maybe(markup),
    description: maybe(markup),
    props,
    status: closed({
      state: Type.Enum(["satisfied", "not-satisfied"]),
      reason: maybe(Type.Enum(["pass", "fail", "other"])),
      remarks: maybe(markup),
    }),
  }),
  "related-observations": relatedObservations,
  "related-risks": maybe(some(closed({ "risk-uuid": uuid }))),
});
const selection = closed({
  description: maybe(markup),
  "include-all": maybe(closed({})),
  "include-controls": maybe(some(closed({ "control-id": token }))),
});
const attestation = closed({
  "responsible-parties": maybe(some(closed({ "role-id": token, "party-uuids": some(uuid) }))),
  parts: some(
    closed({ ...{ uuid, name: token, ns: maybe(uriReference), title: maybe(markup) }, props, prose: maybe(markup) }),
  ),
});
const result = closed({
  ...{ uuid, title: markup, description: markup, start: moment, end: maybe(moment), props },
  "reviewed-controls": closed({ "control-selections": some(selection) }),
  attestations: maybe(some(attestation)),
  observations: maybe(some(observation)),
  risks: maybe(some(risk)),
  findings: maybe(some(finding)),
});
const resource = closed({
  ...{ uuid, title: maybe(markup), description: maybe(markup), props, remarks: maybe(markup) },
  rlinks: maybe(some(closed({ href: uriReference, hashes: maybe(some(closed({ algorithm: line, value: line }))) }))),
});
const assessmentResults = Compile(
  closed({
    "assessment-results": closed({
      uuid,
      metadata: closed({
        ...{ title: markup, "last-modified": moment, version: line, props },
        "oscal-version": Type.String({ pattern: "^1\\.1\\.\\d+$" }),
        roles: maybe(some(closed({ id: token, title: markup }))),
        parties: maybe(some(closed({ uuid, type: Type.Enum(["person", "organization"]), name: maybe(line) }))),
        "responsible-parties": maybe(some(closed({ "role-id": token, "party-uuids": some(uuid) }))),
      }),
      "import-ap": closed({ href: uriReference }),
      results: some(result),
      "back-matter": maybe(closed({ resources: maybe(some(resource)) })),
    }),
  }),
);

let server: TestServer;
let company: ACompany;
let target: Awaited<ReturnType<typeof aTarget>>;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  target = await aTarget(server, company.key);
});
after(() => server.close());

// biome-ignore lint/suspicious/noExplicitAny: the test looks into every part of it
async function exported(reviewId: string): Promise<any> {
  const reply = await server.call(`/v1/compliance-reviews/${reviewId}/report?format=oscal`, { key: company.key });
  assert.equal(reply.status, 200, reply.text.slice(0, 500));
  return reply.body;
}

function assertValid(body: unknown): void {
  const problems = assessmentResults.Errors(body)[1].map((problem) => JSON.stringify(problem));
  assert.deepEqual(problems.slice(0, 5), []);
}

async function aSeededReview(fileNames: string[], name = "Review") {
  const { frameworkId, controlId } = target;
  const review = await aReview(server, company, { frameworkId, controlId, name });
  // Texts at their worst, as earlier versions could store them: none at all, and several lines with blanks around them.
  const documentIds = await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: review.id, controlId, fileNames },
    findings: (item, document) =>
      item % 5 === 0
        ? earlierFindings({ explanation: "", strength: "", recommendations: [], risks: [] })
        : item % 5 === 1
          ? earlierFindings({ explanation: " two\n\nlines " })
          : findingsOf(item, document),
  });
  return { review, documentIds };
}

test("an export is a valid OSCAL assessment-results document", async () => {
  const { review } = await aSeededReview(["first.pdf", "naïve name #1 (ü).docx"], "  A name\twith blanks  ");
  assertValid(await exported(review.id));
});

test("the rules above refuse invalid documents", async () => {
  const whole = await exported((await aReview(server, company)).id);
  const broken = (change: (results: Record<string, never>) => void) => {
    const copy = structuredClone(whole);
    change(copy["assessment-results"]);
    return assessmentResults.Check(copy);
  };
  assert.equal(
    broken(() => undefined),
    true,
  );
  assert.equal(
    broken((results) => Object.assign(results, { results: [] })),
    false,
  );
  assert.equal(
    broken((results) => Object.assign(results, { uuid: "no uuid" })),
    false,
  );
  assert.equal(
    broken((results) => Object.assign(results["metadata"] ?? {}, { more: "than there is" })),
    false,
  );
  assert.equal(
    broken((results) => Object.assign(results["metadata"] ?? {}, { roles: [{ id: "1 token", title: "x" }] })),
    false,
  );
});

test("the export of a review without documents is valid", async () => {
  assertValid(await exported((await aReview(server, company)).id));
});

test("each document is a result with a finding for each item, and every reference resolves", async () => {
  const { review, documentIds } = await aSeededReview(["first.pdf", "second.pdf"]);
  const { "assessment-results": results } = await exported(review.id);
  assert.deepEqual(
    results.results.map((one: { uuid: string }) => one.uuid),
    documentIds.toReversed().map((id) => uuidOf(id, "result")),
  );
  const resources = new Map(results["back-matter"].resources.map((one: { uuid: string }) => [one.uuid, one]));
  assert.ok(resources.has(results["import-ap"].href.slice(1)));
  for (const { findings, observations, risks } of results.results) {
    assert.equal(findings.length, target.itemIds.length);
    const known = new Set([...observations, ...risks].map(({ uuid: own }) => own));
    assert.equal(known.size, observations.length + risks.length, "no two share an identifier");
    for (const found of findings) {
      for (const { "observation-uuid": related } of found["related-observations"]) assert.ok(known.has(related));
      for (const { "risk-uuid": related } of found["related-risks"] ?? []) assert.ok(known.has(related));
      const score = Number(found.props.find((prop: { name: string }) => prop.name === "score").value);
      assert.equal(found.target.status.state, score >= 80 ? "satisfied" : "not-satisfied");
    }
    for (const { "relevant-evidence": evidence = [], subjects } of observations) {
      for (const { href } of evidence) assert.ok(resources.has(href.slice(1)), href);
      for (const subject of subjects) assert.ok(resources.has(subject["subject-uuid"]));
    }
  }
  const hashes = results["back-matter"].resources.flatMap((one: { rlinks?: { hashes: { value: string }[] }[] }) =>
    (one.rlinks ?? []).flatMap((link) => link.hashes.map(({ value }) => value)),
  );
  assert.deepEqual(hashes.toSorted(), ["01".repeat(32), "02".repeat(32)]);
});

test("identifiers are version 5 UUIDs that depend on the ids alone", () => {
  assert.match(uuidOf("a", "b"), /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(uuidOf("a", "b"), uuidOf("a", "b"));
  assert.notEqual(uuidOf("a", "b"), uuidOf("a", "c"));
});

test("what does not apply and what the owner answered are part of the results, in every format", async () => {
  const [control] = (await loadConditionalFramework(server)).controls;
  assert.ok(control);
  const frameworkId = (await aTarget(server, company.key, control.code)).frameworkId;
  const review = await aReview(server, company, { frameworkId, controlId: control.id, name: "Sales" });
  const facts = { condition: "usesProcessors", decidedBy: "facts" } as const;
  const none = aCriterionFinding("processors", "not_applicable", [], { reason: "fact_given", facts });
  const [documentId] = await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: review.id, controlId: control.id, fileNames: ["policy.pdf"] },
    findings: (item) => anItemFindings([aCriterionFinding("named", item === 1 ? "met" : "not_applicable"), none]),
  });
  const itemId = control.clusters[0]?.items[0]?.id;
  await server.call(`/v1/documents/${documentId}/questions/${itemId}/link`, {
    ...{ method: "PUT", key: company.key, body: { answer: "no", comment: "Planned for May." } },
  });
  const body = await exported(review.id);
  assertValid(body);
  const [written] = body["assessment-results"].results;
  const valuesOf = ({ props }: { props: { name: string; value: string }[] }) =>
    Object.fromEntries(props.map(({ name, value }) => [name, value]));
  assert.deepEqual(
    written.findings.map(
      (finding: { props: { name: string; value: string }[] }) => valuesOf(finding)["compliance-level"],
    ),
    ["compliant", "not_applicable"],
  );
  const observed = written.observations.map(valuesOf);
  const ruledOut = observed.find(({ criterion }: { criterion?: string }) => criterion === "processors");
  assert.deepEqual(
    [ruledOut.verdict, ruledOut.condition, ruledOut["condition-decided-by"]],
    ["not_applicable", "usesProcessors", "facts"],
  );
  const interview = written.observations.find(({ methods }: { methods: string[] }) => methods[0] === "INTERVIEW");
  assert.deepEqual([valuesOf(interview)["answer"], interview.description], ["no", "Planned for May."]);
  const read = async (format: string) => {
    const url = `/v1/compliance-reviews/${review.id}/report?format=${format}`;
    return server.app.inject({ method: "GET", url, headers: { "x-api-key": company.key } });
  };
  assert.match(
    (await read("csv")).body,
    /,Is there a link on the homepage\?,no,Planned for May\.,,true,100,compliant,,,,,,,,\r\n/,
  );
  for (const format of ["pdf", "xlsx"]) assert.equal((await read(format)).statusCode, 200, format);
});

test("what people decided is an observation of the company and adjusts the risk, and is in every format", async () => {
  const { review, documentId, itemIds } = await aDecidedReview();
  const body = await exported(review.id);
  assertValid(body);
  const [written] = body["assessment-results"].results;
  const valuesOf = ({ props }: { props: { name: string; value: string }[] }) =>
    Object.fromEntries(props.map(({ name, value }) => [name, value]));
  const decided = written.observations.filter((one: { props: [] }) => valuesOf(one)["decision"] !== undefined);
  assert.deepEqual(
    decided.map((one: { description: string; props: [] }) => [valuesOf(one)["decision"], one.description]),
    [
      ["accept_risk", "Replaced in May."],
      ["override", "Section 9 grants it."],
    ],
  );
  const [party] = body["assessment-results"].metadata.parties;
  for (const { origins } of decided) assert.equal(origins[0].actors[0]["actor-uuid"], party.uuid);
  const riskOf = (itemId: string | undefined) =>
    written.risks.find(({ uuid }: { uuid: string }) => uuid === uuidOf(itemId ?? "", "risk"));
  const [accepted, overridden] = itemIds.map(riskOf);
  assert.deepEqual([accepted.status, accepted.deadline], ["deviation-approved", "2026-05-31T00:00:00.000Z"]);
  assert.equal(accepted["risk-log"].entries[0]["status-change"], "deviation-approved");
  assert.equal(overridden.status, "closed");
  const read = async (format: string) => {
    const url = `/v1/compliance-reviews/${review.id}/report?format=${format}`;
    return server.app.inject({ method: "GET", url, headers: { "x-api-key": company.key } });
  };
  const csv = (await read("csv")).body;
  assert.match(csv, /,,non_compliant,item accept_risk,Replaced in May\.,assay_company_\w+…\w+,/);
  assert.match(csv, /,100,compliant,item override compliant,Section 9 grants it\.,/);
  for (const format of ["pdf", "xlsx"]) assert.equal((await read(format)).statusCode, 200, format);
  const signed = async () => JSON.stringify((await exported(review.id))["assessment-results"]["back-matter"]);
  const digestOf = (text: string) => /content-sha256[^}]*"value":"(\w+)"/.exec(text)?.[1];
  const before = digestOf(await signed());
  const url = `/v1/documents/${documentId}/items/${itemIds[0]}/decision`;
  assert.equal((await server.call(url, { method: "DELETE", key: company.key })).status, 204);
  assert.notEqual(digestOf(await signed()), before, "the signature covers decisions");
});

test("a sign-off is on the cover, in the summary, in every row and an attestation", async () => {
  const { review } = await aDecidedReview("SIGNED");
  const url = `/v1/compliance-reviews/${review.id}`;
  const read = async (format: string) => {
    const report = `${url}/report?format=${format}`;
    return server.app.inject({ method: "GET", url: report, headers: { "x-api-key": company.key } });
  };
  const open = (await exported(review.id))["assessment-results"];
  assert.equal(open.results[0].attestations, undefined);
  const body = { statement: "Read in full." };
  const signed = (await server.call(`${url}/sign-off`, { method: "PUT", key: company.key, body })).body;
  const { name } = signed.signedOffBy;
  const document = await exported(review.id);
  assertValid(document);
  const written = document["assessment-results"];
  const [{ "responsible-parties": responsible, parts }] = written.results[0].attestations;
  const party = written.metadata.parties.find((one: { uuid: string }) => one.uuid === responsible[0]["party-uuids"][0]);
  assert.equal(party.name, name);
  assert.match(parts[0].prose, /^Signed off by .*: Read in full\.$/);
  const rows = (await read("csv")).body.trim().split("\r\n").slice(1);
  assert.ok(rows.every((row) => row.endsWith(`,${name},${signed.signedOffAt},Read in full.`)));
  for (const format of ["pdf", "xlsx"]) assert.equal((await read(format)).statusCode, 200, format);
});

/** Two items that are missing: the risk of one is accepted, the other is overridden. */
async function aDecidedReview(code = "DECIDED") {
  const [control] = (await loadConditionalFramework(server, code)).controls;
  assert.ok(control);
  const frameworkId = (await aTarget(server, company.key, control.code)).frameworkId;
  const review = await aReview(server, company, { frameworkId, controlId: control.id, name: "Decided" });
  const [documentId = ""] = await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: review.id, controlId: control.id, fileNames: ["policy.pdf"] },
    findings: () => anItemFindings([aCriterionFinding("named", "missing")]),
  });
  const { body } = await server.call(`/v1/documents/${documentId}/result`, { key: company.key });
  const itemIds: string[] = body.complianceItems.map(({ id }: { id: string }) => id);
  const bodies = [
    { decision: "accept_risk", acceptedUntil: "2026-05-31T00:00:00Z", reason: "Replaced in May." },
    { decision: "override", complianceLevel: "compliant", reason: "Section 9 grants it." },
  ];
  for (const [at, body] of bodies.entries()) {
    const url = `/v1/documents/${documentId}/items/${itemIds[at]}/decision`;
    const answer = await server.call(url, { method: "PUT", key: company.key, body });
    assert.equal(answer.status, 200, answer.text);
  }
  return { review, documentId, itemIds };
}
