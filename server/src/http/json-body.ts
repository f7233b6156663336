import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import { hasDirectionControl } from "../platform/direction-controls.ts";
import { findDuplicateMember } from "./duplicate-members.ts";

/** Deeper than any valid body, shallow enough for recursion. */
const maxNesting = 40;

/** Stricter than Fastify's parser: invalid UTF-8 is refused instead of silently replaced. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    try {
      done(null, parse(request, body));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

function parse(request: FastifyRequest, body: Buffer): unknown {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new AppError("unsupported_media_type", "Compressed request bodies are not supported; send plain JSON.");
  }
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new AppError("malformed_json", "The request body is not valid UTF-8.");
  const text = body.toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError("malformed_json", "The request body is not valid JSON.");
  }
  const duplicate = findDuplicateMember(text);
  if (duplicate !== undefined)
    throw new AppError(
      "malformed_json",
      `The request body has the member "${duplicate.slice(0, 100)}" twice in one object.`,
    );
  return cleanValue(value, "", 0);
}

/** Trims all text. Refuses characters that PostgreSQL cannot store or that reorder text, and the member name `__proto__`. */
function cleanValue(value: unknown, at: string, depth: number): unknown {
  if (typeof value === "string") return cleanText(value, at);
  if (value === null || typeof value !== "object") return value;
  if (depth >= maxNesting) throw new AppError("invalid_request", "The request body is nested too deeply.");
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = cleanValue(value[i], `${at}[${i}]`, depth + 1);
    return value;
  }
  const object = value as Record<string, unknown>;
  for (const key of Object.keys(object)) {
    const name = at === "" ? key.slice(0, 100) : `${at}.${key}`.slice(0, 300);
    if (key === "__proto__") throw new AppError("invalid_request", `${name} is not a known field`);
    cleanText(key, "a field name");
    object[key] = cleanValue(object[key], name, depth + 1);
  }
  return object;
}

function cleanText(text: string, at: string): string {
  if (text.includes("\0"))
    throw new AppError("invalid_request", `${at || "the request body"} must not contain the NUL character`);
  if (!text.isWellFormed())
    throw new AppError("invalid_request", `${at || "the request body"} contains half of a surrogate pair`);
  if (hasDirectionControl(text))
    throw new AppError(
      "invalid_request",
      `${at || "the request body"} must not contain characters that reorder the text after them, such as U+202E`,
    );
  return text.trim();
}
