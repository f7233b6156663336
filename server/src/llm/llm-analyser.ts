import { setTimeout as wait } from "node:timers/promises";
import type { ItemToJudge } from "../analysis/analyser.ts";
import type { ItemFindings } from "../analysis/findings/findings.ts";
import { externalJudgeName } from "../analysis/findings/recover-external-verdicts.ts";
import type { AssistingAnalyser, AssistingAnalysis, Retrieved } from "../analysis/verdict/external-verdict.ts";
import type { Clock } from "../platform/clock.ts";
import { AnswerProblem, toVerdicts } from "./answer.ts";
import { type AskFailure, type AskModel, AskProblem, openModel } from "./ask-model.ts";
import { ClosedForLong, Gate } from "./gate.ts";
import type { LlmSettings } from "./llm-settings.ts";
import { estimatedTokens, type Question, questionVersion, toQuestion } from "./question.ts";
import { TokenBudget } from "./token-budget.ts";

/** Why an item was judged offline after all; stands in the result's units. */
export type FallbackReason =
  | AskFailure
  | AnswerProblem["reason"]
  | "irrelevant_quotes"
  | "token_budget_spent"
  | "no_passages";

export interface LlmAnalyserOptions {
  /** Finds the passages, words the findings, and judges where the model does not. */
  offline: AssistingAnalyser;
  settings: LlmSettings;
  clock: Clock;
  /** A factor on our own pauses between tries; what the other side asks for is kept to as it is. */
  retryScale: number;
  /** For the log; holds nothing of a document or an answer. */
  onFallback(reason: FallbackReason, statusCode: number | undefined): void;
}

const mostTries = 3;
const pauseMilliseconds = [1_000, 4_000];
/** Whoever wants to be left alone for longer than this is, and the item is judged offline. */
const longestWaitMilliseconds = 60_000;
/** After as many items in a row that got no answer, the rest of the document is not asked about. */
const mostSilentItems = 3;
const silent: FallbackReason[] = ["rate_limited", "server_error", "unreachable", "timeout", "refused"];

/** Judges by a model outside, item by item, and by the offline engine wherever that does not come to a proven verdict. */
export function openLlmAnalyser(options: LlmAnalyserOptions): AssistingAnalyser {
  const { offline, settings, clock } = options;
  const ask = openModel(settings, () => clock.now());
  const gate = new Gate({ places: settings.concurrency, longestWaitMilliseconds });
  return {
    async open(subject, signal = new AbortController().signal) {
      const analysis = await offline.open(subject, signal);
      return openAnalysis({ ...options, ask, gate }, analysis, signal);
    },
    close: () => offline.close(),
  };
}

interface Asking extends LlmAnalyserOptions {
  ask: AskModel;
  gate: Gate;
}

interface Fallback {
  fallback: FallbackReason;
  /** What the other side answered with, where it did. */
  statusCode?: number | undefined;
}

type Outside = { findings: ItemFindings } | Fallback;

function openAnalysis(asking: Asking, offline: AssistingAnalysis, signal: AbortSignal): AssistingAnalysis {
  const { settings, onFallback } = asking;
  const judgedBy = externalJudgeName(settings.provider, settings.model);
  const budget = new TokenBudget(settings.tokensPerDocument);
  let silentItems = 0;
  let lastSilence: FallbackReason | undefined;

  async function judgeExternally(item: ItemToJudge): Promise<Outside> {
    if (silentItems >= mostSilentItems && lastSilence !== undefined) return { fallback: lastSilence };
    const retrieved = await offline.retrieve(item);
    if (retrieved.passages.length === 0) return { fallback: "no_passages" };
    const question = toQuestion(item, retrieved);
    const outcome = await askForVerdicts(asking, budget, question, retrieved, signal);
    if ("fallback" in outcome) return outcome;
    const { verdicts, dropped, tokens } = outcome;
    const { findings, irrelevantQuotes } = await offline.compose(item, verdicts);
    const met = verdicts.filter(({ verdict }) => verdict === "met").length;
    if (irrelevantQuotes.length > 0 && irrelevantQuotes.length * 2 >= met) return { fallback: "irrelevant_quotes" };
    const units = [
      ...findings.units.filter(({ name }) => name !== "judgedBy"),
      { name: "judgedBy", value: judgedBy },
      { name: "tokens", value: String(tokens) },
      ...(dropped > 0 ? [{ name: "quotesDropped", value: String(dropped) }] : []),
    ];
    return { findings: { ...findings, units } };
  }

  return {
    ...offline,
    engine: {
      ...offline.engine,
      name: judgedBy,
      version: `${questionVersion}+${offline.engine.version}`,
      settings: { ...offline.engine.settings, llmTokensPerDocument: settings.tokensPerDocument },
    },
    itemsAtOnce: settings.concurrency,
    async judge(item) {
      const outside = await judgeExternally(item);
      if ("findings" in outside) {
        silentItems = 0;
        return outside.findings;
      }
      const { fallback, statusCode } = outside;
      if (silent.includes(fallback)) {
        silentItems += 1;
        lastSilence = fallback;
      }
      onFallback(fallback, statusCode);
      const findings = await offline.judge(item);
      return { ...findings, units: [...findings.units, { name: "fallbackReason", value: fallback }] };
    },
  };
}

async function askForVerdicts(
  { ask, gate, retryScale }: Asking,
  budget: TokenBudget,
  question: Question,
  retrieved: Retrieved,
  signal: AbortSignal,
): Promise<(ReturnType<typeof toVerdicts> & { tokens: number }) | Fallback> {
  const estimate = estimatedTokens(question, retrieved.criteria.length);
  let tokens = 0;
  for (let tries = 1; ; tries++) {
    if (!budget.reserve(estimate)) return { fallback: "token_budget_spent" };
    // What never reached the model has cost nothing; of what did, a server may not say how much.
    let spent = 0;
    try {
      const answered = await gate.pass(() => ask(question, signal), signal);
      spent = answered.tokens || estimate;
      tokens += spent;
      return { ...toVerdicts(retrieved, answered.answer), tokens };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ClosedForLong) return { fallback: "rate_limited" };
      if (!(error instanceof AskProblem || error instanceof AnswerProblem)) throw error;
      if (error instanceof AskProblem) {
        spent = error.tokens || (["invalid_answer", "timeout"].includes(error.reason) ? estimate : 0);
        tokens += spent;
        if (error.retryAfter !== undefined) gate.closeFor(error.retryAfter);
      }
      if (tries === mostTries || error.reason === "refused")
        return { fallback: error.reason, ...(error instanceof AskProblem && { statusCode: error.statusCode }) };
    } finally {
      budget.settle(estimate, spent);
    }
    if (!gate.isClosed) await wait((pauseMilliseconds[tries - 1] ?? 0) * retryScale, undefined, { signal });
  }
}
