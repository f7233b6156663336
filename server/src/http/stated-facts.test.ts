import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openOfflineAnalyser } from "../analysis/offline-analyser.ts";
import { analyseDocument } from "../processing/analyse-document.ts";
import { reproduceDocument } from "../processing/reproduce-document.ts";
import { type ACompany, aCompany, anUpload, submit } from "../testing/builders.ts";
import { loadConditionalFramework } from "../testing/conditional-control.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";

const analyser = openOfflineAnalyser({ models: async () => undefined });
let server: TestServer;
let company: ACompany;
let controlId: string;
let frameworkId: string;
let worker: ReturnType<typeof workerDeps>["deps"];
before(async () => {
  server = await startTestServer();
  ({ deps: worker } = workerDeps(server, { analyser }));
  company = await aCompany(server);
  const framework = await loadConditionalFramework(server);
  [frameworkId, controlId] = [framework.id, framework.controls[0]?.id ?? ""];
});
after(async () => {
  await worker.children.close();
  await server.close();
});

const create = async (body: object) => {
  const reply = await server.call("/v1/business-entities", { key: company.key, body: { name: "Shop", ...body } });
  return { ...reply, id: reply.headers["location"]?.split("/").at(-1) ?? "" };
};
const patch = (id: string, facts: unknown) =>
  server.call(`/v1/business-entities/${id}`, { method: "PATCH", key: company.key, body: { facts } });
const factsOf = async (id: string) =>
  (await server.call(`/v1/business-entities/${id}`, { key: company.key })).body.facts;
const text = [
  {
    name: "policy.txt",
    content: "The company sells personal data to partners.\n\nRecipients of data are listed below.",
  },
];

async function judge(businessEntityId: string, facts?: string) {
  const { status, body, text: answer } = await submit(server, company, { businessEntityId, controlId, facts }, text);
  assert.equal(status, 202, answer);
  const { documentId } = body;
  const deps = { ...worker, inProgress: new Set<string>() };
  await analyseDocument(deps, { companyId: company.companyId, documentId }, new AbortController().signal);
  const result = await server.call(`/v1/documents/${documentId}/result?include=statements`, { key: company.key });
  assert.equal(result.body.status, "completed", result.text);
  return result.body;
}

test("facts are stated with an entity, changed one by one and withdrawn with null", async () => {
  const { id, status } = await create({ facts: { sellsData: false } });
  assert.equal(status, 201);
  assert.deepEqual(await factsOf(id), { sellsData: false });
  await patch(id, { usesProcessors: true });
  assert.deepEqual(await factsOf(id), { sellsData: false, usesProcessors: true });
  const { body } = await patch(id, { usesProcessors: true });
  assert.equal(body.message, "Nothing changed.");
  await patch(id, { sellsData: null });
  assert.deepEqual(await factsOf(id), { usesProcessors: true });
  await patch(id, null);
  assert.deepEqual(await factsOf(id), {});
  const listed = await server.call("/v1/business-entities", { key: company.key });
  assert.deepEqual(listed.body.businessEntities[0].facts, {});
});

test("a fact about nothing in the catalogue, or one that is no boolean, is refused by its name on every route", async () => {
  const { id } = await create({ facts: { sellsData: true } });
  const start = (facts: unknown) =>
    server.call("/v1/documents/upload/start", {
      key: company.key,
      body: {
        files: [{ fileName: "a.txt", fileSize: 4 }],
        ...{ businessEntityId: id, controlId, complianceFrameworkId: frameworkId, facts },
      },
    });
  const send = (facts: unknown) =>
    submit(server, company, { businessEntityId: id, controlId, facts: JSON.stringify(facts) }, text);
  for (const call of [(facts: unknown) => create({ facts }), (facts: unknown) => patch(id, facts), start, send]) {
    const unknown = await call({ sellsGoods: true });
    assert.equal(unknown.status, 400, unknown.text);
    assert.match(unknown.body.message, /^facts\.sellsGoods is not a condition of any control that you may use/);
    const wrong = await call({ sellsData: "no" });
    assert.equal(wrong.status, 400, wrong.text);
    assert.match(wrong.body.message, /^facts\.sellsData must be true(?:,| or) false/);
    assert.equal((await call([true])).status, 400);
  }
  assert.match((await submit(server, company, { businessEntityId: id, controlId, facts: "{" })).body.message, /^facts/);
  assert.deepEqual(await factsOf(id), { sellsData: true });
});

test("the facts of an entity decide conditions, whatever the document says, and the result says so", async () => {
  const { id } = await create({});
  const first = await judge(id);
  const [optOut] = first.complianceItems;
  assert.equal(first.conditions[optOut.result.conditions[0]].holds, true);
  await patch(id, { sellsData: false });
  const { complianceItems, conditions } = await judge(id);
  const [item, other] = complianceItems;
  assert.deepEqual([item.complianceLevel, item.result.score], ["not_applicable", 100]);
  const conditionsOf = (one: typeof item) => one.result.conditions.map((index: number) => conditions[index]);
  assert.deepEqual(conditionsOf(item), [
    {
      ...{ key: "sellsData", statement: "The company sells personal data. A lease counts." },
      ...{ holds: false, decidedBy: "facts", probability: 0, evidence: [] },
    },
  ]);
  const [criterion] = item.result.criteria;
  assert.deepEqual(
    [criterion.verdict, criterion.reason, criterion.condition],
    ["not_applicable", "fact_given", "sellsData"],
  );
  assert.match(criterion.description, /the facts stated about the company rule this out: the company sells personal/);
  assert.equal(conditionsOf(other)[0].decidedBy, "default");
});

test("facts of a submission are stored with the entity and decide at once; later ones change no earlier result", async () => {
  const { id } = await create({});
  const { documentId, complianceItems } = await judge(id, '{"sellsData":false,"usesProcessors":false}');
  assert.deepEqual(await factsOf(id), { sellsData: false, usesProcessors: false });
  assert.equal(complianceItems[0].complianceLevel, "not_applicable");
  const [named, processors] = complianceItems[1].result.criteria;
  assert.deepEqual([named.verdict === "not_applicable", processors.verdict], [false, "not_applicable"]);
  assert.equal(complianceItems[1].units[0].value.endsWith(" of 1"), true, "only criteria that apply are counted");
  await patch(id, { sellsData: true });
  const { body } = await server.call(`/v1/documents/${documentId}/record`, { key: company.key });
  assert.deepEqual(body.record.facts, { sellsData: false, usesProcessors: false });
  const scratchFolder = await mkdtemp(join(tmpdir(), "assay-facts-"));
  try {
    const again = await reproduceDocument({ ...worker, analyser, scratchFolder }, documentId);
    assert.deepEqual([again.differences, again.notes], [[], []]);
  } finally {
    await rm(scratchFolder, { recursive: true });
  }
});

test("facts of a chunked upload are stored with the entity when it starts", async () => {
  const { id } = await create({});
  const files = [{ fileName: "a.txt", fileSize: 4 }];
  const more = { businessEntityId: id, controlId, complianceFrameworkId: frameworkId };
  await anUpload(server, company, files, { ...more, facts: { sellsData: true } });
  await anUpload(server, company, files, { ...more, facts: { usesProcessors: true } });
  assert.deepEqual(await factsOf(id), { sellsData: true, usesProcessors: true });
});

test("the level filter finds items that do not apply", async () => {
  const { id } = await create({ facts: { sellsData: false } });
  const { documentId } = await judge(id);
  const url = `/v1/documents/${documentId}/result?complianceLevel=not_applicable`;
  const { body } = await server.call(url, { key: company.key });
  assert.deepEqual(
    body.complianceItems.map(({ controlItemExternalId }: { controlItemExternalId: string }) => controlItemExternalId),
    ["S 1"],
  );
});
