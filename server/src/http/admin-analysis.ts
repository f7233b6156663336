import { Type } from "typebox";
import type { Routes } from "./routes.ts";
import { answers } from "./wire.ts";

/** A model outside that items are judged by; its key is no part of this. */
export interface OutsideModel {
  provider: string;
  baseUrl: string;
  model: string;
  tokensPerDocument: number;
}

/** "The operator sees … exactly what leaves the machine; without the setting nothing does." */
const whatLeaves = [
  "of the control item: its name, its objective, and the keys and statements of its criteria",
  "of the document: the passages that the offline engine has found for this item, at most six for each criterion, each with the label of its page, its heading and the words that lead into it",
  "the same instructions with every question, and the model's name",
];

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
});

export function adminAnalysisRoutes(app: Routes, { outsideModel }: { outsideModel: OutsideModel | undefined }): void {
  app.get(
    "/v1/admin/analysis",
    {
      config: { access: "admin" },
      schema: {
        operationId: "getAnalysisSettings",
        tags: ["Administration"],
        summary: "Tell what documents are judged by, and what leaves the machine for it",
        description: "As set for the process that answers; workers on other machines have settings of their own.",
        response: answers(200, analysisBody, 401, 403),
      },
    },
    async () => {
      if (outsideModel === undefined) return { engine: "offline" as const, leavesTheMachine: [], outsideModel: null };
      const { provider, baseUrl, model, tokensPerDocument } = outsideModel;
      const shown = { provider, baseUrl, model, tokensPerDocument };
      return { engine: "llm" as const, leavesTheMachine: whatLeaves, outsideModel: shown };
    },
  );
}
