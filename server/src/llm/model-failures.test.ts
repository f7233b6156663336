import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anItem, assertOffline, perfect, protocols, trial, unit } from "../testing/llm-trial.ts";
import { type Asked, startModelServer } from "../testing/model-server.ts";

/** Whatever fails at the model's server, the item is judged, the same by every protocol. */

const madeUp = "The Processor shall delete all personal data within 30 days.";
const answers: [what: string, answer: (asked: Asked) => unknown, reason: string][] = [
  ["writes no JSON", () => "I think it is all fine.", "invalid_answer"],
  ["writes half of it", () => '{"criteria": [{"key": "instr', "invalid_answer"],
  ["writes JSON of another schema", () => ({ verdicts: { instructions: "met" } }), "invalid_answer"],
  ["leaves a criterion out", (asked) => ({ criteria: perfect(asked).criteria.slice(1) }), "invalid_answer"],
  [
    "answers one twice",
    (asked) => ({ criteria: [...perfect(asked).criteria.slice(1), perfect(asked).criteria[1]] }),
    "invalid_answer",
  ],
  [
    "makes quotes up",
    ({ keys }) => ({
      criteria: keys.map((key) => ({
        ...{ key, verdict: "met", reason: "stated", quotes: [{ clause: "C1", text: madeUp }] },
      })),
    }),
    "unverified_quotes",
  ],
  [
    "calls everything compliant and quotes nothing",
    ({ keys }) => ({ criteria: keys.map((key) => ({ key, verdict: "met", reason: "stated", quotes: [] })) }),
    "unverified_quotes",
  ],
  [
    "calls everything compliant on a single word",
    ({ keys }) => ({
      criteria: keys.map((key) => ({
        ...{ key, verdict: "met", reason: "stated", quotes: [{ clause: "C1", text: "shall" }] },
      })),
    }),
    "unverified_quotes",
  ],
];

for (const { provider, model, path } of protocols) {
  const name = `${provider}, ${model}`;
  const tried: typeof trial = (behave, work, fields) => trial(behave, work, { provider, model, ...fields });

  describe(`a model whose answer cannot be used (${name})`, () => {
    for (const [what, answer, reason] of answers) {
      test(`because it ${what} is asked three times, and then the item is judged offline`, async () => {
        await tried(
          (asked) => ({ answer: answer(asked) }),
          async ({ judge, server, fallbacks }) => {
            const findings = await judge();
            await assertOffline(findings, reason);
            assert.deepEqual([server.asked.length, fallbacks], [3, [reason]]);
            assert.ok(!JSON.stringify(findings).includes(madeUp));
          },
        );
      });
    }

    test("is asked again, and a valid second answer counts", async () => {
      await tried(
        (asked, count) => (count === 1 ? { answer: "{" } : { answer: perfect(asked) }),
        async ({ judge, fallbacks }) => {
          assert.match(unit(await judge(), "judgedBy") ?? "", /^llm/);
          assert.deepEqual(fallbacks, []);
        },
      );
    });

    test("loses an unverified quote, and the findings count it", async () => {
      await tried(
        (asked) => {
          const answer = perfect(asked);
          answer.criteria[0]?.quotes.push({ clause: "C2", text: madeUp });
          return { answer };
        },
        async ({ judge }) => {
          const findings = await judge();
          assert.equal(unit(findings, "quotesDropped"), "1");
          assert.equal(findings.criteria[0]?.evidence.length, 1);
        },
      );
    });
  });

  describe(`a model that gives no answer (${name})`, () => {
    test("within the timeout is asked again, and then the item is judged offline", async () => {
      await tried(
        () => "silence",
        async ({ judge, server }) => {
          await assertOffline(await judge(), "timeout");
          assert.equal(server.asked.length, 3);
        },
        { timeoutSeconds: 1 },
      );
    });

    test("and sends Retry-After pauses the requests of every item", async () => {
      await tried(
        (asked, count) => (count === 1 ? { status: 429, headers: { "retry-after": "1" } } : { answer: perfect(asked) }),
        async ({ judge, server, fallbacks }) => {
          await Promise.all([judge(anItem(1)), judge(anItem(2)), judge(anItem(3))]);
          const [refused, ...later] = server.asked;
          assert.deepEqual([later.length, fallbacks], [3, []]);
          for (const { at } of later) assert.ok(at - (refused?.at ?? 0) >= 990, `asked again after ${at} ms`);
        },
        // One at a time, so that the others come after the refusal.
        { concurrency: 1 },
      );
    });

    test("for more than a minute is not waited for", async () => {
      await tried(
        () => ({ status: 429, headers: { "retry-after": "3600" } }),
        async ({ judge, server }) => {
          await assertOffline(await judge(anItem(1)), "rate_limited", anItem(1));
          await assertOffline(await judge(anItem(2)), "rate_limited", anItem(2));
          assert.equal(server.asked.length, 1);
        },
      );
    });

    test("but a server error is asked again; after three unanswered items it is not asked about the rest", async () => {
      await tried(
        (asked, count) => (count <= 2 ? { status: 500 } : { answer: perfect(asked) }),
        async ({ judge, fallbacks }) => {
          await judge();
          assert.deepEqual(fallbacks, []);
        },
      );
      await tried(
        () => ({ status: 503 }),
        async ({ judge, server, fallbacks }) => {
          for (let number = 1; number <= 5; number++)
            await assertOffline(await judge(anItem(number)), "server_error", anItem(number));
          assert.deepEqual([server.asked.length, fallbacks.length], [9, 5]);
        },
      );
    });

    test("but a broken connection is asked again", async () => {
      await tried(
        (asked, count) => (count <= 2 ? "cut" : { answer: perfect(asked) }),
        async ({ judge, server }) => {
          assert.match(unit(await judge(), "judgedBy") ?? "", /^llm/);
          assert.equal(server.asked.length, 3);
        },
      );
    });

    test("but refuses the key is asked once an item, and not at all after three", async () => {
      await tried(
        () => ({ status: 401 }),
        async ({ judge, server, fallbacks }) => {
          for (let number = 1; number <= 5; number++) await judge(anItem(number));
          assert.deepEqual([server.asked.length, new Set(fallbacks)], [3, new Set(["refused"])]);
        },
      );
    });

    test("because it is unreachable is reported so", async () => {
      const gone = await startModelServer(() => "silence");
      await gone.close();
      await tried(
        () => "silence",
        async ({ judge }) => assertOffline(await judge(), "unreachable"),
        { baseUrl: gone.baseUrl },
      );
    });

    test("but redirects elsewhere is not followed", async () => {
      const elsewhere = await startModelServer((asked) => ({ answer: perfect(asked) }));
      await tried(
        () => ({ status: 307, headers: { location: `${elsewhere.baseUrl}/${path}` } }),
        async ({ judge }) => {
          assert.ok(unit(await judge(), "fallbackReason"));
          assert.deepEqual(elsewhere.asked, []);
        },
      );
      await elsewhere.close();
    });

    test("because the token budget is spent: the remaining items are judged offline", async () => {
      await tried(
        (asked) => ({ answer: perfect(asked), tokens: 4_000 }),
        async ({ judge, server }) => {
          const all = [];
          for (let number = 1; number <= 4; number++) all.push(await judge(anItem(number)));
          assert.deepEqual(
            all.map((findings) => unit(findings, "fallbackReason")),
            [undefined, undefined, "token_budget_spent", "token_budget_spent"],
          );
          assert.equal(server.asked.length, 2);
        },
        { tokensPerDocument: 9_000 },
      );
    });
  });
}
