import { z } from "zod";
import { defineTool, reads } from "../tool.ts";

const maxFound = 12;

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
}

export const searchOperations = defineTool({
  name: "search_operations",
  title: "Search the HTTP API",
  description:
    "Finds operations of Assay's HTTP API by words, for what these tools do not cover: name, method, path and what each does.",
  input: z.object({ words: z.string().min(1) }),
  annotations: reads,
  async run({ assay, signal }, { words }) {
    const { paths } = (await assay.getOpenApi({ signal })) as { paths: Record<string, Record<string, Operation>> };
    const wanted = words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const found = Object.entries(paths)
      .flatMap(([path, verbs]) =>
        Object.entries(verbs).map(([method, { operationId, summary = "", description = "" }]) => {
          const text = `${operationId} ${path} ${summary} ${description}`.toLowerCase();
          const hits = wanted.filter((word) => text.includes(word)).length;
          return { operation: operationId, method: method.toUpperCase(), path, summary, description, hits };
        }),
      )
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.hits - a.hits)
      .slice(0, maxFound);
    return { operations: found.map(({ hits, ...operation }) => operation) };
  },
});
