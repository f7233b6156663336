import { z } from "zod";
import { defineTool, reads } from "../tool.ts";

const defaultLimit = 30;

export const compareVersions = defineTool({
  name: "compare_versions",
  title: "Compare two versions of a document",
  description:
    "What changed from one version to another: clauses added, removed, reworded and moved, each with the verdicts that changed because of it.",
  input: z.object({
    documentId: z.string().describe("The newer version."),
    previousDocumentId: z.string().describe("The older version."),
    offset: z.number().int().min(0).optional(),
    limit: z.number().int().min(1).max(100).optional().describe("Default: 30."),
  }),
  annotations: reads,
  async run({ assay, signal }, { documentId, previousDocumentId, offset = 0, limit = defaultLimit }) {
    const { counts, changes, otherVerdictChanges } = await assay.compareDocuments(
      documentId,
      previousDocumentId,
      {},
      { signal },
    );
    return {
      counts,
      total: changes.length,
      offset,
      ...(offset + limit < changes.length && { nextOffset: offset + limit }),
      changes: changes
        .slice(offset, offset + limit)
        .map(({ kind, headingPath, previous, current, words, verdictChanges }) => ({
          kind,
          place: { headings: headingPath, previousPage: previous?.page, currentPage: current?.page },
          untrustedText: words.map((one) => ({ [one.kind]: one.text })),
          verdictChanges: verdictChanges.map(toChange),
        })),
      otherVerdictChanges: otherVerdictChanges.map(toChange),
    };
  },
});

interface VerdictChange {
  controlItemExternalId: string;
  statement: string;
  previousVerdict: string | null;
  verdict: string | null;
}

const toChange = ({ controlItemExternalId, statement, previousVerdict, verdict }: VerdictChange) => ({
  ...{ reference: controlItemExternalId, statement, previousVerdict, verdict },
});
