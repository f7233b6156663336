import assert from "node:assert/strict";
import { test } from "node:test";
import type { LlmSettings } from "../../server/src/llm/llm-settings.ts";
import { OptionProblem, readBenchOptions } from "./options.ts";

const settings: LlmSettings = {
  ...{ provider: "openai-compatible", baseUrl: "http://127.0.0.1:1/v1", apiKey: undefined, model: "m" },
  ...{ tokensPerDocument: 1000, concurrency: 1, timeoutSeconds: 1, temperature: 0, ask: "all", unsureBelow: 0.75 },
};
const read = (...args: string[]) => readBenchOptions(args, () => settings);

test("without options the sealed test set is measured, and with a model the development set", () => {
  assert.deepEqual(read(), {
    ...{ split: "test", controls: [], errors: undefined, diagram: undefined, byWordsAlone: false, model: undefined },
  });
  const { split, model } = read("--llm", "--ask", "unsure", "--price-in", "0.15", "--price-out", "2");
  assert.equal(split, "dev");
  assert.deepEqual(model, { settings: { ...settings, ask: "unsure" }, priceIn: 0.15, priceOut: 2 });
});

test("the reliability of the test set's probabilities can be drawn, because it is made of totals", () => {
  const { split, diagram } = read("--diagram", "reliability.svg");
  assert.deepEqual([split, diagram], ["test", "reliability.svg"]);
});

test("of the test set no cases are written, and it is sent to no model", () => {
  for (const args of [
    ["--errors", "cases.jsonl"],
    ["--split", "test", "--errors", "cases.jsonl"],
    ["--llm", "--split", "test"],
    ["--llm", "--split", "test", "--errors", "cases.jsonl"],
  ])
    assert.throws(() => read(...args), OptionProblem, args.join(" "));
});

test("a wrong option is refused with what is allowed", () => {
  const refused: [args: string[], message: RegExp][] = [
    [["--split", "all"], /test, dev, fit or train/],
    [["--llm", "--ask", "some"], /all or unsure/],
    [["--ask", "unsure"], /belongs to --llm/],
    [["--llm", "--price-in", "cheap"], /--price-in is the price of a million tokens/],
    [["--llm=yes"], /--llm/],
    [["--llm", "--words"], /--words is the engine without models/],
  ];
  for (const [args, message] of refused) assert.throws(() => read(...args), message);
  assert.throws(() => readBenchOptions(["--llm"], () => undefined), /ASSAY_LLM_PROVIDER/);
});
