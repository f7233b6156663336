import { Type } from "typebox";
import { getDocument } from "../documents/document.ts";
import { AppError } from "../platform/app-error.ts";
import { parseRecord } from "../records/document-record.ts";
import { companyContext } from "./access.ts";
import { engineBody } from "./engine-body.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { answers, dateTime, id, nullable, pathId } from "./wire.ts";

const text = Type.String();
const sha256 = (description: string) => Type.String({ description });

const recordBody = Type.Object({
  sha256: sha256("Of the record's canonical JSON (RFC 8785), in hex."),
  record: Type.Object(
    {
      format: Type.Literal(1),
      companyId: id(),
      position: Type.Integer({ description: "Counts from 1 within the company." }),
      previousSha256: nullable(sha256("Of the company's record before it; null for the first.")),
      documentId: id(),
      complianceReviewId: id(),
      status: Type.Enum(["completed", "failed"]),
      auditLanguage: text,
      pageCount: Type.Integer(),
      submittedAt: dateTime(),
      processedAt: dateTime(),
      engine: engineBody("Which engine judged, by which catalogue and settings; null when nothing was judged."),
      files: Type.Array(
        Type.Object({
          fileId: id(),
          place: Type.String({ description: '"2.1" is the first member of the second file.' }),
          sizeBytes: nullable(Type.Integer()),
          sha256: nullable(sha256("Of the bytes as they were sent.")),
          reading: Type.Enum(["unread", "read", "failed"]),
          pageCount: Type.Integer(),
        }),
      ),
      items: Type.Array(
        Type.Object({
          itemId: id(),
          controlItemId: id(),
          revision: Type.Integer({ description: "Which wording of the catalogue it was judged by." }),
          status: Type.Enum(["pending", "completed", "failed"]),
          score: nullable(Type.Number()),
          resultSha256: sha256("Of its findings, its reason and its time."),
        }),
      ),
      resultSha256: sha256("Of the document's outcome and all findings."),
    },
    { description: "As it was when the document ended. It holds no name and no word of the document." },
  ),
});

export function documentRecordRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/documents/:documentId/record",
    {
      config: { access: "company" },
      schema: {
        operationId: "getDocumentRecord",
        tags: ["Documents"],
        summary: "Read a document's record",
        description:
          "What judged the document and the hashes of what was found, written when it ended. Each record names the hash of the company's record before it: keep a hash, and a result that was changed later shows. There is none while a document has not ended.",
        params: Type.Object({ documentId: id() }),
        response: answers(200, recordBody, 401, 403, 404),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const document = await getDocument(deps.db, companyId, pathId(request.params.documentId, "document"));
      const stored = await deps.db.records.find(companyId, document.id);
      const record = stored && parseRecord(stored.text);
      if (stored === undefined || record === undefined)
        throw new AppError("not_found", "The document has no record: it is written when the document ends.");
      return { sha256: stored.sha256, record };
    },
  );
}
