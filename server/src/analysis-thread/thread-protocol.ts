import type { EngineRecord, ItemToJudge, Subject } from "../analysis/analyser.ts";
import type { ItemFindings } from "../analysis/findings/findings.ts";
import type { Composed, ExternalVerdict, Retrieved } from "../analysis/verdict/external-verdict.ts";

/** What goes over to the thread; `call` names the answer, `analysis` the subject that was opened. */
export type ThreadRequest = { call: number } & (
  | { kind: "open"; subject: Subject }
  | { kind: "judge"; analysis: number; item: ItemToJudge }
  | { kind: "retrieve"; analysis: number; item: ItemToJudge }
  | { kind: "compose"; analysis: number; item: ItemToJudge; verdicts: ExternalVerdict[] }
  | { kind: "closeAnalysis"; analysis: number }
  /** Stops opening that subject, or reading for it; nothing is answered to this. */
  | { kind: "cancel"; analysis: number }
  | { kind: "close" }
);

/** And what comes back. */
export type ThreadAnswer =
  | { call: number; kind: "opened"; analysis: number; engine: EngineRecord }
  | { call: number; kind: "judged"; findings: ItemFindings }
  | { call: number; kind: "retrieved"; retrieved: Retrieved }
  | { call: number; kind: "composed"; composed: Composed }
  | { call: number; kind: "done" }
  | { call: number; kind: "failed"; message: string; isPassing: boolean }
  | { kind: "modelsMissing"; message: string }
  | { kind: "modelThreadLost"; message: string };
