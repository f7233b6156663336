import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pty from "@lydell/node-pty";

/** `assay` as a person runs it: a process, with a configuration of its own. */
export interface AssayCommand {
  run(...args: string[]): Promise<Ran>;
  start(...args: string[]): Started;
  /** In a terminal of so many columns. */
  inTerminal(columns: number, ...args: string[]): Promise<{ exitCode: number; output: string }>;
  /** In a terminal, where a line is typed once the question has been asked. */
  answering(question: RegExp, line: string, ...args: string[]): Promise<{ exitCode: number; output: string }>;
}

export interface Ran {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  child: ReturnType<typeof spawn>;
  output(): string;
  ended: Promise<Ran>;
}

const bin = join(import.meta.dirname, "..", "cli", "bin", "assay.mjs");

export function assayCommand(env: Record<string, string>, cwd = tmpdir()): AssayCommand {
  const own = { PATH: process.env["PATH"] ?? "", HOME: tmpdir(), ...env };
  const start = (...args: string[]): Started => {
    const child = spawn(process.execPath, [bin, ...args], { cwd, env: own, stdio: ["ignore", "pipe", "pipe"] });
    let seen = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (piece) => {
        seen += piece;
      });
    }
    const exited = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
    const ended = Promise.all([text(child.stdout), text(child.stderr), exited]).then(([stdout, stderr, exitCode]) => ({
      ...{ stdout, stderr, exitCode },
    }));
    return { child, output: () => seen, ended };
  };
  const inTerminal = (columns: number, args: string[], type: (output: string) => string | undefined) =>
    new Promise<{ exitCode: number; output: string }>((resolve) => {
      const terminal = pty.spawn(process.execPath, [bin, ...args], {
        ...{ name: "xterm-256color", cols: columns, rows: 40, cwd, env: { TERM: "xterm-256color", ...own } },
      });
      let output = "";
      terminal.onData((data) => {
        output += data;
        const typed = type(output);
        if (typed !== undefined) terminal.write(typed);
      });
      terminal.onExit(({ exitCode }) => resolve({ exitCode, output }));
    });
  return {
    start,
    run: (...args) => start(...args).ended,
    inTerminal: (columns, ...args) => inTerminal(columns, args, () => undefined),
    answering(question, line, ...args) {
      let isAnswered = false;
      return inTerminal(100, args, (output) => {
        if (isAnswered || !question.test(output)) return undefined;
        isAnswered = true;
        return `${line}\r`;
      });
    },
  };
}
