import type { AssistingAnalysis } from "../../server/src/analysis/verdict/external-verdict.ts";
import { openLlmAnalyser } from "../../server/src/llm/llm-analyser.ts";
import { systemClock } from "../../server/src/platform/clock.ts";
import type { ExternalJudge } from "../../tools/judged-file.ts";
import type { ModelOptions } from "./options.ts";

/** What an external model cost while it judged. */
export interface ModelUsage {
  /** Failed ones included. */
  requests: number;
  inputTokens: number;
  outputTokens: number;
  /** Requests whose tokens the server did not report. */
  uncounted: number;
  seconds: number;
  /** Criteria that the model judged. */
  criteria: number;
  /** Items that the engine judged because the model gave no usable answer, by reason. */
  fallbacks: Map<string, number>;
}

/** An external model as the service asks it, with a count of what it costs. */
export function openMeasuredModel({ settings }: ModelOptions): { external: ExternalJudge; usage: ModelUsage } {
  const fallbacks = new Map<string, number>();
  const usage: ModelUsage = {
    requests: 0,
    inputTokens: 0,
    outputTokens: 0,
    uncounted: 0,
    seconds: 0,
    criteria: 0,
    fallbacks,
  };
  const external: ExternalJudge = (offline) => {
    const analyser = openLlmAnalyser({
      ...{ offline, settings, clock: systemClock, retryScale: 1 },
      onFallback: (reason) => fallbacks.set(reason, (fallbacks.get(reason) ?? 0) + 1),
      onRequest(tokens) {
        usage.requests += 1;
        if (tokens?.inputTokens === undefined) usage.uncounted += 1;
        usage.inputTokens += tokens?.inputTokens ?? 0;
        usage.outputTokens += tokens?.outputTokens ?? 0;
      },
    });
    return { ...analyser, open: async (subject, signal) => watch(await analyser.open(subject, signal), usage) };
  };
  return { external, usage };
}

/** Adds the time during which at least one item is being judged, and counts what the model judged. */
function watch(analysis: AssistingAnalysis, usage: ModelUsage): AssistingAnalysis {
  let running = 0;
  let startedAt = 0;
  return {
    ...analysis,
    async judge(item) {
      if (running === 0) startedAt = performance.now();
      running += 1;
      try {
        const findings = await analysis.judge(item);
        usage.criteria += findings.criteria.filter(({ judge }) => judge === "external").length;
        return findings;
      } finally {
        running -= 1;
        if (running === 0) usage.seconds += (performance.now() - startedAt) / 1000;
      }
    },
  };
}

/** Undefined unless both prices are given and every request's tokens are known. */
export function costOf(
  { inputTokens, outputTokens, uncounted }: ModelUsage,
  { priceIn, priceOut }: Pick<ModelOptions, "priceIn" | "priceOut">,
): number | undefined {
  if (priceIn === undefined || priceOut === undefined || uncounted > 0) return undefined;
  return (inputTokens * priceIn + outputTokens * priceOut) / 1e6;
}

/** In words, a line for each figure. */
export function describeUsage(usage: ModelUsage, { settings, ...prices }: ModelOptions, criteria: number): string {
  const { requests, inputTokens, outputTokens, uncounted, seconds, fallbacks } = usage;
  const cost = costOf(usage, prices);
  const isUnreported = requests > 0 && uncounted === requests;
  const lines = [
    `Model: ${settings.provider}/${settings.model}, asked about ${settings.ask} criteria.`,
    `It judged ${usage.criteria} of ${criteria} criteria in ${requests} requests and ${seconds.toFixed(1)} s, ${settings.concurrency} at once.`,
    isUnreported
      ? "The server did not report its tokens."
      : `Tokens: ${inputTokens} in, ${outputTokens} out${uncounted > 0 ? `; ${uncounted} requests without a count` : ""}.`,
    ...(cost === undefined ? [] : [`Cost: ${cost.toFixed(4)}.`]),
    ...[...fallbacks].map(([reason, count]) => `${count} items judged by the engine instead: ${reason}.`),
  ];
  return lines.join("\n");
}
