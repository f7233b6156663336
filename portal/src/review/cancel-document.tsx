import type { Document } from "@assay/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { StopAnalysis } from "../ui/stop-analysis.tsx";
import { isOver, showsDocuments } from "./review-queries.ts";

/** Nothing for a document that has ended. */
export function CancelDocument({ document }: { document: Pick<Document, "documentId" | "fileName" | "status"> }) {
  const queryClient = useQueryClient();
  if (isOver(document.status)) return null;
  return (
    <StopAnalysis
      documentId={document.documentId}
      name={document.fileName}
      cancel={(documentId) => assay.cancelDocument(documentId)}
      onCancelled={() => queryClient.invalidateQueries({ predicate: showsDocuments })}
    />
  );
}
