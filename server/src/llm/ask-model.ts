import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateText, jsonSchema, type LanguageModel, NoObjectGeneratedError, Output } from "ai";
import { type Answer, AnswerProblem, answerSchemas, isAnswer } from "./answer.ts";
import type { LlmSettings } from "./llm-settings.ts";
import type { Question } from "./question.ts";

/** Why a request failed; becomes `fallbackReason` in the item's units. */
export type AskFailure = "rate_limited" | "server_error" | "unreachable" | "timeout" | "refused" | "invalid_answer";

export class AskProblem extends Error {
  readonly reason: AskFailure;
  readonly retryAfterMilliseconds: number | undefined;
  readonly statusCode: number | undefined;
  /** The cost of an answer that could not be used. */
  readonly usage: TokenUsage | undefined;

  constructor(reason: AskFailure, { cause, retryAfterMilliseconds, statusCode, usage }: AskProblemDetails = {}) {
    super(`the model did not judge: ${reason}`, { cause });
    this.reason = reason;
    this.retryAfterMilliseconds = retryAfterMilliseconds;
    this.statusCode = statusCode;
    this.usage = usage;
  }
}

interface AskProblemDetails {
  cause?: unknown;
  retryAfterMilliseconds?: number | undefined;
  statusCode?: number | undefined;
  usage?: TokenUsage | undefined;
}

/** As the server counts; it may leave out each of them. */
export interface TokenUsage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  totalTokens: number | undefined;
}

export type AskModel = (question: Question, signal: AbortSignal) => Promise<{ answer: Answer; usage: TokenUsage }>;

/** Reasoning models spend most of their tokens before they answer. */
const maxAnswerTokens = 16_000;

// The SDK would write warnings to the console; what matters of them shows as an unusable answer.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** Sends one question once. Only this file uses the SDK, always with an explicit provider. */
export function openModel(settings: LlmSettings, now: () => Date): AskModel {
  const model = toModel(settings);
  return async ({ instructions, prompt, mayNotApply }, signal) => {
    const timeout = AbortSignal.timeout(settings.timeoutSeconds * 1000);
    try {
      const { output, usage } = await generateText({
        model,
        instructions,
        prompt,
        output: Output.object({
          name: "verdicts",
          schema: jsonSchema<Answer>(
            JSON.parse(JSON.stringify(mayNotApply ? answerSchemas.conditional : answerSchemas.always)),
            {
              validate: (value) =>
                isAnswer(value)
                  ? { success: true, value }
                  : { success: false, error: new AnswerProblem("invalid_answer", "does not match the schema") },
            },
          ),
        }),
        maxOutputTokens: maxAnswerTokens,
        ...(settings.temperature !== undefined && { temperature: settings.temperature }),
        // The caller retries: it knows the budget and the other requests.
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, timeout]),
      });
      return { answer: output, usage };
    } catch (error) {
      signal.throwIfAborted();
      throw toProblem(error, timeout.aborted, now());
    }
  };
}

function toModel(settings: LlmSettings): Exclude<LanguageModel, string> {
  const { provider, baseUrl: baseURL, apiKey, model } = settings;
  const fetch = restrictFetch(baseURL);
  if (provider === "anthropic") return createAnthropic({ baseURL, apiKey: apiKey ?? "", fetch })(model);
  const name = "openai-compatible";
  return createOpenAICompatible({
    ...{ name, baseURL, fetch, supportsStructuredOutputs: true },
    ...(apiKey !== undefined && { apiKey }),
  })(model);
}

/** "The outgoing connection may go to the configured base URL only", redirects included. */
function restrictFetch(baseUrl: string): typeof fetch {
  const base = baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`;
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(base)) throw new Error("the SDK tried to connect to another URL than the configured one");
    return fetch(input, { ...init, redirect: "error" });
  };
}

export const totalOf = (usage: TokenUsage | undefined) =>
  usage?.totalTokens ?? (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);

function toProblem(error: unknown, isTimeout: boolean, now: Date): AskProblem {
  const cause = error;
  if (isTimeout) return new AskProblem("timeout", { cause });
  if (NoObjectGeneratedError.isInstance(error)) return new AskProblem("invalid_answer", { cause, usage: error.usage });
  if (!APICallError.isInstance(error)) return new AskProblem("invalid_answer", { cause });
  const { statusCode, responseHeaders } = error;
  const retryAfterMilliseconds = readRetryAfter(responseHeaders, now);
  // A success status, but the body is cut off or not in the protocol's format.
  if (statusCode !== undefined && statusCode < 300) return new AskProblem("invalid_answer", { cause });
  if (statusCode === undefined) return new AskProblem("unreachable", { cause });
  const details = { cause, retryAfterMilliseconds, statusCode };
  if (statusCode === 429) return new AskProblem("rate_limited", details);
  if (statusCode === 408 || statusCode === 409 || statusCode >= 500) return new AskProblem("server_error", details);
  return new AskProblem("refused", details);
}

/** Seconds or a date (RFC 9110). */
function readRetryAfter(headers: Record<string, string> | undefined, now: Date): number | undefined {
  const given = headers?.["retry-after"]?.trim() ?? "";
  if (/^\d{1,9}(\.\d+)?$/.test(given)) return Number(given) * 1000;
  const at = Date.parse(given);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
