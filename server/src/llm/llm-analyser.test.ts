import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isOnPage } from "../analysis/findings/verify-quotes.ts";
import { agreement, anItem, aSubject, perfect, protocols, trial, unit } from "../testing/llm-trial.ts";
import { until } from "../testing/until.ts";

describe("a model that answers well", () => {
  for (const { provider, model } of protocols) {
    test(`by ${provider} (${model}): the findings are its verdicts, each quote at its place`, async () => {
      await trial(
        (asked) => ({ answer: perfect(asked), tokens: 321 }),
        async ({ judge, engine, server }) => {
          const subject = aSubject();
          const findings = await judge();
          assert.deepEqual(
            findings.criteria.map(({ key, verdict, evidence, reason }) => [key, verdict, evidence[0]?.text, reason]),
            [
              ["instructions", "met", agreement[0], "stated"],
              ["confidentiality", "partly", agreement[2], "not_binding"],
              ["assistance", "contradicted", agreement[3], "duty_denied"],
              ["deletion", "missing", undefined, "not_found"],
            ],
          );
          for (const { evidence } of findings.criteria)
            for (const quote of evidence) assert.ok(isOnPage(subject.files, quote), quote.text);
          assert.deepEqual(
            [unit(findings, "criteriaMet"), unit(findings, "judgedBy"), unit(findings, "tokens")],
            ["1 of 4", `llm ${provider}/${model}`, "321"],
          );
          assert.deepEqual(findings.criteria[1]?.facts, { weakWords: "where feasible" });
          assert.ok(
            findings.criteria.every(({ judge, probabilities }) => judge === "external" && probabilities === null),
          );
          assert.equal(findings.score, 55);
          assert.match(engine.name, new RegExp(`^llm ${provider}/${model}$`));
          const [asked] = server.asked;
          const key = provider === "anthropic" ? asked?.headers["x-api-key"] : asked?.headers.authorization;
          assert.equal(key, provider === "anthropic" ? "sk-test" : "Bearer sk-test");
        },
        { provider, model },
      );
    });
  }

  test("gets the item's texts and clauses with their pages, and nothing else", async () => {
    await trial(
      (asked) => ({ answer: perfect(asked) }),
      async ({ judge, server }) => {
        await judge();
        const { body = "", prompt = "", clauses = [] } = server.asked[0] ?? {};
        assert.ok(!/Acme|Globex|Merger/.test(body), "no file name");
        for (const words of clauses) assert.ok(agreement.includes(words), words);
        const rest = prompt.replace(/⟦clause.*⟧/s, "");
        assert.ok(rest.includes("The agreement binds the processor."));
        assert.ok(!body.includes("X 1"), "not even the number of the item");
      },
    );
  });

  test("may normalise quotation marks and spaces: the findings have the document's own text", async () => {
    const lines = ["The  “Processor”\tshall act only on documented instructions – never otherwise.", ...agreement];
    await trial(
      ({ keys }) => ({
        answer: {
          criteria: keys.map((key) => ({
            ...{ key, verdict: "met", reason: "stated" },
            quotes: [{ clause: "C1", text: 'The "Processor" shall act only on documented instructions - never' }],
          })),
        },
      }),
      async ({ judge }) => {
        const [first] = (await judge()).criteria;
        assert.equal(first?.evidence[0]?.text, "The  “Processor”\tshall act only on documented instructions – never");
      },
      { subject: aSubject(lines) },
    );
  });

  test("is asked about several items at once, up to the configured concurrency", async () => {
    await trial(
      async (asked, _, mostAtOnce) => {
        await until(async () => mostAtOnce() === 3);
        return { answer: perfect(asked) };
      },
      async ({ judge, server }) => {
        await Promise.all(Array.from({ length: 12 }, (_, at) => judge(anItem(at))));
        assert.deepEqual([server.asked.length, server.mostAtOnce()], [12, 3]);
      },
      { concurrency: 3 },
    );
  });
});

test("an abort ends the request at once, and nothing is judged instead", async () => {
  const stop = new AbortController();
  await trial(
    () => {
      stop.abort(new Error("stopping"));
      return "silence";
    },
    async ({ judge, fallbacks }) => {
      await assert.rejects(judge(), /stopping|abort/i);
      assert.deepEqual(fallbacks, []);
    },
    { signal: stop.signal },
  );
});
