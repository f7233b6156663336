import { createInterface } from "node:readline/promises";
import type { WriteStream } from "node:tty";
import { stripVTControlCharacters, styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Results go to `out`, everything else to `err`. */
export interface Terminal {
  out(line: string): void;
  /** Resolves when the bytes are written. */
  outBytes(bytes: Uint8Array): Promise<void>;
  err(line: string): void;
  /** Without a line break, for redrawn output. */
  draw(text: string): void;
  style(style: Style, text: string): string;
  errStyle(style: Style, text: string): string;
  /** Whether output on `err` can be redrawn. */
  isInteractive: boolean;
  columns(): number;
  rows(): number;
  /** A line typed by the user; undefined without a terminal. */
  ask(question: string, signal: AbortSignal): Promise<string | undefined>;
}

function hasColour(stream: Pick<WriteStream, "isTTY">, env: NodeJS.ProcessEnv, isEnabled: boolean): boolean {
  // https://no-color.org: set and not empty.
  if (!isEnabled || (env["NO_COLOR"] ?? "") !== "") return false;
  if ((env["FORCE_COLOR"] ?? "") !== "") return env["FORCE_COLOR"] !== "0";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

export function openTerminal(
  { stdin, stdout, stderr }: Pick<NodeJS.Process, "stdin" | "stdout" | "stderr">,
  env: NodeJS.ProcessEnv,
  isColourEnabled = true,
): Terminal {
  const styler = (stream: Pick<WriteStream, "isTTY">) => {
    const isStyled = hasColour(stream, env, isColourEnabled);
    return (style: Style, text: string) => (isStyled ? styleText(style, text, { validateStream: false }) : text);
  };
  return {
    out: (line) => void stdout.write(`${line}\n`),
    outBytes: (bytes) =>
      new Promise((resolve, reject) => {
        stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    err: (line) => void stderr.write(`${line}\n`),
    draw: (text) => void stderr.write(text),
    style: styler(stdout),
    errStyle: styler(stderr),
    isInteractive: stderr.isTTY === true && env["TERM"] !== "dumb",
    columns: () => stdout.columns || stderr.columns || 100,
    rows: () => stdout.rows || stderr.rows || 24,
    async ask(question, signal) {
      if (!stdin.isTTY) return undefined;
      const lines = createInterface({ input: stdin, output: stderr });
      try {
        return await lines.question(question, { signal });
      } finally {
        lines.close();
      }
    },
  };
}

/** Removes control sequences, which text of documents must not contain on a terminal. */
export function sanitize(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  return stripVTControlCharacters(text).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what styleText writes begins with one
const sequences = /(\u001b\[[\d;]*m)/;

export const visibleLength = (text: string): number => [...stripVTControlCharacters(text)].length;

export function truncate(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, Math.max(0, length - 1)).join("")}…`;
}

/** The first `length` visible characters, with their colours. */
export function truncateStyled(text: string, length: number): string {
  let left = length;
  return text
    .split(sequences)
    .map((piece, index) => {
      if (index % 2 === 1) return piece;
      const kept = [...piece].slice(0, left);
      left -= kept.length;
      return kept.join("");
    })
    .join("");
}

/** Breaks text into lines of at most `columns` characters that start with `indent`. */
export function wrap(text: string, columns: number, indent = ""): string {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = indent;
    for (const word of paragraph.split(/ +/)) {
      if (line !== indent && visibleLength(line) + visibleLength(word) + 1 > columns) {
        lines.push(line);
        line = indent;
      }
      line += line === indent ? word : ` ${word}`;
    }
    lines.push(line);
  }
  return lines.join("\n");
}
