import assert from "node:assert/strict";
import { after, test } from "node:test";
import { anAnalysisFixture, aText, itemCount } from "../testing/analysis-fixture.ts";
import { answerPartly, llmAnalyserFor } from "../testing/llm-trial.ts";
import { type Asked, type Behave, type ModelServer, startModelServer } from "../testing/model-server.ts";
import { until } from "../testing/until.ts";

const { aDocument, analyse, resultOf, faults, close } = await anAnalysisFixture();
after(close);

const analyserFor = (server: ModelServer) => llmAnalyserFor(server, undefined, { concurrency: 3 });

async function withModel(behave: Behave, work: (server: ModelServer) => Promise<void>): Promise<void> {
  const server = await startModelServer(behave);
  await work(server).finally(() => server.close());
}

const requirementOf = ({ prompt }: Asked) => prompt.split("\n", 1)[0] ?? "";

test("a document judged by an external model names the model for each item and for the document", async () => {
  await withModel(answerPartly, async (server) => {
    const documentId = await aDocument([aText()]);
    await analyse(documentId, { analyser: analyserFor(server) });
    const result = await resultOf(documentId);
    assert.equal(result.status, "completed", faults.join("\n"));
    assert.deepEqual(
      [result.engine.name, result.engine.settings.llmTokensPerDocument],
      ["llm openai-compatible/tester-1", 1_000_000],
    );
    for (const { units, result: found } of result.complianceItems) {
      assert.equal(
        units.find(({ name }: { name: string }) => name === "judgedBy").value,
        "llm openai-compatible/tester-1",
      );
      for (const { verdict, evidence } of found.criteria)
        assert.deepEqual(
          [verdict, result.quotes[evidence[0].quote].text],
          ["partly", "The subject matter and duration are set out here."],
        );
    }
    assert.equal(server.asked.length, itemCount);
  });
});

test("several items are judged concurrently, and the run after an interrupted one repeats no finished item", async () => {
  const stop = new AbortController();
  const documentId = await aDocument([aText()]);
  const finished: string[] = [];
  await withModel(
    async (asked, count) => {
      // The first item hangs while later ones finish.
      if (count === 1) return "silence";
      if (count <= 3) {
        finished.push(requirementOf(asked));
        return answerPartly(asked);
      }
      await until(async () => (await resultOf(documentId)).progress.itemsDone === 2);
      stop.abort(new Error("cut off"));
      return "silence";
    },
    async (server) => {
      await assert.rejects(analyse(documentId, { analyser: analyserFor(server) }, stop.signal), /cut off|abort/i);
    },
  );
  assert.equal((await resultOf(documentId)).progress.itemsDone, 2);
  await withModel(answerPartly, async (server) => {
    await analyse(documentId, { analyser: analyserFor(server) });
    assert.equal(server.asked.length, itemCount - 2);
    for (const asked of server.asked) assert.ok(!finished.includes(requirementOf(asked)), requirementOf(asked));
  });
  const { status, complianceItems } = await resultOf(documentId);
  assert.equal(status, "completed");
  assert.ok(complianceItems.every((item: { status: string }) => item.status === "completed"));
});
