import { parseArgs } from "node:util";
import { type LlmSettings, llmScopes } from "../../server/src/llm/llm-settings.ts";
import type { Split } from "./documents.ts";

/** What `npm run bench:real` is asked to measure. */
export interface BenchOptions {
  split: Split;
  /** Codes of controls; all if empty. */
  controls: string[];
  /** Where the verdicts that differ from the labels are written to. */
  errors: string | undefined;
  /** Where the reliability of the engine's probabilities is drawn, as SVG. */
  diagram: string | undefined;
  /** The engine without its models, for comparison. */
  byWordsAlone: boolean;
  /** The external model that judges beside the engine. */
  model: ModelOptions | undefined;
}

export interface ModelOptions {
  settings: LlmSettings;
  /** For a million tokens, in whatever currency. */
  priceIn: number | undefined;
  priceOut: number | undefined;
}

/** The command cannot be run as it was given. */
export class OptionProblem extends Error {}

const splits: Split[] = ["test", "dev", "fit", "train"];

/** `readModel` reads the settings ASSAY_LLM_*. */
export function readBenchOptions(args: string[], readModel: () => LlmSettings | undefined): BenchOptions {
  const values = parse(args);
  const split = splits.find((one) => one === (values.split ?? (values.llm ? "dev" : "test")));
  if (split === undefined) throw new OptionProblem("--split is test, dev, fit or train.");
  if (split === "test" && values.errors !== undefined)
    throw new OptionProblem("The test set is sealed, so --errors needs --split dev, fit or train.");
  if (split === "test" && values.llm)
    throw new OptionProblem("The test set is sealed and sent to no model: --llm measures --split dev, fit or train.");
  const alone = (["ask", "price-in", "price-out"] as const).find((name) => values[name] !== undefined);
  if (!values.llm && alone !== undefined) throw new OptionProblem(`--${alone} belongs to --llm.`);
  if (values.llm && values.words)
    throw new OptionProblem("--words is the engine without models, so it goes without --llm.");
  const model = values.llm ? readModelOptions(values, readModel()) : undefined;
  const { control: controls, errors, diagram, words: byWordsAlone } = values;
  return { split, controls, errors, diagram, byWordsAlone, model };
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args,
      options: {
        ...{ split: text, errors: text, diagram: text, ask: text, "price-in": text, "price-out": text },
        control: { type: "string", multiple: true, default: [] },
        llm: { type: "boolean", default: false },
        words: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new OptionProblem((error as Error).message);
  }
}

function readModelOptions(values: ReturnType<typeof parse>, settings: LlmSettings | undefined): ModelOptions {
  if (settings === undefined)
    throw new OptionProblem(
      "--llm measures the model of ASSAY_LLM_PROVIDER, ASSAY_LLM_BASE_URL and ASSAY_LLM_MODEL; none is set.",
    );
  const ask = llmScopes.find((one) => one === (values.ask ?? settings.ask));
  if (ask === undefined) throw new OptionProblem(`--ask is ${llmScopes.join(" or ")}.`);
  const readPrice = (name: "price-in" | "price-out") => {
    const given = values[name];
    if (given === undefined || /^\d{1,9}(\.\d{1,9})?$/.test(given)) return given === undefined ? given : Number(given);
    throw new OptionProblem(`--${name} is the price of a million tokens, for example 0.15.`);
  };
  return { settings: { ...settings, ask }, priceIn: readPrice("price-in"), priceOut: readPrice("price-out") };
}
