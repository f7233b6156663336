import { inspect } from "node:util";
import type { MessagePort } from "node:worker_threads";
import type { EngineRecord, ItemToJudge, Subject } from "../analysis/analyser.ts";
import type { ItemFindings } from "../analysis/findings/findings.ts";
import { openOfflineAnalyser } from "../analysis/offline-analyser.ts";
import type {
  AssistingAnalysis,
  Composed,
  ExternalVerdict,
  RetrievalScope,
  Retrieved,
} from "../analysis/verdict/external-verdict.ts";
import type { ModelFile } from "../encoder/model-runtime.ts";
import { openModels } from "../encoder/open-models.ts";
import { connectToHost, serveThread, type Transferred, threadData } from "../platform/worker-thread.ts";

/** Each connection is for one document. `open` is called first; closing the connection stops what is computed for it. */
export interface AnalysisMethods {
  open(subject: Subject): Promise<EngineRecord>;
  /** Answered at once by a thread that is not computing without a pause. */
  ping(): void;
  judge(item: ItemToJudge): Promise<ItemFindings>;
  retrieve(request: { item: ItemToJudge; wanted?: RetrievalScope | undefined }): Promise<Retrieved>;
  compose(request: { item: ItemToJudge; verdicts: ExternalVerdict[] }): Promise<Composed>;
}

/** What the thread asks of the process: model threads are not its own, so that it can be terminated safely. */
export interface HostMethods {
  connectModel(request: { model: ModelFile; core: number }): Promise<Transferred<MessagePort>>;
  closeModels(): Promise<void>;
  reportMissingModels(message: string): void;
}

const { cores } = threadData<{ cores: number }>();
const host = connectToHost<HostMethods>();
const analyser = openOfflineAnalyser({
  models: () =>
    openModels(cores, (error) => void host.call("reportMissingModels", inspect(error)), {
      connect: (model, core) => host.call("connectModel", { model, core }),
      close: () => host.call("closeModels"),
    }),
});

serveThread((client): AnalysisMethods => {
  let opening!: Promise<AssistingAnalysis>;
  return {
    async open(subject) {
      opening = analyser.open(subject, client.signal);
      return (await opening).engine;
    },
    ping: () => undefined,
    judge: async (item) => (await opening).judge(item),
    retrieve: async ({ item, wanted }) => (await opening).retrieve(item, wanted),
    compose: async ({ item, verdicts }) => (await opening).compose(item, verdicts),
  };
});
