import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { JudgingTimedOut } from "../analysis/analyser.ts";
import { type AnalysisFixture, anAnalysisFixture, itemCount } from "../testing/analysis-fixture.ts";
import { testAnalyser } from "../testing/test-analyser.ts";

let fixture: AnalysisFixture;
before(async () => {
  fixture = await anAnalysisFixture();
});
after(() => fixture.close());

test("a document whose time is used up keeps the items that were judged; the others fail with the reason", async () => {
  const documentId = await fixture.aDocument();
  let judged = 0;
  const analyser = testAnalyser({
    beforeItem: () => {
      if (++judged > 2) throw new JudgingTimedOut(90);
    },
  });
  await fixture.analyse(documentId, { analyser });
  const { status, complianceItems: items } = await fixture.resultOf(documentId);
  assert.equal(status, "completed");
  const failed = items.filter((item: { status: string }) => item.status === "failed");
  assert.equal(failed.length, itemCount - 2);
  assert.match(failed[0].failureReason, /stopped after 90 seconds/);
  assert.deepEqual(fixture.faults, []);
});

test("a document of which nothing could be judged in time fails with the reason", async () => {
  const documentId = await fixture.aDocument();
  const analyser = testAnalyser({
    beforeOpen: () => {
      throw new JudgingTimedOut(60);
    },
  });
  await fixture.analyse(documentId, { analyser });
  const { status, failureReason } = await fixture.resultOf(documentId);
  assert.equal(status, "failed");
  assert.match(failureReason, /stopped after 60 seconds/);
});
