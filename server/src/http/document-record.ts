import { Type } from "typebox";
import { getDocument } from "../documents/document.ts";
import { AppError } from "../platform/app-error.ts";
import { parseRecord } from "../records/document-record.ts";
import { companyContext } from "./access.ts";
import { engineBody } from "./engine-body.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { dateTime, id, named, nullable, pathId, responses } from "./wire.ts";

const text = Type.String();
const sha256 = (description: string) => Type.String({ description });

const recordBody = named(
  "DocumentRecord",
  Type.Object({
    sha256: sha256("Hash of the record's canonical JSON (RFC 8785), in hex."),
    record: Type.Object(
      {
        format: Type.Literal(1),
        companyId: id(),
        position: Type.Integer({ description: "Counts from 1 within the company." }),
        previousSha256: nullable(sha256("Hash of the company's previous record; null for the first.")),
        documentId: id(),
        complianceReviewId: id(),
        status: Type.Enum(["completed", "failed"]),
        auditLanguage: text,
        pageCount: Type.Integer(),
        submittedAt: dateTime(),
        processedAt: dateTime(),
        engine: engineBody("The engine, catalogue and settings that judged; null when nothing was judged."),
        facts: Type.Optional(
          Type.Record(Type.String(), Type.Boolean(), {
            description: "What was stated about the entity; absent without facts.",
          }),
        ),
        files: Type.Array(
          Type.Object({
            fileId: id(),
            place: Type.String({ description: '"2.1" is the first member of the second file.' }),
            sizeBytes: nullable(Type.Integer()),
            sha256: nullable(sha256("Hash of the submitted bytes.")),
            reading: Type.Enum(["unread", "read", "failed"]),
            pageCount: Type.Integer(),
          }),
        ),
        items: Type.Array(
          Type.Object({
            itemId: id(),
            controlItemId: id(),
            revision: Type.Integer({ description: "Revision of the catalogue item it was judged by." }),
            status: named("ItemStatus", Type.Enum(["pending", "completed", "failed"])),
            score: nullable(Type.Number()),
            resultSha256: sha256("Hash of its findings, its reason and its time."),
          }),
        ),
        resultSha256: sha256("Hash of the document's outcome and all findings."),
      },
      { description: "Written when the document completes or fails. Contains no names and no document text." },
    ),
  }),
);

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
          "The engine that judged the document and the hashes of its results, written when the document completes or fails. Each record contains the hash of the company's previous record, so that a later change of a result is detectable from any hash you kept. A document in progress has no record.",
        params: Type.Object({ documentId: id() }),
        response: responses(200, recordBody, 401, 403, 404),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const document = await getDocument(deps.db, companyId, pathId(request.params.documentId, "document"));
      const stored = await deps.db.records.find(companyId, document.id);
      const record = stored && parseRecord(stored.text);
      if (stored === undefined || record === undefined)
        throw new AppError(
          "not_found",
          "The document has no record yet: it is written when the document completes or fails.",
        );
      return { sha256: stored.sha256, record };
    },
  );
}
