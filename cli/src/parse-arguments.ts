import { parseArgs } from "node:util";
import { usageError } from "./cli-error.ts";
import { type Command, globalOptions, type Option, type ParsedArguments } from "./command.ts";

/** Finds the command with the longest matching name. Options may precede, separate or follow its words. */
export function findCommand(
  commands: Command[],
  words: string[],
): { command: Command | undefined; rest: string[]; name: string } {
  const names: string[] = [];
  const rest: string[] = [];
  let isNaming = true;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "--") isNaming = false;
    if (isNaming && !word.startsWith("-")) {
      const longer = [...names, word].join(" ");
      if (commands.some(({ name }) => name === longer || name.startsWith(`${longer} `))) {
        names.push(word);
        continue;
      }
      isNaming = false;
    }
    rest.push(word);
    // An option's value is not part of the name.
    const option = globalOptions.find(({ name }) => `--${name}` === word);
    if (isNaming && option?.value !== undefined) rest.push(words[++index] ?? "");
  }
  const name = names.join(" ");
  return { command: commands.find((one) => one.name === name), rest, name };
}

export function parseArguments(command: Command, words: string[]): ParsedArguments {
  const options = [...globalOptions, ...(command.options ?? [])];
  const help = `assay ${command.name} --help`;
  const { values, positionals } = parse(options, words, help);
  const expected = command.arguments ?? [];
  for (const [index, { name, isOptional }] of expected.entries()) {
    if (!isOptional && positionals[index] === undefined && values["help"] !== true)
      throw usageError(`${name} is missing.`, help);
  }
  if (positionals.length > expected.length && !expected.at(-1)?.isMany) {
    throw usageError(`Unexpected argument "${positionals[expected.length]}".`, help);
  }
  for (const { name, choices } of options) {
    for (const value of [values[name]].flat()) {
      if (choices !== undefined && typeof value === "string" && !choices.includes(value)) {
        throw usageError(`--${name} must be one of ${choices.join(", ")}, not "${value}".`, help);
      }
    }
  }
  return {
    arguments: positionals,
    first: positionals[0] ?? "",
    text: (option) => (typeof values[option] === "string" ? values[option] : undefined),
    list: (option) => [values[option] ?? []].flat().map(String),
    has: (option) => values[option] === true,
    number(option) {
      const text = values[option];
      if (text === undefined) return undefined;
      if (!/^\d{1,15}$/.test(String(text)))
        throw usageError(`--${option} must be a whole number, not "${text}".`, help);
      return Number(text);
    },
  };
}

function parse(options: Option[], words: string[], help: string) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: Object.fromEntries(
        options.map(({ name, value, isRepeatable = false }) => [
          name,
          {
            type: value === undefined ? ("boolean" as const) : ("string" as const),
            multiple: isRepeatable,
            ...(name === "help" && { short: "h" }),
          },
        ]),
      ),
    });
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!code.startsWith("ERR_PARSE_ARGS")) throw error;
    const [first = message] = message.split(/\. (?=To specify)/);
    throw usageError(first.endsWith(".") ? first : `${first}.`, help);
  }
}
