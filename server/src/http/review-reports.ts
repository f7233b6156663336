import { Readable } from "node:stream";
import { Type } from "typebox";
import { AppError } from "../platform/app-error.ts";
import { gatherReport } from "../reports/gather-report.ts";
import {
  isForPeople,
  type ReportFormat,
  type ReportPart,
  reportFormats,
  reportParts,
} from "../reports/report-content.ts";
import { hasDate } from "../reports/report-name.ts";
import { getReview } from "../reviews/review.ts";
import { companyContext } from "./access.ts";
import { attachment } from "./content-disposition.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { choiceOf, id, named, pathId, responses } from "./wire.ts";

const fileTypes: Record<ReportFormat, { contentType: string; extension: string }> = {
  pdf: { contentType: "application/pdf", extension: "pdf" },
  docx: {
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    extension: "docx",
  },
  xlsx: { contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", extension: "xlsx" },
  csv: { contentType: "text/csv; charset=utf-8", extension: "csv" },
  oscal: { contentType: "application/json; charset=utf-8", extension: "oscal.json" },
};

const binary = { type: "string", format: "binary" };
const reportAnswer = {
  description: "The report as a file, named after the review.",
  content: {
    "application/pdf": { schema: binary },
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": { schema: binary },
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { schema: binary },
    "text/csv": { schema: { type: "string" } },
    "application/json": { schema: { type: "object", additionalProperties: true } },
  },
};

const signingKeyBody = named(
  "ReportSigningKey",
  Type.Object({
    keyId: Type.String({ description: "The key id that reports contain." }),
    algorithm: Type.Enum(["Ed25519"]),
    publicKey: Type.String({ description: "PEM." }),
  }),
);

function readFormat(given: string | undefined): ReportFormat {
  const format = reportFormats.find((one) => one === given);
  if (format !== undefined) return format;
  const choice = `format must be one of ${reportFormats.join(", ")}`;
  throw new AppError(
    "invalid_request",
    given === undefined ? `${choice}.` : `${choice}, not "${given.slice(0, 100)}".`,
  );
}

/** Only reports for people have parts. */
function readPart(given: string | undefined, format: ReportFormat): ReportPart {
  if (given === undefined) return "all";
  const part = reportParts.find((one) => one === given);
  if (part === undefined)
    throw new AppError(
      "invalid_request",
      `part must be one of ${reportParts.join(", ")}, not "${given.slice(0, 100)}".`,
    );
  if (!isForPeople(format) && part !== "all")
    throw new AppError("invalid_request", `part must be all or absent for the format ${format}, which has no parts.`);
  return part;
}

function readBranding(given: string | undefined): boolean {
  if (given !== undefined && given !== "on" && given !== "off")
    throw new AppError("invalid_request", `branding must be on or off, not "${given.slice(0, 100)}".`);
  return given !== "off";
}

export function reviewReportRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/compliance-reviews/:reviewId/report",
    {
      config: { access: "company", requestClass: "transfers" },
      schema: {
        operationId: "getComplianceReviewReport",
        tags: ["Compliance reviews"],
        summary: "Download a compliance review as a file",
        description:
          "pdf: for people, signed: a report for the board, and all findings as its annex. docx: the same, to edit in Word. xlsx: a workbook with items, gaps, recommendations and evidence. csv: a row for each item and document. oscal: OSCAL assessment results.",
        params: Type.Object({ reviewId: id() }),
        querystring: Type.Object({
          format: Type.Optional(choiceOf(reportFormats, "ReportFormat", "Required.")),
          part: Type.Optional(
            choiceOf(
              reportParts,
              "ReportPart",
              "Of pdf and docx. board: two to four pages. annex: the findings. all by default.",
            ),
          ),
          branding: Type.Optional(
            Type.String({ description: "Of pdf and docx: on, the partner's looks (the default), or off." }),
          ),
        }),
        response: responses(200, reportAnswer as never, 400, 401, 403, 404),
      },
    },
    async (request, reply) => {
      const { companyId } = companyContext(request).actor;
      const review = await getReview(deps.db, companyId, pathId(request.params.reviewId, "compliance review"));
      const format = readFormat(request.query.format);
      const part = readPart(request.query.part, format);
      const isBranded = readBranding(request.query.branding);
      const { db, clock, reportGenerator, reviewBelow } = deps;
      let generatedAt = clock.now();
      const gather = async () => {
        const { signer } = reportGenerator;
        const source = await gatherReport({ db, clock, signer, reviewBelow }, review, format, { part, isBranded });
        generatedAt = source.head.generatedAt;
        return source;
      };
      const pieces = reportGenerator.write(companyId, format, gather)[Symbol.asyncIterator]();
      // Errors at the start are raised before the response begins.
      const first = await pieces.next();
      const { contentType, extension } = fileTypes[format];
      reply.type(contentType);
      reply.header("content-disposition", attachment(review.name, fileEnding(review.name, generatedAt, extension)));
      return reply.send(Readable.from(prepend(first, pieces), { objectMode: false }));
    },
  );

  app.get(
    "/v1/report-signing-key",
    {
      config: { access: "public" },
      schema: {
        operationId: "getReportSigningKey",
        tags: ["Compliance reviews"],
        summary: "Read the public key of report signatures",
        security: [],
        response: responses(200, signingKeyBody),
      },
    },
    async () => {
      const { keyId, publicKey } = deps.reportGenerator.signer;
      return { keyId, algorithm: "Ed25519" as const, publicKey };
    },
  );
}

/** A review that got its name from the service ends with a date already. */
const fileEnding = (name: string, at: Date, extension: string) =>
  hasDate(name) ? `.${extension}` : ` ${at.toISOString().slice(0, 10)}.${extension}`;

/** Not a generator: one that is closed before its first step would not close `rest`, and the report would never end. */
function prepend(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array, void, undefined>,
): AsyncIterable<Uint8Array> {
  let buffered: IteratorResult<Uint8Array> | undefined = first;
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const piece = buffered ?? (await rest.next());
        buffered = undefined;
        return piece;
      },
      async return() {
        await rest.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}
