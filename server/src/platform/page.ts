import { AppError } from "./app-error.ts";
import { type Id, isId } from "./ids.ts";

/** Lists are newest first. Ids carry their time, so the last id seen is the whole cursor. */
export interface PageRequest {
  limit: number;
  before: Id | undefined;
}

export interface Page<T> {
  entries: T[];
  nextCursor: string | undefined;
}

const maxPageLimit = 100;
/** For callers that do not ask for a page. */
const unpagedLimit = 1000;

export function toPageRequest(query: { limit?: string | undefined; cursor?: string | undefined }): PageRequest {
  return { limit: readLimit(query.limit), before: query.cursor === undefined ? undefined : readCursor(query.cursor) };
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return unpagedLimit;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > maxPageLimit) {
    throw new AppError("invalid_request", `limit must be a whole number from 1 to ${maxPageLimit}.`);
  }
  return limit;
}

function readCursor(cursor: string): Id {
  const id = Buffer.from(cursor, "base64url").toString("latin1");
  if (!isId(id) || toCursor(id) !== cursor) {
    throw new AppError(
      "invalid_cursor",
      "cursor was not issued by this service; pass nextCursor of the previous page unchanged.",
    );
  }
  return id;
}

function toCursor(id: Id): string {
  return Buffer.from(id, "latin1").toString("base64url");
}

/** Stores fetch one row more than requested; if it is there, there is a next page. */
export function toPage<T extends { id: Id }>(rows: T[], request: PageRequest): Page<T> {
  const entries = rows.slice(0, request.limit);
  const last = entries.at(-1);
  return { entries, nextCursor: rows.length > request.limit && last !== undefined ? toCursor(last.id) : undefined };
}
