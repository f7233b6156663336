import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { standsOnPage } from "../analysis/verify-quotes.ts";
import { until } from "../testing/builders.ts";
import { agreement, anItem, aSubject, assertOffline, perfect, trial, unit } from "../testing/llm-trial.ts";
import { type Asked, startModelServer } from "../testing/model-server.ts";

describe("a model that answers well", () => {
  for (const [provider, model] of [
    ["openai-compatible", "tester-1"],
    ["anthropic", "claude-sonnet-4-5"],
    ["anthropic", "claude-3-haiku-20240307"],
  ] as const) {
    test(`by ${provider} (${model}): the findings are what it answered, each quote in its place`, async () => {
      await trial(
        (asked) => ({ answer: perfect(asked), tokens: 321 }),
        async ({ judge, engine, server }) => {
          const subject = aSubject();
          const findings = await judge();
          assert.deepEqual(
            findings.criteria.map(({ key, verdict, evidence, reason }) => [key, verdict, evidence[0]?.text, reason]),
            [
              ["instructions", "met", agreement[0], "The passage says what is required."],
              [
                ...["confidentiality", "partly", agreement[2]],
                "The passage is not binding: words such as “should”, “may” or “where feasible” leave room.",
              ],
              ["assistance", "contradicted", agreement[3], "The passage denies the duty."],
              ["deletion", "missing", undefined, "No passage says this."],
            ],
          );
          for (const { evidence } of findings.criteria)
            for (const quote of evidence) assert.ok(standsOnPage(subject.files, quote), quote.text);
          assert.deepEqual(
            [unit(findings, "criteriaMet"), unit(findings, "judgedBy"), unit(findings, "tokens")],
            ["1 of 4", `llm ${provider}/${model}`, "321"],
          );
          assert.equal(findings.gaps.length, 3);
          assert.equal(findings.score, 37.4);
          assert.match(engine.name, new RegExp(`^llm ${provider}/${model}$`));
          const [asked] = server.asked;
          const key = provider === "anthropic" ? asked?.headers["x-api-key"] : asked?.headers.authorization;
          assert.equal(key, provider === "anthropic" ? "sk-test" : "Bearer sk-test");
        },
        { provider, model },
      );
    });
  }

  test("gets the item's texts and passages with their pages, and nothing else", async () => {
    await trial(
      (asked) => ({ answer: perfect(asked) }),
      async ({ judge, server }) => {
        await judge();
        const { body = "", prompt = "", passages = [] } = server.asked[0] ?? {};
        assert.ok(!/Acme|Globex|Merger/.test(body), "no file name");
        for (const words of passages) assert.ok(agreement.includes(words), words);
        const rest = prompt.replace(/⟦passage.*⟧/s, "");
        assert.ok(rest.includes("The agreement binds the processor."));
        assert.ok(!body.includes("X 1"), "not even the number of the item");
      },
    );
  });

  test("may straighten quotation marks and spaces: what is kept is the document's own text", async () => {
    const lines = ["The  “Processor”\tshall act only on documented instructions – never otherwise.", ...agreement];
    await trial(
      ({ keys }) => ({
        answer: {
          criteria: keys.map((key) => ({
            ...{ key, verdict: "met", reason: "says-it" },
            quotes: [{ passage: 1, text: 'The "Processor" shall act only on documented instructions - never' }],
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

  test("is asked about several items at once, and never about more than was allowed", async () => {
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

describe("a model whose answer cannot be used", () => {
  const madeUp = "The Processor shall delete all personal data within 30 days.";
  const answers: [what: string, answer: (asked: Asked) => unknown, reason: string][] = [
    ["writes no JSON", () => "I think it is all fine.", "badAnswer"],
    ["writes half of it", () => '{"criteria": [{"key": "instr', "badAnswer"],
    ["writes another form", () => ({ verdicts: { instructions: "met" } }), "badAnswer"],
    ["leaves a criterion out", (asked) => ({ criteria: perfect(asked).criteria.slice(1) }), "badAnswer"],
    [
      "answers one twice",
      (asked) => ({ criteria: [...perfect(asked).criteria.slice(1), perfect(asked).criteria[1]] }),
      "badAnswer",
    ],
    [
      "makes quotes up",
      ({ keys }) => ({
        criteria: keys.map((key) => ({
          ...{ key, verdict: "met", reason: "says-it", quotes: [{ passage: 1, text: madeUp }] },
        })),
      }),
      "unprovenQuotes",
    ],
    [
      "calls everything compliant and quotes nothing",
      ({ keys }) => ({ criteria: keys.map((key) => ({ key, verdict: "met", reason: "says-it", quotes: [] })) }),
      "unprovenQuotes",
    ],
    [
      "calls everything compliant on a single word",
      ({ keys }) => ({
        criteria: keys.map((key) => ({
          ...{ key, verdict: "met", reason: "says-it", quotes: [{ passage: 1, text: "shall" }] },
        })),
      }),
      "unprovenQuotes",
    ],
  ];
  for (const [what, answer, reason] of answers) {
    test(`because it ${what} is asked three times, and then the item is judged offline`, async () => {
      await trial(
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

  test("the first time is believed the second time", async () => {
    await trial(
      (asked, count) => (count === 1 ? { answer: "{" } : { answer: perfect(asked) }),
      async ({ judge, fallbacks }) => {
        assert.match(unit(await judge(), "judgedBy") ?? "", /^llm/);
        assert.deepEqual(fallbacks, []);
      },
    );
  });

  test("in one quote of several loses that one, and the findings say so", async () => {
    await trial(
      (asked) => {
        const answer = perfect(asked);
        answer.criteria[0]?.quotes.push({ passage: 2, text: madeUp });
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

describe("a model that cannot be had", () => {
  test("because it takes too long is asked again, and then the item is judged offline", async () => {
    await trial(
      () => "silence",
      async ({ judge, server }) => {
        await assertOffline(await judge(), "timeOut");
        assert.equal(server.asked.length, 3);
      },
      { timeoutSeconds: 1 },
    );
  });

  test("because it is busy is left alone for as long as it wants, by every item", async () => {
    await trial(
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

  test("for longer than a minute is not waited for", async () => {
    await trial(
      () => ({ status: 429, headers: { "retry-after": "3600" } }),
      async ({ judge, server }) => {
        await assertOffline(await judge(anItem(1)), "rateLimited", anItem(1));
        await assertOffline(await judge(anItem(2)), "rateLimited", anItem(2));
        assert.equal(server.asked.length, 1);
      },
    );
  });

  test("because its server errs is asked again; after three silent items the rest is not asked about", async () => {
    await trial(
      (asked, count) => (count <= 2 ? { status: 500 } : { answer: perfect(asked) }),
      async ({ judge, fallbacks }) => {
        await judge();
        assert.deepEqual(fallbacks, []);
      },
    );
    await trial(
      () => ({ status: 503 }),
      async ({ judge, server, fallbacks }) => {
        for (let number = 1; number <= 5; number++)
          await assertOffline(await judge(anItem(number)), "serverError", anItem(number));
        assert.deepEqual([server.asked.length, fallbacks.length], [9, 5]);
      },
    );
  });

  test("because the connection breaks off half-way is asked again", async () => {
    await trial(
      (asked, count) => (count <= 2 ? "cut" : { answer: perfect(asked) }),
      async ({ judge, server }) => {
        assert.match(unit(await judge(), "judgedBy") ?? "", /^llm/);
        assert.equal(server.asked.length, 3);
      },
    );
  });

  test("because the key is wrong is asked once an item, and not at all after three", async () => {
    await trial(
      () => ({ status: 401 }),
      async ({ judge, server, fallbacks }) => {
        for (let number = 1; number <= 5; number++) await judge(anItem(number));
        assert.deepEqual([server.asked.length, new Set(fallbacks)], [3, new Set(["refused"])]);
      },
    );
  });

  test("because nobody is there is told so", async () => {
    const gone = await startModelServer(() => "silence");
    await gone.close();
    await trial(
      () => "silence",
      async ({ judge }) => assertOffline(await judge(), "unreachable"),
      { baseUrl: gone.baseUrl },
    );
  });

  test("because it sends us elsewhere is not followed", async () => {
    const elsewhere = await startModelServer((asked) => ({ answer: perfect(asked) }));
    await trial(
      () => ({ status: 307, headers: { location: `${elsewhere.baseUrl}/chat/completions` } }),
      async ({ judge }) => {
        assert.ok(unit(await judge(), "fallbackReason"));
        assert.deepEqual(elsewhere.asked, []);
      },
    );
    await elsewhere.close();
  });

  test("because the budget is spent: what is left over is judged offline without asking", async () => {
    await trial(
      (asked) => ({ answer: perfect(asked), tokens: 4_000 }),
      async ({ judge, server }) => {
        const all = [];
        for (let number = 1; number <= 4; number++) all.push(await judge(anItem(number)));
        assert.deepEqual(
          all.map((findings) => unit(findings, "fallbackReason")),
          [undefined, undefined, "tokenBudgetSpent", "tokenBudgetSpent"],
        );
        assert.equal(server.asked.length, 2);
      },
      { tokensPerDocument: 9_000 },
    );
  });
});

test("a stop ends the waiting for an answer at once, and judges nothing in its place", async () => {
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
