import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pty from "@lydell/node-pty";

/** Runs `assay` as a process with its own configuration. */
export interface AssayCommand {
  run(...args: string[]): Promise<CommandResult>;
  start(...args: string[]): RunningCommand;
  /** Runs it in a terminal of this width. */
  runInTerminal(columns: number, ...args: string[]): Promise<{ exitCode: number; output: string }>;
  /** Runs it in a terminal and types a line when the question appears. */
  runAndAnswer(question: RegExp, line: string, ...args: string[]): Promise<{ exitCode: number; output: string }>;
}

export interface CommandResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCommand {
  child: ReturnType<typeof spawn>;
  output(): string;
  ended: Promise<CommandResult>;
}

const bin = join(import.meta.dirname, "..", "cli", "bin", "assay.mjs");

export function assayCommand(env: Record<string, string>, cwd = tmpdir()): AssayCommand {
  const own = { PATH: process.env["PATH"] ?? "", HOME: tmpdir(), ...env };
  const start = (...args: string[]): RunningCommand => {
    const child = spawn(process.execPath, [bin, ...args], { cwd, env: own, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (piece) => {
        output += piece;
      });
    }
    const exited = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
    const ended = Promise.all([text(child.stdout), text(child.stderr), exited]).then(([stdout, stderr, exitCode]) => ({
      ...{ stdout, stderr, exitCode },
    }));
    return { child, output: () => output, ended };
  };
  const runInTerminal = (columns: number, args: string[], type: (output: string) => string | undefined) =>
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
    runInTerminal: (columns, ...args) => runInTerminal(columns, args, () => undefined),
    runAndAnswer(question, line, ...args) {
      let isAnswered = false;
      return runInTerminal(100, args, (output) => {
        if (isAnswered || !question.test(output)) return undefined;
        isAnswered = true;
        return `${line}\r`;
      });
    },
  };
}
