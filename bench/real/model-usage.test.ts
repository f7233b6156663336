import assert from "node:assert/strict";
import { test } from "node:test";
import { openOfflineAnalyser } from "../../server/src/analysis/offline-analyser.ts";
import { agreement, anItem, aSubject, llmSettings } from "../../server/src/testing/llm-trial.ts";
import { type Behave, startModelServer } from "../../server/src/testing/model-server.ts";
import { costOf, describeUsage, openMeasuredModel } from "./model-usage.ts";

const offline = openOfflineAnalyser({ models: async () => undefined });

/** A judge with a rule of its own: a criterion is met by the first clause that shares a longer word with its key. */
const byRule: Behave = ({ keys, clauses }) => ({
  answer: {
    criteria: keys.map((key) => {
      const at = clauses.findIndex((clause) => clause.toLowerCase().includes(key.slice(0, 8)));
      if (at === -1) return { key, verdict: "missing", reason: "not_found", quotes: [] };
      return { key, verdict: "met", reason: "stated", quotes: [{ clause: `C${at + 1}`, text: clauses[at] }] };
    }),
  },
  tokens: 1001,
});

async function measure(behave: Behave, work: (measured: ReturnType<typeof openMeasuredModel>) => Promise<void>) {
  const server = await startModelServer(behave);
  const settings = { ...llmSettings(server), timeoutSeconds: 5 };
  await work(openMeasuredModel({ settings, priceIn: 2, priceOut: 500 })).finally(() => server.close());
}

test("requests, tokens, time and judged criteria are counted, and cost by the prices", async () => {
  await measure(byRule, async ({ external, usage }) => {
    const analysis = await external(offline).open(aSubject(agreement));
    const [first] = await Promise.all([1, 2, 3].map((number) => analysis.judge(anItem(number))));
    assert.deepEqual(
      first?.criteria.map(({ verdict }) => verdict),
      ["met", "met", "missing", "missing"],
    );
    const { seconds, fallbacks, ...counts } = usage;
    assert.deepEqual(counts, { requests: 3, inputTokens: 3000, outputTokens: 3, uncounted: 0, criteria: 12 });
    assert.ok(seconds > 0 && fallbacks.size === 0);
    assert.equal(costOf(usage, { priceIn: 2, priceOut: 500 }), 0.0075);
    assert.equal(costOf(usage, { priceIn: 2, priceOut: undefined }), undefined);
  });
});

test("a model that does not answer is counted with the reason, and no cost is made up", async () => {
  await measure(
    () => ({ status: 401 }),
    async ({ external, usage }) => {
      const analysis = await external(offline).open(aSubject(agreement));
      await analysis.judge(anItem());
      const { requests, uncounted, criteria, fallbacks } = usage;
      assert.deepEqual([requests, uncounted, criteria, [...fallbacks]], [1, 1, 0, [["refused", 1]]]);
      const settings = llmSettings({ baseUrl: "http://127.0.0.1:1/v1" });
      const described = describeUsage(usage, { settings, priceIn: 2, priceOut: 500 }, 4);
      assert.match(described, /judged 0 of 4 criteria in 1 requests/);
      assert.match(described, /did not report its tokens/);
      assert.match(described, /1 items judged by the engine instead: refused/);
      assert.doesNotMatch(described, /Cost/);
    },
  );
});
