import { Type } from "typebox";
import { type OutsideModel, readJudging } from "../operations/judging-workers.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { responses } from "./wire.ts";

/** "The operator sees … exactly what leaves the machine; without the setting nothing does." */
const whatLeaves = [
  "of the control item: its name, its objective, and the keys and statements of its criteria",
  "of the document: the passages that the offline engine has found for this item, at most six for each criterion, each with the label of its page, its heading and the words that lead into it",
  "the same instructions with every question, and the model's name",
];

const outsideModelBody = Type.Object({
  provider: Type.String(),
  baseUrl: Type.String({ description: "The only address that is connected to." }),
  model: Type.String(),
  tokensPerDocument: Type.Integer(),
});

const analysisBody = Type.Object({
  engine: Type.Enum(["offline", "llm"]),
  leavesTheMachine: Type.Array(Type.String(), { description: "All of it; nothing where it is empty." }),
  outsideModel: Type.Unsafe<OutsideModel | null>({
    type: ["object", "null"],
    properties: {
      provider: { type: "string" },
      baseUrl: { type: "string", description: "The only address that is connected to." },
      model: { type: "string" },
      tokensPerDocument: { type: "integer" },
    },
    required: ["provider", "baseUrl", "model", "tokensPerDocument"],
  }),
  outsideModels: Type.Array(outsideModelBody, { description: "All that are asked; several where workers differ." }),
  workers: Type.Integer({
    description: "Processes that judge documents. Without one, the answer is what is set for the process that answers.",
  }),
  workersAsking: Type.Integer({ description: "Those of them that ask a model outside." }),
});

export function adminAnalysisRoutes(
  app: Routes,
  deps: RouteDeps & {
    /** As set for this process. */
    outsideModel: OutsideModel | undefined;
  },
): void {
  app.get(
    "/v1/admin/analysis",
    {
      config: { access: "admin" },
      schema: {
        operationId: "getAnalysisSettings",
        tags: ["Administration"],
        summary: "Tell what documents are judged by, and what leaves the machine for it",
        description: "As the workers themselves say, whatever is set for the process that answers.",
        response: responses(200, analysisBody, 401, 403),
      },
    },
    async () => {
      const judging = await readJudging(deps, deps.outsideModel);
      const [outsideModel = null] = judging.outsideModels;
      const leavesTheMachine = outsideModel === null ? [] : whatLeaves;
      const engine = outsideModel === null ? ("offline" as const) : ("llm" as const);
      return { engine, leavesTheMachine, outsideModel, ...judging };
    },
  );
}
