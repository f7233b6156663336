import type { Connection } from "./connection.ts";
import type { ExitCode } from "./problem.ts";
import type { Terminal } from "./terminal.ts";

export interface Option {
  name: string;
  /** What stands for its value in help; a flag has none. */
  value?: string;
  isRepeatable?: boolean;
  choices?: string[];
  summary: string;
}

export interface Argument {
  name: string;
  isOptional?: boolean;
  isMany?: boolean;
  /** Completed by the shell as the name of a file. */
  isFile?: boolean;
}

/** What a command has been given. */
export interface Given {
  arguments: string[];
  /** The first argument: of commands that require one. */
  first: string;
  text(option: string): string | undefined;
  list(option: string): string[];
  has(option: string): boolean;
  /** A whole number, refused with the option's name when it is none. */
  number(option: string): number | undefined;
}

export interface Context {
  terminal: Terminal;
  env: NodeJS.ProcessEnv;
  connection: Connection;
  isJson: boolean;
  isQuiet: boolean;
  signal: AbortSignal;
  /** Words about what is going on: not with --quiet. */
  note(line: string): void;
  json(value: unknown): void;
}

export interface Command {
  /** All of its words: `admin partners create`. */
  name: string;
  summary: string;
  arguments?: Argument[];
  options?: Option[];
  details?: string;
  examples: [line: string, what: string][];
  isHidden?: boolean;
  run(context: Context, given: Given): Promise<ExitCode | undefined>;
}

export const globalOptions: Option[] = [
  { name: "json", summary: "Print the answer as JSON on stdout; messages stay on stderr." },
  { name: "profile", value: "NAME", summary: "Use this profile of the configuration." },
  { name: "url", value: "URL", summary: "The service's address (ASSAY_URL)." },
  { name: "key", value: "KEY", summary: "A partner or company key (ASSAY_API_KEY)." },
  { name: "admin-token", value: "TOKEN", summary: "The administrator token (ASSAY_ADMIN_TOKEN)." },
  { name: "quiet", summary: "No progress and no remarks." },
  { name: "no-color", summary: "No colours (NO_COLOR)." },
  { name: "help", summary: "This help." },
];

export const limitOption: Option = { name: "limit", value: "N", summary: "At most this many, newest first." };

/** The first entries of a list, over as many pages as that takes. */
export async function take<T>(entries: AsyncIterable<T>, limit: number | undefined): Promise<T[]> {
  const taken: T[] = [];
  if (limit !== undefined && limit <= 0) return taken;
  for await (const entry of entries) {
    taken.push(entry);
    if (taken.length === limit) break;
  }
  return taken;
}
