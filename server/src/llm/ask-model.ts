import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateText, jsonSchema, type LanguageModel, NoObjectGeneratedError, Output } from "ai";
import { type Answer, AnswerProblem, answerSchema, isAnswer } from "./answer.ts";
import type { LlmSettings } from "./llm-settings.ts";
import type { Question } from "./question.ts";

/** Why the model did not judge; what a result's units say of it. */
export type AskFailure = "rate_limited" | "server_error" | "unreachable" | "timeout" | "refused" | "invalid_answer";

export class AskProblem extends Error {
  readonly reason: AskFailure;
  /** As the other side wishes it, in milliseconds. */
  readonly retryAfter: number | undefined;
  readonly statusCode: number | undefined;
  /** What a useless answer has cost all the same. */
  readonly tokens: number;

  constructor(reason: AskFailure, { cause, retryAfter, statusCode, tokens = 0 }: AskProblemDetails = {}) {
    super(`the model did not judge: ${reason}`, { cause });
    this.reason = reason;
    this.retryAfter = retryAfter;
    this.statusCode = statusCode;
    this.tokens = tokens;
  }
}

interface AskProblemDetails {
  cause?: unknown;
  retryAfter?: number | undefined;
  statusCode?: number | undefined;
  tokens?: number;
}

export type AskModel = (question: Question, signal: AbortSignal) => Promise<{ answer: Answer; tokens: number }>;

/** Models that think before they answer spend most of their tokens on that. */
const mostAnswerTokens = 16_000;

// The SDK would write its warnings to the console; what matters of them comes back as an answer that cannot be used.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** One question, one try. The only place that knows the SDK; it is given a provider of its own, never a model's bare name. */
export function openModel(settings: LlmSettings, now: () => Date): AskModel {
  const model = toModel(settings);
  return async ({ instructions, prompt }, signal) => {
    const patience = AbortSignal.timeout(settings.timeoutSeconds * 1000);
    try {
      const { output, usage } = await generateText({
        model,
        instructions,
        prompt,
        output: Output.object({
          name: "verdicts",
          schema: jsonSchema<Answer>(JSON.parse(JSON.stringify(answerSchema)), {
            validate: (value) =>
              isAnswer(value)
                ? { success: true, value }
                : { success: false, error: new AnswerProblem("invalid_answer", "not of the form asked for") },
          }),
        }),
        maxOutputTokens: mostAnswerTokens,
        // Trying again is decided by whoever asks: it knows the budget, and who else is waiting.
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, patience]),
      });
      return { answer: output, tokens: totalOf(usage) };
    } catch (error) {
      signal.throwIfAborted();
      throw toProblem(error, patience.aborted, now());
    }
  };
}

function toModel(settings: LlmSettings): Exclude<LanguageModel, string> {
  const { provider, baseUrl: baseURL, apiKey, model } = settings;
  const fetch = onlyTo(baseURL);
  if (provider === "anthropic") return createAnthropic({ baseURL, apiKey: apiKey ?? "", fetch })(model);
  const name = "openai-compatible";
  return createOpenAICompatible({
    ...{ name, baseURL, fetch, supportsStructuredOutputs: true },
    ...(apiKey !== undefined && { apiKey }),
  })(model);
}

/** "The outgoing connection may go to the configured base URL only": neither the SDK nor a redirect leads elsewhere. */
function onlyTo(baseUrl: string): typeof fetch {
  const base = baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`;
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(base)) throw new Error("the model's provider was about to connect elsewhere");
    return fetch(input, { ...init, redirect: "error" });
  };
}

interface Usage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  totalTokens: number | undefined;
}

const totalOf = (usage: Usage | undefined) =>
  usage?.totalTokens ?? (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);

function toProblem(error: unknown, isOutOfTime: boolean, now: Date): AskProblem {
  const cause = error;
  if (isOutOfTime) return new AskProblem("timeout", { cause });
  if (NoObjectGeneratedError.isInstance(error))
    return new AskProblem("invalid_answer", { cause, tokens: totalOf(error.usage) });
  if (!APICallError.isInstance(error)) return new AskProblem("invalid_answer", { cause });
  const { statusCode, responseHeaders } = error;
  const retryAfter = readRetryAfter(responseHeaders, now);
  // Answered with success, and then cut off or not what the protocol has.
  if (statusCode !== undefined && statusCode < 300) return new AskProblem("invalid_answer", { cause });
  if (statusCode === undefined) return new AskProblem("unreachable", { cause });
  const details = { cause, retryAfter, statusCode };
  if (statusCode === 429) return new AskProblem("rate_limited", details);
  if (statusCode === 408 || statusCode === 409 || statusCode >= 500) return new AskProblem("server_error", details);
  return new AskProblem("refused", details);
}

/** Seconds or a date, as HTTP has it. */
function readRetryAfter(headers: Record<string, string> | undefined, now: Date): number | undefined {
  const given = headers?.["retry-after"]?.trim() ?? "";
  if (/^\d{1,9}(\.\d+)?$/.test(given)) return Number(given) * 1000;
  const at = Date.parse(given);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
