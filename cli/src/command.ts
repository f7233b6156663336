import type { ExitCode } from "./cli-error.ts";
import type { Connection } from "./connection.ts";
import type { Terminal } from "./terminal.ts";

export interface Option {
  name: string;
  /** Placeholder of the value in help; absent for a flag. */
  value?: string;
  isRepeatable?: boolean;
  choices?: string[];
  summary: string;
}

export interface Argument {
  name: string;
  isOptional?: boolean;
  isMany?: boolean;
  /** Completed by the shell as a file name. */
  isFile?: boolean;
}

/** The arguments and options of one call. */
export interface ParsedArguments {
  arguments: string[];
  /** The first argument, or "". */
  first: string;
  text(option: string): string | undefined;
  list(option: string): string[];
  has(option: string): boolean;
  /** A whole number; anything else is refused. */
  number(option: string): number | undefined;
}

export interface Context {
  terminal: Terminal;
  env: NodeJS.ProcessEnv;
  connection: Connection;
  isJson: boolean;
  isQuiet: boolean;
  signal: AbortSignal;
  /** Prints a message, unless --quiet is set. */
  note(line: string): void;
  json(value: unknown): void;
}

export interface Command {
  /** All words, for example `admin partners create`. */
  name: string;
  summary: string;
  arguments?: Argument[];
  options?: Option[];
  details?: string;
  examples: [line: string, what: string][];
  isHidden?: boolean;
  run(context: Context, args: ParsedArguments): Promise<ExitCode | undefined>;
}

export const globalOptions: Option[] = [
  { name: "json", summary: "Print the response as JSON on stdout; messages go to stderr." },
  { name: "profile", value: "NAME", summary: "Use this profile." },
  { name: "url", value: "URL", summary: "The service's address (ASSAY_URL)." },
  { name: "key", value: "KEY", summary: "A partner or company key (ASSAY_API_KEY)." },
  { name: "admin-token", value: "TOKEN", summary: "The administrator token (ASSAY_ADMIN_TOKEN)." },
  { name: "quiet", summary: "Print no progress and no messages." },
  { name: "no-color", summary: "Print no colours (NO_COLOR)." },
  { name: "help", summary: "Show this help." },
];

export const limitOption: Option = { name: "limit", value: "N", summary: "Show at most this many, newest first." };

/** A choice of a list's rows by text in their names. */
export const nameOption = (summary: string): Option => ({ name: "name", value: "TEXT", summary });

/** How a list is sorted; `fields` are those of the API. */
export const sortOption = (fields: readonly string[]): Option => ({
  ...{ name: "sort", value: "FIELD", choices: fields.flatMap((field) => [field, `-${field}`]) },
  summary: "The order; with - descending. Default: newest first.",
});

/** The value of `sortOption`. */
export const readSort = <Field extends string>(fields: readonly Field[], text: string | undefined) =>
  chosen(
    fields.flatMap((field) => [field, `-${field}`] as const),
    text,
  );

/** The chosen one of an option's choices. */
export const chosen = <Choice extends string>(choices: readonly Choice[], text: string | undefined) =>
  choices.find((one) => one === text);

/** Returns the first `limit` entries of a list, or all. */
export async function take<T>(entries: AsyncIterable<T>, limit: number | undefined): Promise<T[]> {
  const taken: T[] = [];
  if (limit !== undefined && limit <= 0) return taken;
  for await (const entry of entries) {
    taken.push(entry);
    if (taken.length === limit) break;
  }
  return taken;
}
