import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { analyseDocument } from "../processing/analyse-document.ts";
import { type ACompany, aCompany, submit } from "../testing/builders.ts";
import { loadConditionalFramework } from "../testing/conditional-control.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";

let server: TestServer;
let company: ACompany;
let documentId: string;
let itemIds: string[];
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  const [control] = (await loadConditionalFramework(server)).controls;
  assert.ok(control);
  itemIds = control.clusters.flatMap(({ items }) => items.map(({ id }) => id));
  const { businessEntityId } = company;
  documentId = (await submit(server, company, { businessEntityId, controlId: control.id })).body.documentId;
});
after(() => server.close());

const answer = (itemId: string | undefined, body: unknown, key = company.key, question = "link") =>
  server.call(`/v1/documents/${documentId}/questions/${itemId}/${question}`, { method: "PUT", key, body });
const questionsOf = async (query = "") =>
  (await server.call(`/v1/documents/${documentId}/result?${query}`, { key: company.key })).body.questions;

test("the result lists the questions of its items apart, without a score, in the language asked for", async () => {
  const open = { answer: null, comment: null, answeredAt: null };
  assert.deepEqual(await questionsOf(), [
    {
      ...{ controlItemId: itemIds[0], controlItemExternalId: "S 1", controlItemName: "Opting out" },
      ...{ key: "link", question: "Is there a link on the homepage?", ...open },
    },
    {
      ...{ controlItemId: itemIds[1], controlItemExternalId: "S 2", controlItemName: "Recipients" },
      ...{ key: "link", question: "Is the list of recipients kept current?", ...open },
    },
  ]);
  const [german] = await questionsOf("language=de&fields=questions.question");
  assert.equal(german.question, "Gibt es einen Link auf der Startseite?");
  assert.equal(await questionsOf("fields=status"), undefined);
});

test("an answer is stored with its comment and time, replaced and withdrawn", async () => {
  const { status, body } = await answer(itemIds[0], { answer: "no", comment: "Planned for May." });
  assert.equal(status, 200);
  assert.deepEqual([body.answer, body.comment], ["no", "Planned for May."]);
  assert.deepEqual((await questionsOf())[0], body);
  await answer(itemIds[0], { answer: "yes" });
  const [replaced, other] = await questionsOf();
  assert.deepEqual([replaced.answer, replaced.comment, other.answer], ["yes", null, null]);
  assert.equal((await answer(itemIds[0], { answer: null })).body.answeredAt, null);
  assert.equal((await questionsOf())[0].answer, null);
});

test("what is no answer is refused by its name, and an unknown question or document is not found", async () => {
  assert.match((await answer(itemIds[0], { answer: "maybe" })).body.message, /^answer must be one of yes, no/);
  assert.match((await answer(itemIds[0], {})).body.message, /^answer is required/);
  assert.match((await answer(itemIds[0], { answer: "yes", comment: "x".repeat(2001) })).body.message, /^comment must/);
  assert.equal((await answer(itemIds[0], { answer: "yes" }, company.key, "none")).status, 404);
  assert.equal((await answer("none", { answer: "yes" })).status, 404);
  const stranger = await aCompany(server);
  assert.equal((await answer(itemIds[0], { answer: "yes" }, stranger.key)).status, 404);
  assert.equal((await questionsOf())[0].answer, null);
});

test("answers stay through the analysis and change no score", async () => {
  await answer(itemIds[0], { answer: "no" });
  const { deps } = workerDeps(server);
  try {
    const job = { companyId: company.companyId, documentId };
    await analyseDocument({ ...deps, inProgress: new Set() }, job, new AbortController().signal);
  } finally {
    await deps.children.close();
  }
  assert.equal((await questionsOf())[0].answer, "no");
});
