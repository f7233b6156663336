import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { type Static, Type } from "typebox";
import { AppError } from "../platform/app-error.ts";
import { cancelUpload } from "../submissions/end-upload.ts";
import { planSubmission } from "../submissions/plan-submission.ts";
import { type ChunkReceipt, receiveChunk } from "../submissions/receive-chunk.ts";
import { checkAnnounced, startUpload } from "../submissions/start-upload.ts";
import { checkQuotas, membersIn } from "../tenancy/quotas.ts";
import { submissionPolicy } from "../tenancy/rate-policy.ts";
import { countSubmission } from "../tenancy/submission-limit.ts";
import { markUnshared, parseContentDigest } from "../uploads/checked-bytes.ts";
import { InFlightChunks } from "../uploads/in-flight-chunks.ts";
import { getSession, statusAt } from "../uploads/upload-session.ts";
import { companyContext } from "./access.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { factsInBody, submissionFields, toSubmissionForm } from "./submission-form.ts";
import { closed, dateTime, id, named, nullable, pathId, responses, wholeNumber } from "./wire.ts";

const maxFiles = 100;

const announcedFile = named(
  "AnnouncedFile",
  Type.Object(
    {
      fileName: Type.String({ minLength: 1, description: "At most 255 bytes in UTF-8." }),
      fileSize: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "In bytes." }),
      sha256: Type.Optional(
        nullable(
          Type.String({ pattern: "^[0-9a-f]{64}$", description: "Lower-case hex; checked when the file is complete." }),
        ),
      ),
    },
    closed,
  ),
);

const startBody = named(
  "UploadStart",
  Type.Object(
    {
      files: Type.Array(announcedFile, { minItems: 1, maxItems: maxFiles }),
      ...submissionFields,
      ...factsInBody,
      isConsolidated: Type.Optional(
        nullable(Type.Boolean({ description: "Merges all files into a single analysis." })),
      ),
    },
    closed,
  ),
);

const sessionParams = Type.Object({ sessionId: id() });
const chunkParams = Type.Object({
  sessionId: id(),
  fileId: id(),
  chunkIndex: wholeNumber({ minimum: 0, maximum: 2 ** 31 - 1 }, "Starts at 0."),
});

const receiptBody = named(
  "ChunkReceipt",
  Type.Object({
    receivedChunks: Type.Integer(),
    totalChunks: Type.Integer(),
    isComplete: Type.Boolean({ description: "True exactly when documentId is not null." }),
    documentId: nullable(id()),
    complianceReviewId: nullable(id()),
    status: nullable(Type.String()),
  }),
);

function toReceiptBody({ receivedChunks, totalChunks, document }: ChunkReceipt): Static<typeof receiptBody> {
  return {
    receivedChunks,
    totalChunks,
    isComplete: document !== undefined,
    documentId: document?.id ?? null,
    complianceReviewId: document?.reviewId ?? null,
    status: document?.status ?? null,
  };
}

function toChunkIndex(text: string): number {
  const index = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(index <= 2 ** 31 - 1)) throw new AppError("invalid_request", "chunkIndex must be a whole number from 0 on.");
  return index;
}

export async function uploadRoutes(app: Routes, deps: RouteDeps): Promise<void> {
  app.post(
    "/v1/documents/upload/start",
    {
      config: { hasLocation: true, access: "company", isSubmission: true },
      schema: {
        operationId: "startUpload",
        tags: ["Chunked upload"],
        summary: "Start a chunked upload session",
        description: "For files of any size and for uploads that must survive interruptions. A session lasts 24 hours.",
        body: startBody,
        response: responses(
          201,
          Type.Object({
            sessionId: id(),
            expiresAt: dateTime(),
            files: Type.Array(
              Type.Object({
                fileId: id(),
                fileName: Type.String(),
                chunkSizeBytes: Type.Integer(),
                totalChunks: Type.Integer(),
              }),
            ),
          }),
          ...([400, 401, 403, 404, 409, 413, 415, 422] as const),
        ),
      },
    },
    async (request, reply) => {
      const context = companyContext(request);
      const { files, isConsolidated, ...fields } = request.body;
      return once(deps, request, reply, async (db) => {
        const submission = await planSubmission(deps.db, context.actor, toSubmissionForm(fields), {
          isFrameworkRequired: true,
          now: deps.clock.now(),
        });
        const announced = files.map(({ fileName, fileSize, sha256 }) => ({
          fileName,
          sizeBytes: fileSize,
          sha256: typeof sha256 === "string" ? Buffer.from(sha256, "hex") : undefined,
        }));
        checkAnnounced(deps.blobs, announced);
        const openUploadBytes = announced.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
        const added = { openUploadBytes, storedBytes: openUploadBytes, waitingDocuments: 1 };
        const names = announced.map(({ fileName }) => fileName);
        await checkQuotas(deps, context.actor, { ...added, ...membersIn(names) });
        const policy = submissionPolicy(deps.limits, request.rateOverrides ?? {});
        await countSubmission(deps.limiter, policy, context.actor.companyId);
        const session = await startUpload({ ...deps, db }, context, submission, announced, isConsolidated ?? false);
        return {
          statusCode: 201,
          headers: { location: `/v1/documents/upload/${session.id}/status` },
          body: {
            sessionId: session.id,
            expiresAt: session.expiresAt.toISOString(),
            files: session.files.map((file) => ({
              fileId: file.id,
              fileName: file.fileName,
              chunkSizeBytes: file.chunkSizeBytes,
              totalChunks: file.totalChunks,
            })),
          },
        };
      });
    },
  );

  app.get(
    "/v1/documents/upload/:sessionId/status",
    {
      config: { access: "company" },
      schema: {
        operationId: "getUploadStatus",
        tags: ["Chunked upload"],
        summary: "Read the progress of an upload",
        params: sessionParams,
        response: responses(
          200,
          Type.Object({
            sessionId: id(),
            status: named("UploadStatus", Type.Enum(["pending", "uploading", "completed", "expired", "cancelled"])),
            expiresAt: dateTime(),
            files: Type.Array(
              Type.Object({
                fileId: id(),
                fileName: Type.String(),
                receivedChunks: Type.Array(Type.Integer(), { description: "Indexes of the stored chunks." }),
                totalChunks: Type.Integer(),
              }),
            ),
          }),
          ...([401, 403, 404] as const),
        ),
      },
    },
    async (request) => {
      const session = await getSession(
        deps.db,
        companyContext(request).actor.companyId,
        pathId(request.params.sessionId, "upload session"),
      );
      return {
        sessionId: session.id,
        status: statusAt(session, deps.clock.now()),
        expiresAt: session.expiresAt.toISOString(),
        files: session.files.map((file) => ({
          fileId: file.id,
          fileName: file.fileName,
          receivedChunks: Array.from({ length: file.receivedChunks }, (_, index) => index),
          totalChunks: file.totalChunks,
        })),
      };
    },
  );

  app.delete(
    "/v1/documents/upload/:sessionId",
    {
      config: { access: "company" },
      schema: {
        operationId: "cancelUpload",
        tags: ["Chunked upload"],
        summary: "Cancel an upload session",
        description: "Documents that are already complete stay.",
        params: sessionParams,
        response: responses(
          204,
          Type.Null({ description: "Cancelled." }),
          ...([400, 401, 403, 404, 410, 413, 415, 422] as const),
        ),
      },
    },
    async (request, reply) => {
      await cancelUpload(deps, companyContext(request), pathId(request.params.sessionId, "upload session"));
      return reply.code(204).send(null);
    },
  );

  const inFlightChunks = new InFlightChunks();
  // In this scope a body is bytes, whatever its content type, and is read by the handler.
  await app.register((scope: Routes, _options, done) => {
    scope.removeAllContentTypeParsers();
    // "any other type … is taken the same way", also an invalid one.
    scope.addHook("onRequest", (request, _reply, done) => {
      if (!/^[\w.+-]+\/[\w.+-]+/.test(request.headers["content-type"] ?? "")) {
        request.headers["content-type"] = "application/octet-stream";
      }
      done();
    });
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    for (const type of ["application/json", /^multipart\//]) {
      scope.addContentTypeParser(type, (_request, _payload, done) =>
        done(new AppError("unsupported_media_type", "Send the bytes of the chunk as application/octet-stream.")),
      );
    }
    scope.put(
      "/v1/documents/upload/:sessionId/files/:fileId/chunks/:chunkIndex",
      {
        config: {
          access: "company",
          counts: "chunks",
          requestClass: "transfers",
          documentedHeaders: {
            "Content-Digest": "sha-256=:BASE64:, as in RFC 9530; a chunk with another digest is refused.",
            Prefer:
              "wait: the chunk may be sent while the one or two before it are still in flight to the same process.",
          },
          documentedBody: {
            mediaType: "application/octet-stream",
            schema: Type.String({
              format: "binary",
              description: "Exactly chunkSizeBytes bytes; the last chunk is the rest.",
            }),
          },
        },
        schema: {
          operationId: "putChunk",
          tags: ["Chunked upload"],
          summary: "Upload one chunk",
          description:
            "Send the chunks of a file in order. Sending a stored chunk again returns the current state. Optional header Content-Digest: sha-256=:BASE64:. With Prefer: wait a chunk may be sent while the one or two before it are still in flight to the same process; it is answered after them.",
          params: chunkParams,
          response: responses(200, receiptBody, 400, 401, 403, 404, 409, 410, 415, 422),
        },
      },
      async (request) => {
        const { sessionId, fileId, chunkIndex } = request.params;
        const length = request.headers["content-length"];
        const body = request.body instanceof Readable ? request.body : Readable.from([]);
        const receipt = await receiveChunk({ ...deps, inFlightChunks }, companyContext(request), {
          sessionId: pathId(sessionId, "upload session"),
          fileId: pathId(fileId, "file"),
          index: toChunkIndex(chunkIndex),
          announcedBytes: length === undefined ? undefined : Number(length),
          contentDigest: parseContentDigest(request.headers["content-digest"]?.toString()),
          waitsForPrevious: prefersToWait(request.headers.prefer),
          bytes: readBody(body),
        });
        return toReceiptBody(receipt);
      },
    );
    done();
  });
}

/** RFC 7240. The number of seconds is ignored: the client ends the request itself. */
function prefersToWait(prefer: string | string[] | undefined): boolean {
  return /(?:^|,)\s*wait\s*(?:$|[=;,])/i.test(prefer?.toString() ?? "");
}

/** A broken connection is answered with 400, not 500. */
async function* readBody(body: Readable): AsyncGenerator<Buffer> {
  try {
    // Destroying the body of a refused chunk would close the connection before the answer is sent.
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      yield body instanceof IncomingMessage ? markUnshared(piece) : piece;
    }
  } catch (error) {
    throw new AppError("invalid_request", "The body was cut short; nothing was stored.", { cause: error });
  } finally {
    // A client that is still sending reads the answer when it is done.
    body.resume();
  }
}
