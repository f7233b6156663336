import { inspect } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import { openOfflineAnalyser } from "../analysis/offline-analyser.ts";
import type { AssistingAnalysis } from "../analysis/verdict/external-verdict.ts";
import { openModels } from "../encoder/open-models.ts";
import { AppError } from "../platform/app-error.ts";
import type { ThreadAnswer, ThreadRequest } from "./thread-protocol.ts";

/** The thread in which documents are judged; the process beside it goes on answering and sending heartbeats. */
const port = parentPort;
if (port === null) throw new Error("this file is started as a thread");
const say = (answer: ThreadAnswer) => port.postMessage(answer);

const { threads } = workerData as { threads: number };
const analyser = openOfflineAnalyser({
  models: () =>
    openModels(
      threads,
      (error) => say({ kind: "modelsMissing", message: inspect(error) }),
      (error) => say({ kind: "modelThreadLost", message: inspect(error) }),
    ),
});
const open = new Map<number, AssistingAnalysis>();
/** Of the analyses that are opened or open: all that is read for one can be stopped. */
const stops = new Map<number, AbortController>();

function openedAs(analysis: number): AssistingAnalysis {
  const found = open.get(analysis);
  if (found === undefined) throw new Error("this analysis is closed");
  return found;
}

async function answer(request: ThreadRequest): Promise<ThreadAnswer> {
  const { call } = request;
  switch (request.kind) {
    case "open": {
      const stop = new AbortController();
      stops.set(call, stop);
      const analysis = await analyser.open(request.subject, stop.signal).catch((error: unknown) => {
        stops.delete(call);
        throw error;
      });
      open.set(call, analysis);
      return { call, kind: "opened", analysis: call, engine: analysis.engine };
    }
    case "judge":
      return { call, kind: "judged", findings: await openedAs(request.analysis).judge(request.item) };
    case "retrieve":
      return { call, kind: "retrieved", retrieved: await openedAs(request.analysis).retrieve(request.item) };
    case "compose": {
      const { analysis, item, verdicts } = request;
      return { call, kind: "composed", composed: await openedAs(analysis).compose(item, verdicts) };
    }
    case "closeAnalysis":
      await open.get(request.analysis)?.close();
      open.delete(request.analysis);
      stops.delete(request.analysis);
      return { call, kind: "done" };
    case "cancel":
      stops.get(request.analysis)?.abort();
      return { call, kind: "done" };
    case "close":
      await analyser.close();
      return { call, kind: "done" };
  }
}

port.on("message", (request: ThreadRequest) => {
  answer(request).then(say, (error: unknown) => {
    const isPassing = error instanceof AppError && error.code === "unavailable";
    say({ call: request.call, kind: "failed", message: inspect(error), isPassing });
  });
});
