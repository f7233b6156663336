import { exitCodes, toCliError, usageError } from "./cli-error.ts";
import type { Context } from "./command.ts";
import { commands } from "./command-table.ts";
import { openConnection } from "./connection.ts";
import { commandHelp, groupHelp } from "./help-text.ts";
import { findCommand, parseArguments } from "./parse-arguments.ts";
import { openTerminal } from "./terminal.ts";
import { version } from "./version.ts";

async function run(words: string[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<number> {
  // assay help COMMAND is assay COMMAND --help.
  const asked = words[0] === "help" ? [...words.slice(1), "--help"] : words;
  const { command, rest, name } = findCommand(commands, asked);
  if (command === undefined) {
    const isHelpRequested = rest.length === 0 || rest.includes("--help") || rest.includes("-h");
    const unknown = rest.find((word) => !word.startsWith("-"));
    const isUnknownTopic = words[0] === "help" && unknown !== undefined;
    if (rest[0] === "--version") {
      process.stdout.write(`assay ${version}\n`);
      return exitCodes.done;
    }
    if ((!isHelpRequested || isUnknownTopic) && unknown !== undefined) {
      throw usageError(
        `Unknown command ${[name, unknown].filter(Boolean).join(" ")}.`,
        `assay ${name && `${name} `}--help`,
      );
    }
    process.stdout.write(`${groupHelp(commands, name)}\n`);
    return isHelpRequested ? exitCodes.done : exitCodes.usageError;
  }
  const args = parseArguments(command, rest);
  if (args.has("help")) {
    process.stdout.write(`${commandHelp(commands, command)}\n`);
    return exitCodes.done;
  }
  const terminal = openTerminal(process, env, !args.has("no-color"));
  const isQuiet = args.has("quiet");
  const note = (line: string) => isQuiet || terminal.err(line);
  const context: Context = {
    terminal,
    env,
    isQuiet,
    isJson: args.has("json"),
    signal,
    connection: await openConnection(env, {
      url: args.text("url"),
      profile: args.text("profile"),
      key: args.text("key"),
      adminToken: args.text("admin-token"),
      mayCreateProfile: command.name.startsWith("config "),
      note,
    }),
    note,
    json: (value) => terminal.out(JSON.stringify(value, null, 2)),
  };
  return (await command.run(context, args)) ?? exitCodes.done;
}

const ending = new AbortController();
let interruptions = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    interruptions += 1;
    // The second signal ends the process without cleaning up.
    if (interruptions > 1) process.exit(exitCodes.interrupted);
    ending.abort();
  });
}
// A closed pipe, for example by head or less, is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

try {
  process.exitCode = await run(process.argv.slice(2), process.env, ending.signal);
} catch (error) {
  const { message, nextStep, exitCode } = toCliError(error);
  const terminal = openTerminal(process, process.env, !process.argv.includes("--no-color"));
  terminal.err(`${terminal.errStyle("red", "assay:")} ${message}`);
  if (nextStep !== undefined) terminal.err(`  ${nextStep}`);
  process.exitCode = exitCode;
}
