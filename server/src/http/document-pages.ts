import { type Static, Type } from "typebox";
import type { Box, PageSize } from "../extraction/layout/text-segment.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import { drawDocumentPage, type Highlight, type Quotation, readQuotedPage } from "../processing/view-page.ts";
import { companyContext } from "./access.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { id, named, nullable, pathId, responses, wholeNumber } from "./wire.ts";

const edge = Type.Number({ minimum: 0, maximum: 1 });

const highlightBody = named(
  "PageHighlight",
  Type.Object(
    {
      width: Type.Number({ description: "Width of the page in points." }),
      height: Type.Number(),
      boxes: Type.Array(Type.Object({ left: edge, top: edge, right: edge, bottom: edge }), {
        description:
          "One box per line of the words, as fractions of the page's width and height from its top left corner.",
      }),
      areExact: Type.Boolean({
        description: "false where text was recognised from an image: the boxes are then those of whole paragraphs.",
      }),
    },
    {
      description:
        "Position of the requested words (start and end, or quote) on the page image. null when none were requested and for pages without an image.",
    },
  ),
);

const pageBody = named(
  "DocumentPage",
  Type.Object({
    documentId: id(),
    fileId: id(),
    documentName: Type.String(),
    pageNumber: Type.Integer(),
    pageCount: Type.Integer({ description: "Pages of the file." }),
    label: Type.String({ description: 'What people call the page: "12", or "slide 3".' }),
    text: Type.String({ description: "Contains every quote of the page character for character." }),
    paragraphs: Type.Array(
      Type.Object({
        start: Type.Integer({ description: "Offset in the text." }),
        end: Type.Integer(),
        kind: Type.String({ description: "heading, body, listItem, tableRow, footnote, header or footer." }),
        headingPath: Type.Array(Type.String(), { description: "The headings above it, outermost first." }),
        box: nullable(
          Type.Array(Type.Number(), {
            description: "Left, top, right and bottom on a PDF page in points, from its top left corner.",
          }),
        ),
      }),
    ),
    recognitionConfidence: nullable(Type.Number({ description: "0 to 100 for text recognised from an image." })),
    highlight: nullable(highlightBody),
  }),
);

/** Page numbers have at most nine digits and no leading zero. */
const pageNumberPattern = /^[1-9]\d{0,8}$/;

const position = (description: string) =>
  Type.Optional(
    Type.String({
      ...{ pattern: "^\\d{1,9}$", contentSchema: { type: "integer", minimum: 0, maximum: 999_999_999 } },
      description,
    }),
  );

const pageParams = Type.Object({
  documentId: id(),
  fileId: id("Id from the result's files."),
  pageNumber: wholeNumber({ minimum: 1 }, "Counts from 1 within the file."),
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

function toQuoted({ start, end, quote }: QuoteQuery): Quotation | undefined {
  if ((start === undefined) !== (end === undefined))
    throw new AppError("invalid_request", "start and end belong together: give both or neither.");
  if (start !== undefined && quote !== undefined)
    throw new AppError("invalid_request", "Give either start and end, or quote, not both.");
  if (quote !== undefined) return { quote };
  return start === undefined ? undefined : { start: Number(start), end: Number(end) };
}

/** Fractions, so that a browser can lay the boxes over the image at any size. */
function toHighlightBody({ size, boxes, areExact }: Highlight): Static<typeof highlightBody> {
  return { ...size, boxes: boxes.map((box) => toFractions(box, size)), areExact };
}

function toFractions([left, top, right, bottom]: Box, { width, height }: PageSize) {
  const fraction = (value: number, whole: number) => Math.round(Math.min(1, Math.max(0, value / whole)) * 1e5) / 1e5;
  return {
    left: fraction(left, width),
    top: fraction(top, height),
    right: fraction(right, width),
    bottom: fraction(bottom, height),
  };
}

const pngAnswer = Type.Unsafe<Buffer>({
  description: "The page, rendered at 150 dots per inch.",
  content: { "image/png": { schema: { type: "string", format: "binary" } } },
});

/** Submitted files never change, and so neither do their pages. */
const imageCacheControl = "private, max-age=86400, immutable";

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
          "The extracted text with its positions, so that a quote can be shown in context. With start and end, or with quote, the answer includes the position of those words on the page image.",
        params: pageParams,
        querystring: Type.Object({
          start: position("Offset of the first word in the page's text, as in evidence."),
          end: position("Offset after the last word."),
          quote: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 10_000,
              description: "The words themselves; differences in spaces and hyphens are ignored.",
            }),
          ),
        }),
        response: responses(200, pageBody, 400, 401, 403, 404, 422),
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
      config: { access: "company", requestClass: "transfers" },
      schema: {
        operationId: "getDocumentPageImage",
        tags: ["Documents"],
        summary: "Read the image of one page of a document's file",
        description:
          "An image of a PDF page. For other formats and for pages that cannot be rendered the answer is 404; their text is available.",
        params: pageParams,
        response: responses(200, pngAnswer, 401, 403, 404),
      },
    },
    async (request, reply) => {
      const { companyId } = companyContext(request).actor;
      const image = await drawDocumentPage(viewDeps, companyId, toAddress(request.params));
      return reply.header("cache-control", imageCacheControl).type("image/png").send(image);
    },
  );
}
