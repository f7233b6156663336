import { Type } from "typebox";
import { notFound } from "../platform/app-error.ts";
import { readPage } from "../processing/read-page.ts";
import { companyAct } from "./access.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { answers, id, nullable, pathId } from "./wire.ts";

const pageBody = Type.Object({
  documentId: id(),
  fileId: id(),
  documentName: Type.String(),
  pageNumber: Type.Integer(),
  pageCount: Type.Integer({ description: "Of the file." }),
  label: Type.String({ description: 'What people call the page: "12", or "slide 3".' }),
  text: Type.String({ description: "Quotes stand in it character for character." }),
  paragraphs: Type.Array(
    Type.Object({
      start: Type.Integer({ description: "Where in the text it begins." }),
      end: Type.Integer(),
      kind: Type.String({ description: "heading, body, listItem, tableRow, footnote, header or footer." }),
      headingPath: Type.Array(Type.String(), { description: "The headings it stands under, outermost first." }),
      box: nullable(
        Type.Array(Type.Number(), {
          description: "Left, top, right and bottom on a PDF page, in points from its top left corner.",
        }),
      ),
    }),
  ),
  recognitionConfidence: nullable(
    Type.Number({ description: "0 to 100, where the words were recognised from a picture." }),
  ),
});

/** No page has a number beyond this, and no number is written otherwise. */
const pageNumberPattern = /^[1-9]\d{0,8}$/;

export function documentPageRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/documents/:documentId/files/:fileId/pages/:pageNumber",
    {
      config: { access: "company" },
      schema: {
        operationId: "getDocumentPage",
        tags: ["Documents"],
        summary: "Read one page of a document's file",
        description:
          "The words as the analysis saw them, with where they stand, so that a quote can be shown in its place.",
        params: Type.Object({
          documentId: id(),
          fileId: id("Of the result's files."),
          pageNumber: Type.String({ description: "Counts from 1 within the file." }),
        }),
        response: answers(200, pageBody, 401, 403, 404),
      },
    },
    async (request) => {
      const { params } = request;
      const documentId = pathId(params.documentId, "document");
      const fileId = pathId(params.fileId, "file");
      if (!pageNumberPattern.test(params.pageNumber)) throw notFound("page");
      const { file, page } = await readPage(
        { documents: deps.db.documents, blobs: deps.blobs },
        companyAct(request).actor.companyId,
        { documentId, fileId, pageNumber: Number(params.pageNumber) },
      );
      return {
        documentId,
        fileId,
        documentName: file.displayName,
        pageNumber: page.number,
        pageCount: file.reading.state === "read" ? file.reading.pageCount : 0,
        label: page.label,
        text: page.text,
        paragraphs: page.paragraphs.map(({ start, end, kind, headingPath, box }) => ({
          start,
          end,
          kind,
          headingPath,
          box: box ?? null,
        })),
        recognitionConfidence: page.recognition?.confidence ?? null,
      };
    },
  );
}
