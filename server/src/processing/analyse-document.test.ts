import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { type ACompany, aCompany, aTarget, submit, until } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { startTestWorker, type TestWorker } from "../testing/test-worker.ts";

let server: TestServer;
let company: ACompany;
let controlId: string;
let worker: TestWorker;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  ({ controlId } = await aTarget(server, company.key));
  worker = await startTestWorker(server);
});
after(async () => {
  await worker.stop();
  await server.close();
});

async function ended(documentId: string) {
  const read = () => server.call(`/v1/documents/${documentId}/result`, { key: company.key });
  await until(async () => ["completed", "failed"].includes((await read()).body.status));
  return (await read()).body;
}

test("a text becomes a result", async () => {
  const { businessEntityId } = company;
  const { body } = await submit(server, company, { businessEntityId, controlId }, [
    { name: "contract.txt", content: "The processor shall act on instructions.\n\nConfidentiality is kept." },
  ]);
  const result = await ended(body.documentId);
  assert.equal(result.status, "completed", JSON.stringify(result).slice(0, 500) + worker.faults);
  assert.deepEqual(await readdir(worker.workRoot), []);
});
