import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Analyser } from "../analysis/analyser.ts";
import { aCompany, aTarget, submit } from "../testing/builders.ts";
import { testAnalyser } from "../testing/test-analyser.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import type { JobDeps } from "../worker/job-handlers.ts";
import { analyseDocument } from "./analyse-document.ts";

let server: TestServer;
let worker: JobDeps;
before(async () => {
  server = await startTestServer();
  ({ deps: worker } = workerDeps(server));
});
after(async () => {
  await worker.children.close();
  await server.close();
});

/** Judges as the test analyser does, but with quotes that are not in the document. */
function inventiveAnalyser(words: string): Analyser {
  const honest = testAnalyser();
  return {
    ...honest,
    async open(subject, signal) {
      const analysis = await honest.open(subject, signal);
      return {
        ...analysis,
        async judge(item) {
          const findings = await analysis.judge(item);
          const criteria = findings.criteria.map((criterion) => ({
            ...criterion,
            verdict: "met" as const,
            evidence: [{ file: 0, page: 1, start: 0, end: words.length, text: words, role: "proves" as const }],
          }));
          return { ...findings, score: 100, criteria };
        },
      };
    },
  };
}

test("quotes that are not in the document are dropped, whichever analyser gives them, and the item reports it", async () => {
  const company = await aCompany(server);
  const { controlId, itemIds } = await aTarget(server, company.key);
  const selectedControlItemIds = JSON.stringify(itemIds.slice(0, 1));
  const { businessEntityId, companyId, key } = company;
  const { body } = await submit(server, company, { businessEntityId, controlId, selectedControlItemIds }, [
    { name: "contract.txt", content: "The subject matter and duration are set out here." },
  ]);
  const { documentId } = body;
  const invented = "Everything that is asked for is agreed.";
  await analyseDocument(
    { ...worker, analyser: inventiveAnalyser(invented), inProgress: new Set() },
    { companyId, documentId },
    new AbortController().signal,
  );
  const { body: result } = await server.call(`/v1/documents/${documentId}/result`, { key });
  const [item] = result.complianceItems;
  assert.equal(item.status, "completed");
  assert.equal(item.result.score, 0);
  const [criterion] = item.result.criteria;
  assert.deepEqual([criterion.verdict, criterion.reason], ["missing", "not_found"]);
  assert.ok(!JSON.stringify(item).includes(invented), JSON.stringify(item));
  assert.match(JSON.stringify(item), /1 quote was dropped because it does not appear on the page cited/);
});
