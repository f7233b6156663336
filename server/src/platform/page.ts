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

/** Also for callers that do not ask for a page. */
const maxPageLimit = 1000;

export function toPageRequest(query: { limit?: string | undefined; cursor?: string | undefined }): PageRequest {
  return { limit: readLimit(query.limit), before: query.cursor === undefined ? undefined : readCursor(query.cursor) };
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return maxPageLimit;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > maxPageLimit) {
    throw new AppError("invalid_request", `limit must be a whole number from 1 to ${maxPageLimit}.`);
  }
  return limit;
}

function readCursor(cursor: string): Id {
  const id = Buffer.from(cursor, "base64url").toString("latin1");
  if (!isId(id) || toCursor(id) !== cursor) throw invalidCursor();
  return id;
}

function invalidCursor(): AppError {
  return new AppError(
    "invalid_cursor",
    "cursor was not issued by this service for this order; pass nextCursor of the previous page unchanged.",
  );
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

/** What a list can be sorted by besides `createdAt`, whose order is that of the ids, and the type of its values. */
export type SortFields = Record<string, "text" | "number" | "time">;
export type SortValue = string | number | null;

export interface SortedPageRequest<Field extends string> {
  limit: number;
  by: Field | "createdAt";
  isDescending: boolean;
  /** The last entry of the previous page. Without a value where the list is sorted by `createdAt`. */
  after: { id: Id; value: SortValue } | undefined;
}

export function newestFirst(limit: number, before?: Id): SortedPageRequest<never> {
  const after = before === undefined ? undefined : { id: before, value: null };
  return { limit, by: "createdAt", isDescending: true, after };
}

/** The values of the query parameter `sort`. */
export type SortName<Field extends string> = Field | "createdAt" | `-${Field | "createdAt"}`;

export function toSortedPageRequest<Fields extends SortFields>(
  fields: Fields,
  query: {
    limit?: string | undefined;
    cursor?: string | undefined;
    sort?: SortName<keyof Fields & string> | undefined;
  },
): SortedPageRequest<keyof Fields & string> {
  const { sort = "-createdAt", cursor } = query;
  const isDescending = sort.startsWith("-");
  const by = (isDescending ? sort.slice(1) : sort) as keyof Fields & string;
  const type = fields[by];
  const read = (text: string) =>
    type === undefined ? { id: readCursor(text), value: null } : readSortCursor(text, by, type);
  return {
    limit: readLimit(query.limit),
    ...{ by, isDescending },
    after: cursor === undefined ? undefined : read(cursor),
  };
}

/** A cursor in any other order is the position in that order: its field, the entry's value of it, and its id. */
function readSortCursor(text: string, by: string, type: SortFields[string]): { id: Id; value: SortValue } {
  let members: unknown;
  try {
    members = JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    throw invalidCursor();
  }
  const [field, value, id] = Array.isArray(members) ? (members as unknown[]) : [];
  if (field !== by || typeof id !== "string" || !isId(id) || !isSortValue(value, type)) throw invalidCursor();
  return { id, value };
}

function isSortValue(value: unknown, type: SortFields[string]): value is SortValue {
  if (type === "number") return value === null || Number.isFinite(value);
  if (typeof value !== "string" || value.includes("\0")) return false;
  return type === "text" ? value.isWellFormed() : new Date(value).toJSON() === value;
}

export function toSortedPage<T extends { id: Id }, Field extends string>(
  rows: T[],
  { limit, by }: SortedPageRequest<Field>,
  toValue: (row: T, field: Field) => SortValue,
): Page<T> {
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  if (rows.length <= limit || last === undefined) return { entries, nextCursor: undefined };
  if (by === "createdAt") return { entries, nextCursor: toCursor(last.id) };
  const position = JSON.stringify([by, toValue(last, by as Field), last.id]);
  return { entries, nextCursor: Buffer.from(position).toString("base64url") };
}
