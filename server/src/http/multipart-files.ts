import type { FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import { type IncomingFile, maxFileBytes, maxFiles } from "../submissions/submit-documents.ts";
import type { Bytes } from "../uploads/blob-store.ts";
import { submissionFieldNames } from "./submission-form.ts";

/** Accepted field names of files. */
const fileFields = ["files[]", "files"];

const maxFields = 30;
const maxFieldLength = 200_000;
const multipartLimits = {
  fieldNameSize: 200,
  fieldSize: maxFieldLength + 1,
  fields: maxFields,
  // One more than allowed, so that the service's own message names the limit.
  files: maxFiles + 1,
  parts: maxFiles + maxFields + 1,
  // The parser's default would silently truncate files at the limit for JSON bodies.
  fileSize: maxFileBytes + 1,
  headerPairs: 50,
};

/**
 * The files of a multipart request; each must be read before the next. Other fields go into `fields`, which is complete when all files
 * were read. A malformed form is answered with 400.
 */
export async function* multipartFiles(
  request: FastifyRequest,
  fields: Map<string, string>,
): AsyncGenerator<IncomingFile> {
  const contentType = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new AppError("unsupported_media_type", "Send the files as multipart/form-data, each under the name files[].");
  }
  const parts = translateErrors(() => request.parts({ limits: multipartLimits }));
  try {
    for (;;) {
      const next = await parts.next().catch((error: unknown) => {
        throw malformedForm(error);
      });
      if (next.done) return;
      const part = next.value;
      if (part.type === "field") {
        readField(fields, part.fieldname, part.value);
        continue;
      }
      if (!fileFields.includes(part.fieldname))
        throw new AppError(
          "invalid_request",
          `Send files under the name files[], not ${part.fieldname?.slice(0, 50)}.`,
        );
      yield { fileName: part.filename ?? "", bytes: readFile(part.file) };
    }
  } finally {
    // A refused form is read to its end; otherwise a client that is still sending would not receive the answer.
    request.raw.unpipe().resume();
  }
}

function readField(fields: Map<string, string>, name: string, value: unknown): void {
  const shown = name.slice(0, 50);
  if (!submissionFieldNames.includes(name))
    throw new AppError(
      "invalid_request",
      `${JSON.stringify(shown)} is no field of a submission; send files under the name files[], and of the options ${submissionFieldNames.join(", ")}.`,
    );
  if (fields.has(name)) throw new AppError("invalid_request", `${name} is in the form twice.`);
  if (typeof value !== "string" || value.length > maxFieldLength || value.includes("\0"))
    throw new AppError("invalid_request", `${name} must be text of at most ${maxFieldLength} characters without NUL.`);
  fields.set(name, value);
}

async function* readFile(file: Bytes): AsyncGenerator<Buffer> {
  try {
    for await (const piece of file) yield piece;
  } catch (error) {
    throw malformedForm(error);
  }
}

function translateErrors<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw malformedForm(error);
  }
}

const limitMessages: Record<string, string> = {
  FST_PARTS_LIMIT: `The form has too many parts; a request takes at most ${maxFiles} files.`,
  FST_FILES_LIMIT: `A request takes at most ${maxFiles} files; send more through POST /v1/documents/upload/start.`,
  FST_FIELDS_LIMIT: `The form has too many fields; a submission has at most ${maxFields}.`,
};

function malformedForm(error: unknown): AppError {
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
