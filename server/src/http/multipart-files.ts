import type { FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import { type IncomingFile, largestFileBytes, mostFiles } from "../submissions/submit-documents.ts";
import type { Bytes } from "../uploads/blob-store.ts";

/** The names a client may send its files under. */
const fileFields = ["files[]", "files"];

/** Bounds on what is not a file's content: enough for every honest request. */
const multipartLimits = {
  fieldNameSize: 200,
  fieldSize: 1024,
  fields: 10,
  // One more of each than is allowed, so that our own message tells what the limit is.
  files: mostFiles + 1,
  parts: mostFiles + 11,
  // Without it the parser would cut files at the limit for JSON bodies, and say nothing.
  fileSize: largestFileBytes + 1,
  headerPairs: 50,
};

/** The files of a multipart request, each to be read before the next; whatever is wrong with the form is a clear 400. */
export async function* multipartFiles(request: FastifyRequest): AsyncGenerator<IncomingFile> {
  const contentType = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new AppError("unsupported_media_type", "Send the files as multipart/form-data, each under the name files[].");
  }
  const parts = malformedUnless(() => request.parts({ limits: multipartLimits }));
  try {
    for (;;) {
      const next = await parts.next().catch((error: unknown) => {
        throw malformed(error);
      });
      if (next.done) return;
      const part = next.value;
      if (part.type === "field")
        throw new AppError(
          "invalid_request",
          "Only files may be sent in the form; everything else goes into the query.",
        );
      if (!fileFields.includes(part.fieldname))
        throw new AppError(
          "invalid_request",
          `Send files under the name files[], not ${part.fieldname?.slice(0, 50)}.`,
        );
      yield { fileName: part.filename ?? "", bytes: readable(part.file) };
    }
  } finally {
    // A refused form is read to its end: a caller that is still sending would never hear the answer otherwise.
    request.raw.unpipe().resume();
  }
}

async function* readable(file: Bytes): AsyncGenerator<Buffer> {
  try {
    for await (const piece of file) yield piece;
  } catch (error) {
    throw malformed(error);
  }
}

function malformedUnless<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw malformed(error);
  }
}

const limitMessages: Record<string, string> = {
  FST_PARTS_LIMIT: `The form has too many parts; a request takes at most ${mostFiles} files.`,
  FST_FILES_LIMIT: `A request takes at most ${mostFiles} files; send more through POST /v1/documents/upload/start.`,
  FST_FIELDS_LIMIT: "Only files may be sent in the form; everything else goes into the query.",
};

function malformed(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new AppError(
    "invalid_request",
    limitMessages[code] ?? "The multipart form is malformed or was cut short; nothing was stored.",
    {
      cause: error,
    },
  );
}
