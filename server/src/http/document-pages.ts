import { type Static, Type } from "typebox";
import type { Box, PageSize } from "../extraction/layout/text-segment.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import { drawDocumentPage, type Highlight, type Quoted, readQuotedPage } from "../processing/view-page.ts";
import { companyContext } from "./access.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { answers, id, nullable, pathId } from "./wire.ts";

const edge = Type.Number({ minimum: 0, maximum: 1 });

const highlightBody = Type.Object(
  {
    width: Type.Number({ description: "Of the page, in points." }),
    height: Type.Number(),
    boxes: Type.Array(Type.Object({ left: edge, top: edge, right: edge, bottom: edge }), {
      description:
        "One for each line that the words stand on, in parts of the page's width and height from its top left corner.",
    }),
    areExact: Type.Boolean({
      description: "false where words were recognised from a picture: then the boxes are those of whole paragraphs.",
    }),
  },
  {
    description:
      "Where the words asked for by start and end, or by quote, stand on the page's picture. null where none were asked for, and where the page has no picture.",
  },
);

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
  highlight: nullable(highlightBody),
});

/** No page has a number beyond this, and no number is written otherwise. */
const pageNumberPattern = /^[1-9]\d{0,8}$/;

const position = (description: string) => Type.Optional(Type.String({ pattern: "^\\d{1,9}$", description }));

const pageParams = Type.Object({
  documentId: id(),
  fileId: id("Of the result's files."),
  pageNumber: Type.String({ description: "Counts from 1 within the file." }),
});

function toAddress(params: Static<typeof pageParams>) {
  const documentId = pathId(params.documentId, "document");
  const fileId = pathId(params.fileId, "file");
  if (!pageNumberPattern.test(params.pageNumber)) throw notFound("page");
  return { documentId, fileId, pageNumber: Number(params.pageNumber) };
}

interface QuoteQuery {
  start?: string;
  end?: string;
  quote?: string;
}

function toQuoted({ start, end, quote }: QuoteQuery): Quoted | undefined {
  if ((start === undefined) !== (end === undefined))
    throw new AppError("invalid_request", "start and end belong together: give both or neither.");
  if (start !== undefined && quote !== undefined)
    throw new AppError("invalid_request", "Give either start and end, or quote, not both.");
  if (quote !== undefined) return { quote };
  return start === undefined ? undefined : { start: Number(start), end: Number(end) };
}

/** Parts of the page that a browser can lay over its picture, whatever size that is shown in. */
function toHighlightBody({ size, boxes, areExact }: Highlight): Static<typeof highlightBody> {
  return { ...size, boxes: boxes.map((box) => toParts(box, size)), areExact };
}

function toParts([left, top, right, bottom]: Box, { width, height }: PageSize) {
  const part = (value: number, whole: number) => Math.round(Math.min(1, Math.max(0, value / whole)) * 1e5) / 1e5;
  return { left: part(left, width), top: part(top, height), right: part(right, width), bottom: part(bottom, height) };
}

const pngAnswer = Type.Unsafe<Buffer>({
  description: "The page, drawn at 150 dots per inch.",
  content: { "image/png": { schema: { type: "string", format: "binary" } } },
});

/** What was sent never changes, and so neither do its pages. */
const pictureCaching = "private, max-age=86400, immutable";

export function documentPageRoutes(app: Routes, deps: RouteDeps): void {
  const viewDeps = { documents: deps.db.documents, blobs: deps.blobs, views: deps.pageViews };

  app.get(
    "/v1/documents/:documentId/files/:fileId/pages/:pageNumber",
    {
      config: { access: "company" },
      schema: {
        operationId: "getDocumentPage",
        tags: ["Documents"],
        summary: "Read one page of a document's file",
        description:
          "The words as the analysis saw them, with where they stand, so that a quote can be shown in its place. With start and end, or quote, the answer says where those words stand on the page's picture.",
        params: pageParams,
        querystring: Type.Object({
          start: position("Where in the page's text the words begin, as evidence has it."),
          end: position("Where they end."),
          quote: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 10_000,
              description: "The words themselves; differences of spaces and hyphens do not count.",
            }),
          ),
        }),
        response: answers(200, pageBody, 400, 401, 403, 404, 422),
      },
    },
    async (request) => {
      const address = toAddress(request.params);
      const { documentId, fileId } = address;
      const { companyId } = companyContext(request).actor;
      const { file, page, highlight } = await readQuotedPage(viewDeps, companyId, address, toQuoted(request.query));
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
        highlight: highlight === undefined ? null : toHighlightBody(highlight),
      };
    },
  );

  app.get(
    "/v1/documents/:documentId/files/:fileId/pages/:pageNumber/image",
    {
      config: { access: "company", lane: "downloads" },
      schema: {
        operationId: "getDocumentPageImage",
        tags: ["Documents"],
        summary: "See one page of a document's file",
        description:
          "A picture of a PDF's page. Other formats have none, nor has a page that cannot be drawn: then the answer is 404 and the page's text is all there is to show.",
        params: pageParams,
        response: answers(200, pngAnswer, 401, 403, 404),
      },
    },
    async (request, reply) => {
      const { companyId } = companyContext(request).actor;
      const picture = await drawDocumentPage(viewDeps, companyId, toAddress(request.params));
      return reply.header("cache-control", pictureCaching).type("image/png").send(picture);
    },
  );
}
