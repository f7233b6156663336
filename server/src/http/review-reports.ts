import { Readable } from "node:stream";
import { Type } from "typebox";
import { AppError } from "../platform/app-error.ts";
import { gatherReport } from "../reports/gather-report.ts";
import { type ReportFormat, reportFormats } from "../reports/report-content.ts";
import { getReview } from "../reviews/review.ts";
import { companyContext } from "./access.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { answers, id, pathId } from "./wire.ts";

const files: Record<ReportFormat, { contentType: string; ending: string }> = {
  pdf: { contentType: "application/pdf", ending: "pdf" },
  xlsx: { contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ending: "xlsx" },
  csv: { contentType: "text/csv; charset=utf-8", ending: "csv" },
  oscal: { contentType: "application/json; charset=utf-8", ending: "oscal.json" },
};

const binary = { type: "string", format: "binary" };
const reportAnswer = {
  description: "The report as a file, under a name made from the review's.",
  content: {
    "application/pdf": { schema: binary },
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { schema: binary },
    "text/csv": { schema: { type: "string" } },
    "application/json": { schema: { type: "object", additionalProperties: true } },
  },
};

const signingKeyBody = Type.Object({
  keyId: Type.String({ description: "As the reports name it." }),
  algorithm: Type.Enum(["Ed25519"]),
  publicKey: Type.String({ description: "PEM." }),
});

function readFormat(given: string | undefined): ReportFormat {
  const format = reportFormats.find((one) => one === given);
  if (format !== undefined) return format;
  const choice = `format must be one of ${reportFormats.join(", ")}`;
  throw new AppError(
    "invalid_request",
    given === undefined ? `${choice}.` : `${choice}, not "${given.slice(0, 100)}".`,
  );
}

const tidy = (name: string) => name.replaceAll(/[\s\p{Cc}/\\:*?"<>|]+/gu, " ").trim();

/** Both forms of RFC 6266: letters every program takes, and the name as it is. */
function attachment(name: string, date: Date, ending: string): string {
  const fileName = `${tidy(name).slice(0, 120).trimEnd()} ${date.toISOString().slice(0, 10)}.${ending}`.toWellFormed();
  const plain = tidy(fileName.normalize("NFKD").replaceAll(/[^\x20-\x7e]|%/g, ""));
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

export function reviewReportRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/compliance-reviews/:reviewId/report",
    {
      config: { access: "company", lane: "downloads" },
      schema: {
        operationId: "getComplianceReviewReport",
        tags: ["Compliance reviews"],
        summary: "Take a compliance review away as a file",
        description:
          "pdf: for people, signed. xlsx: a workbook with items, gaps, recommendations and evidence. csv: a row for each item and document. oscal: OSCAL assessment results.",
        params: Type.Object({ reviewId: id() }),
        querystring: Type.Object({
          format: Type.Optional(Type.String({ description: `Required: ${reportFormats.join(", ")}.` })),
        }),
        response: answers(200, reportAnswer as never, 400, 401, 403, 404),
      },
    },
    async (request, reply) => {
      const { companyId } = companyContext(request).actor;
      const review = await getReview(deps.db, companyId, pathId(request.params.reviewId, "compliance review"));
      const format = readFormat(request.query.format);
      const { db, clock, reportDesk } = deps;
      const source = await gatherReport({ db, clock, signer: reportDesk.signer }, review, format);
      const pieces = reportDesk.write(companyId, format, source)[Symbol.asyncIterator]();
      // Whatever can go wrong at the start goes wrong before anything is answered.
      const first = await pieces.next();
      const { contentType, ending } = files[format];
      reply.type(contentType);
      reply.header("content-disposition", attachment(review.name, source.head.generatedAt, ending));
      return reply.send(Readable.from(rejoined(first, pieces), { objectMode: false }));
    },
  );

  app.get(
    "/v1/report-signing-key",
    {
      config: { access: "public" },
      schema: {
        operationId: "getReportSigningKey",
        tags: ["Compliance reviews"],
        summary: "The public key that reports are signed with",
        security: [],
        response: answers(200, signingKeyBody),
      },
    },
    async () => {
      const { keyId, publicKey } = deps.reportDesk.signer;
      return { keyId, algorithm: "Ed25519" as const, publicKey };
    },
  );
}

/** No generator: one that is given up before it was begun would not give up the rest, and the report keep its place for ever. */
function rejoined(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array, void, undefined>,
): AsyncIterable<Uint8Array> {
  let waiting: IteratorResult<Uint8Array> | undefined = first;
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const piece = waiting ?? (await rest.next());
        waiting = undefined;
        return piece;
      },
      async return() {
        await rest.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}
