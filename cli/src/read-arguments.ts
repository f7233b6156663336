import { parseArgs } from "node:util";
import { type Command, type Given, globalOptions, type Option } from "./command.ts";
import { misused, Problem } from "./problem.ts";

/** The command that the words name: the longest name that fits. Options may stand before, between and after. */
export function findCommand(
  commands: Command[],
  words: string[],
): { command: Command | undefined; rest: string[]; named: string } {
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
    // The value of an option is no part of the name.
    const option = globalOptions.find(({ name }) => `--${name}` === word);
    if (isNaming && option?.value !== undefined) rest.push(words[++index] ?? "");
  }
  const named = names.join(" ");
  return { command: commands.find(({ name }) => name === named), rest, named };
}

export function readArguments(command: Command, words: string[]): Given {
  const options = [...globalOptions, ...(command.options ?? [])];
  const help = `assay ${command.name} --help`;
  const { values, positionals } = parse(options, words, help);
  const wanted = command.arguments ?? [];
  for (const [index, { name, isOptional }] of wanted.entries()) {
    if (!isOptional && positionals[index] === undefined && values["help"] !== true)
      throw misused(`${name} is missing.`, help);
  }
  if (positionals.length > wanted.length && !wanted.at(-1)?.isMany) {
    throw misused(`"${positionals[wanted.length]}" is one word too many.`, help);
  }
  for (const { name, choices } of options) {
    for (const value of [values[name]].flat()) {
      if (choices !== undefined && typeof value === "string" && !choices.includes(value)) {
        throw misused(`--${name} must be one of ${choices.join(", ")}, not "${value}".`, help);
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
      if (!/^\d{1,15}$/.test(String(text))) throw misused(`--${option} must be a whole number, not "${text}".`, help);
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
    throw new Problem(first.endsWith(".") ? first : `${first}.`, 2, help);
  }
}
