import assert from "node:assert/strict";
import type { ItemToJudge, Subject } from "../analysis/analyser.ts";
import type { ItemFindings } from "../analysis/findings/findings.ts";
import { toUnits } from "../analysis/findings/units.ts";
import { openOfflineAnalyser } from "../analysis/offline-analyser.ts";
import type { AssistingAnalyser } from "../analysis/verdict/external-verdict.ts";
import { openLlmAnalyser } from "../llm/llm-analyser.ts";
import type { LlmSettings } from "../llm/llm-settings.ts";
import { systemClock } from "../platform/clock.ts";
import { type Asked, type Behave, type ModelServer, startModelServer } from "./model-server.ts";
import { aFile } from "./written-pages.ts";

/** By words alone: fast, and needs no closing. */
const offline = openOfflineAnalyser({ models: async () => undefined });

/** Two protocols, and a model without structured output that is made to call a tool. */
export const protocols = [
  { provider: "openai-compatible", model: "tester-1", path: "chat/completions" },
  { provider: "anthropic", model: "claude-sonnet-4-5", path: "messages" },
  { provider: "anthropic", model: "claude-3-haiku-20240307", path: "messages" },
] as const;

export const agreement = [
  "The Processor shall process personal data only on documented instructions from the Controller.",
  "The Processor notifies the Controller of a personal data breach within 24 hours.",
  "Persons authorised to process the data should, where feasible, be bound to confidentiality.",
  "The Processor need not assist the Controller with requests of data subjects.",
];

export const aSubject = (lines = agreement): Subject => ({
  files: [aFile(lines, { name: "Secret Merger of Acme and Globex.pdf" })],
  control: { name: "Data processing agreement" },
  items: [],
});

export const anItem = (number = 1): ItemToJudge => ({
  externalId: `X ${number}`,
  name: `Processing on instructions ${number}`,
  objective: "The agreement binds the processor.",
  criteria: [
    aCriterion("instructions", "The processor acts only on documented instructions from the controller."),
    aCriterion("confidentiality", "Persons who process the data are bound to confidentiality."),
    aCriterion("assistance", "The processor assists the controller with requests of data subjects."),
    aCriterion("deletion", "The processor deletes the data at the end."),
  ],
});

export const aCriterion = (key: string, statement: string) => ({
  ...{ key, statement, level: "must" as const, weight: 3, phrases: [], contradictions: [] },
});

/** The right answer for the agreement. */
export function perfect({ clauses }: Pick<Asked, "clauses">) {
  const quote = (start: string) => {
    const at = clauses.findIndex((words) => words.startsWith(start));
    return [{ clause: `C${at + 1}`, text: clauses[at] ?? "" }];
  };
  return {
    criteria: [
      { key: "instructions", verdict: "met", reason: "stated", quotes: quote("The Processor shall process") },
      { key: "confidentiality", verdict: "partly", reason: "not_binding", quotes: quote("Persons authorised") },
      { key: "assistance", verdict: "contradicted", reason: "duty_denied", quotes: quote("The Processor need not") },
      { key: "deletion", verdict: "missing", reason: "not_found", quotes: [] },
    ],
  };
}

/** Every criterion is partly met by the first clause. */
export const answerPartly = ({ keys, clauses }: Pick<Asked, "keys" | "clauses">) => ({
  answer: {
    criteria: keys.map((key) => ({
      ...{ key, verdict: "partly", reason: "incomplete", quotes: [{ clause: "C1", text: clauses[0] }] },
    })),
  },
});

/** Of a model at this address. */
export const llmSettings = ({ baseUrl }: Pick<ModelServer, "baseUrl">): LlmSettings => ({
  ...{ provider: "openai-compatible", baseUrl, apiKey: "sk-test", model: "tester-1", temperature: undefined },
  ...{ tokensPerDocument: 1_000_000, concurrency: 4, timeoutSeconds: 20, ask: "all", unsureBelow: 0.75 },
});

/** An analyser with this server as its external model. */
export function llmAnalyserFor(
  server: Pick<ModelServer, "baseUrl">,
  offlineAnalyser: AssistingAnalyser = offline,
  fields: Partial<LlmSettings> = {},
  onFallback: (reason: string) => void = () => undefined,
): AssistingAnalyser {
  const settings = { ...llmSettings(server), ...fields };
  return openLlmAnalyser({ offline: offlineAnalyser, settings, clock: systemClock, retryScale: 0, onFallback });
}

export interface Trial {
  server: ModelServer;
  judge(item?: ItemToJudge): Promise<ItemFindings>;
  fallbacks: string[];
  engine: { name: string; version: string };
}

/** Opens a document with an external model that behaves so. */
export async function trial(
  behave: Behave,
  work: (trial: Trial) => Promise<void>,
  {
    subject = aSubject(),
    signal = new AbortController().signal,
    analyser = offline,
    ...fields
  }: Partial<LlmSettings> & { subject?: Subject; signal?: AbortSignal; analyser?: AssistingAnalyser } = {},
): Promise<void> {
  const server = await startModelServer(behave);
  const fallbacks: string[] = [];
  try {
    const llm = llmAnalyserFor(server, analyser, fields, (reason) => fallbacks.push(reason));
    const analysis = await llm.open(subject, signal);
    await work({ server, fallbacks, engine: analysis.engine, judge: (item = anItem()) => analysis.judge(item) });
  } finally {
    await server.close();
  }
}

export const unit = (findings: ItemFindings, wanted: string) =>
  toUnits(findings).find(({ name }) => name === wanted)?.value;

/** The findings are the offline engine's, with the fallback reason. */
export async function assertOffline(findings: ItemFindings, reason: string, item = anItem(), subject = aSubject()) {
  const analysis = await offline.open(subject);
  const { judgedBy, ...expected } = await analysis.judge(item);
  assert.deepEqual(findings, { ...expected, judgedBy: { ...judgedBy, fallbackReason: reason } });
}
