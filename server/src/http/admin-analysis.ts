import { Type } from "typebox";
import { type ExternalModel, readAnalysisModels } from "../operations/worker-heartbeats.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { named, responses } from "./wire.ts";

/** "The operator sees … exactly what leaves the machine; without the setting nothing does." */
const sentContent = [
  "of the control item: its name, its objective, the keys and statements of its criteria and conditions, and what a reference to the law gives; with ASSAY_LLM_ASK=unsure only of criteria that the offline engine is not sure of",
  "of the document: the clauses around the passages that the offline engine has found for this item, at most six passages for each criterion and three for each condition, each clause with its page label, its headings and the words that introduce it",
  "the same instructions with every request, and the name of the model",
];

const externalModelBody = Type.Object({
  provider: Type.String(),
  baseUrl: Type.String({ description: "The only address the service connects to." }),
  model: Type.String(),
  tokensPerDocument: Type.Integer(),
});

const analysisBody = named(
  "AnalysisSettings",
  Type.Object({
    engine: Type.Enum(["offline", "llm"]),
    sentContent: Type.Array(Type.String(), {
      description: "Everything that is sent to an external model; empty when nothing leaves the machine.",
    }),
    externalModels: Type.Array(externalModelBody, {
      description: "The external models in use; several when workers are configured differently.",
    }),
    workers: Type.Integer({
      description:
        "Running processes that judge documents. When there is none, the response shows the settings of the process that answers.",
    }),
    workersWithExternalModel: Type.Integer({ description: "Workers that use an external model." }),
  }),
);

export function adminAnalysisRoutes(
  app: Routes,
  deps: RouteDeps & {
    /** As set for this process. */
    externalModel: ExternalModel | undefined;
  },
): void {
  app.get(
    "/v1/admin/analysis",
    {
      config: { access: "admin" },
      schema: {
        operationId: "getAnalysisSettings",
        tags: ["Administration"],
        summary: "Get the models that judge documents, and what is sent to external ones",
        description: "As reported by the running workers, whatever is set for the process that answers.",
        response: responses(200, analysisBody, 401, 403),
      },
    },
    async () => {
      const models = await readAnalysisModels(deps, deps.externalModel);
      return models.externalModels.length === 0
        ? { engine: "offline" as const, sentContent: [], ...models }
        : { engine: "llm" as const, sentContent, ...models };
    },
  );
}
