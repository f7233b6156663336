import { setTimeout as wait } from "node:timers/promises";
import type { ItemToJudge } from "../analysis/analyser.ts";
import type { ItemFindings } from "../analysis/findings/findings.ts";
import type { AssistingAnalyser, AssistingAnalysis, Retrieved } from "../analysis/verdict/external-verdict.ts";
import type { Clock } from "../platform/clock.ts";
import { AnswerProblem, toVerdicts } from "./answer.ts";
import { type AskFailure, type AskModel, AskProblem, openModel, type TokenUsage, totalOf } from "./ask-model.ts";
import type { LlmSettings } from "./llm-settings.ts";
import { estimateTokens, type Question, questionVersion, toQuestion } from "./question.ts";
import { PausedTooLong, RequestLimiter } from "./request-limiter.ts";
import { TokenBudget } from "./token-budget.ts";

/** Why the offline engine judged an item instead; a unit of the item. */
export type FallbackReason =
  | AskFailure
  | AnswerProblem["reason"]
  | "irrelevant_quotes"
  | "token_budget_spent"
  | "no_passages";

export interface LlmAnalyserOptions {
  /** Finds the clauses, composes the findings, and judges where the model does not. */
  offline: AssistingAnalyser;
  settings: LlmSettings;
  clock: Clock;
  /** A factor on our own pauses between tries; the server's Retry-After is kept as it is. */
  retryScale: number;
  /** For the log; gets nothing of a document or an answer. */
  onFallback(reason: FallbackReason, statusCode: number | undefined): void;
  /** After every request, answered or not; `usage` is undefined if the server reported none. */
  onRequest?(usage: TokenUsage | undefined): void;
}

const maxTries = 3;
const pauseMilliseconds = [1_000, 4_000];
/** After a longer Retry-After the item is judged offline. */
const maxWaitMilliseconds = 60_000;
/** After this many items in a row without an answer, the model is not asked about the rest of the document. */
const maxUnansweredItems = 3;
const unanswered: FallbackReason[] = ["rate_limited", "server_error", "unreachable", "timeout", "refused"];

/**
 * Judges with an external model, item by item, and with the offline engine what the model is not asked about or gives no
 * verified verdict on.
 */
export function openLlmAnalyser(options: LlmAnalyserOptions): AssistingAnalyser {
  const { offline, settings, clock } = options;
  const ask = openModel(settings, () => clock.now());
  const limiter = new RequestLimiter({ maxConcurrent: settings.concurrency, maxWaitMilliseconds });
  return {
    async open(subject, signal = new AbortController().signal) {
      const analysis = await offline.open(subject, signal);
      return openAnalysis({ ...options, ask, limiter }, analysis, signal);
    },
    close: () => offline.close(),
  };
}

interface AskDeps extends LlmAnalyserOptions {
  ask: AskModel;
  limiter: RequestLimiter;
}

interface Fallback {
  fallback: FallbackReason;
  /** Of the model's server, if it answered. */
  statusCode?: number | undefined;
}

function openAnalysis(deps: AskDeps, offline: AssistingAnalysis, signal: AbortSignal): AssistingAnalysis {
  const { settings, onFallback } = deps;
  const { provider, model } = settings;
  const budget = new TokenBudget(settings.tokensPerDocument);
  let unansweredItems = 0;
  let lastFailure: FallbackReason | undefined;

  const scope = settings.ask === "unsure" ? { below: settings.unsureBelow } : {};

  async function judgeExternally(item: ItemToJudge): Promise<{ findings: ItemFindings; isAsked: boolean } | Fallback> {
    if (unansweredItems >= maxUnansweredItems && lastFailure !== undefined) return { fallback: lastFailure };
    const retrieved = await offline.retrieve(item, scope);
    // Nothing of the item applies, or the engine is sure of all of it.
    if (retrieved.criteria.length === 0) return { findings: await offline.judge(item), isAsked: false };
    if (retrieved.clauses.length === 0) return { fallback: "no_passages" };
    const outcome = await askForVerdicts(deps, budget, toQuestion(item, retrieved), retrieved, signal);
    if ("fallback" in outcome) return outcome;
    const { verdicts, dropped, tokens } = outcome;
    const { findings, irrelevantQuotes } = await offline.compose(item, verdicts);
    const claims = verdicts.filter(
      ({ verdict, reason }) => verdict === "met" || reason === "condition_ruled_out",
    ).length;
    if (irrelevantQuotes.length > 0 && irrelevantQuotes.length * 2 >= claims) return { fallback: "irrelevant_quotes" };
    const judgedBy = { ...findings.judgedBy, external: { provider, model, tokens } };
    return { findings: { ...findings, judgedBy, quotesDropped: findings.quotesDropped + dropped }, isAsked: true };
  }

  return {
    ...offline,
    engine: {
      ...offline.engine,
      name: `llm ${provider}/${model}`,
      version: `${questionVersion}+${offline.engine.version}`,
      settings: {
        ...{ ...offline.engine.settings, llmTokensPerDocument: settings.tokensPerDocument },
        ...(settings.ask === "unsure" && { llmUnsureBelow: settings.unsureBelow }),
      },
    },
    itemsAtOnce: settings.concurrency,
    async judge(item) {
      const outcome = await judgeExternally(item);
      if ("findings" in outcome) {
        if (outcome.isAsked) unansweredItems = 0;
        return outcome.findings;
      }
      const { fallback, statusCode } = outcome;
      if (unanswered.includes(fallback)) {
        unansweredItems += 1;
        lastFailure = fallback;
      }
      onFallback(fallback, statusCode);
      const findings = await offline.judge(item);
      return { ...findings, judgedBy: { ...findings.judgedBy, fallbackReason: fallback } };
    },
  };
}

async function askForVerdicts(
  { ask, limiter, retryScale, onRequest }: AskDeps,
  budget: TokenBudget,
  question: Question,
  retrieved: Retrieved,
  signal: AbortSignal,
): Promise<(ReturnType<typeof toVerdicts> & { tokens: number }) | Fallback> {
  const estimate = estimateTokens(question, retrieved.criteria.length);
  let tokens = 0;
  for (let tries = 1; ; tries++) {
    if (!budget.reserve(estimate)) return { fallback: "token_budget_spent" };
    // A request that never reached the model costs nothing; of one that did, a server may not report the cost.
    let spent = 0;
    try {
      const answered = await limiter.run(() => ask(question, signal), signal);
      onRequest?.(answered.usage);
      spent = totalOf(answered.usage) || estimate;
      tokens += spent;
      return { ...toVerdicts(retrieved, answered.answer), tokens };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PausedTooLong) return { fallback: "rate_limited" };
      if (!(error instanceof AskProblem || error instanceof AnswerProblem)) throw error;
      if (error instanceof AskProblem) {
        onRequest?.(error.usage);
        spent = totalOf(error.usage) || (["invalid_answer", "timeout"].includes(error.reason) ? estimate : 0);
        tokens += spent;
        if (error.retryAfterMilliseconds !== undefined) limiter.pauseFor(error.retryAfterMilliseconds);
      }
      if (tries === maxTries || error.reason === "refused")
        return { fallback: error.reason, ...(error instanceof AskProblem && { statusCode: error.statusCode }) };
    } finally {
      budget.settle(estimate, spent);
    }
    if (!limiter.isPaused) await wait((pauseMilliseconds[tries - 1] ?? 0) * retryScale, undefined, { signal });
  }
}
