import type { Context } from "./command.ts";
import { commands } from "./command-table.ts";
import { openConnection } from "./connection.ts";
import { commandHelp, groupHelp } from "./help-text.ts";
import { exitCodes, misused, toProblem } from "./problem.ts";
import { findCommand, readArguments } from "./read-arguments.ts";
import { openTerminal } from "./terminal.ts";

async function run(words: string[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<number> {
  const { command, rest, named } = findCommand(commands, words);
  if (command === undefined) {
    const isAsked = rest.length === 0 || rest.includes("--help") || rest.includes("-h");
    const unknown = rest.find((word) => !word.startsWith("-"));
    if (rest[0] === "--version") {
      process.stdout.write("assay 0.1.0\n");
      return exitCodes.done;
    }
    if (!isAsked && unknown !== undefined) {
      throw misused(
        `There is no command ${[named, unknown].filter(Boolean).join(" ")}.`,
        `assay ${named && `${named} `}--help`,
      );
    }
    process.stdout.write(`${groupHelp(commands, named)}\n`);
    return isAsked ? exitCodes.done : exitCodes.misused;
  }
  const given = readArguments(command, rest);
  if (given.has("help")) {
    process.stdout.write(`${commandHelp(commands, command)}\n`);
    return exitCodes.done;
  }
  const terminal = openTerminal(process, env, !given.has("no-color"));
  const isQuiet = given.has("quiet");
  const note = (line: string) => isQuiet || terminal.err(line);
  const context: Context = {
    terminal,
    env,
    isQuiet,
    isJson: given.has("json"),
    signal,
    connection: await openConnection(env, {
      url: given.text("url"),
      profile: given.text("profile"),
      key: given.text("key"),
      adminToken: given.text("admin-token"),
      isProfileFree: command.name.startsWith("config "),
      note,
    }),
    note,
    json: (value) => terminal.out(JSON.stringify(value, null, 2)),
  };
  return (await command.run(context, given)) ?? exitCodes.done;
}

const ending = new AbortController();
let interruptions = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    interruptions += 1;
    // Asked twice, nobody wants to wait for an orderly end.
    if (interruptions > 1) process.exit(exitCodes.interrupted);
    ending.abort();
  });
}
// The reader of a pipe may have seen enough (head, less); that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

try {
  process.exitCode = await run(process.argv.slice(2), process.env, ending.signal);
} catch (error) {
  const { message, nextStep, exitCode } = toProblem(error);
  const terminal = openTerminal(process, process.env, !process.argv.includes("--no-color"));
  terminal.err(`${terminal.errStyle("red", "assay:")} ${message}`);
  if (nextStep !== undefined) terminal.err(`  ${nextStep}`);
  process.exitCode = exitCode;
}
