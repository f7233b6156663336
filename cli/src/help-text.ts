import { type Argument, type Command, globalOptions, type Option } from "./command.ts";

const pad = (rows: [string, string][]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const argumentText = ({ name, isOptional, isMany }: Argument): string => {
  const text = isMany ? `${name}…` : name;
  return isOptional ? `[${text}]` : text;
};

const optionRow = ({ name, value, summary, choices, isRepeatable }: Option): [string, string] => [
  value === undefined ? `--${name}` : `--${name} ${value}`,
  [summary, choices && `One of ${choices.join(", ")}.`, isRepeatable && "May be repeated."].filter(Boolean).join(" "),
];

const exampleLines = (examples: Command["examples"]): string[] =>
  examples.flatMap(([line, what]) => [`  # ${what}`, `  ${line}`]);

function usageOf({ name, arguments: words = [] }: Command): string {
  return ["assay", name, ...words.map(argumentText)].join(" ");
}

export function commandHelp(commands: Command[], command: Command): string {
  const below = commands.filter((one) => !one.isHidden && one.name.startsWith(`${command.name} `));
  return [
    command.summary,
    "",
    "Usage:",
    `  ${usageOf(command)} [options]`,
    ...below.map((one) => `  ${usageOf(one)} [options]`),
    ...(command.details ? ["", command.details] : []),
    ...(command.options?.length ? ["", "Options:", ...pad(command.options.map(optionRow))] : []),
    "",
    "Everywhere:",
    ...pad(globalOptions.map(optionRow)),
    "",
    "Examples:",
    ...exampleLines(command.examples),
  ].join("\n");
}

/** The help of words that are not yet a whole command, `assay` itself included. */
export function groupHelp(commands: Command[], group: string): string {
  const shown = commands.filter(({ name, isHidden }) => !isHidden && (group === "" || name.startsWith(`${group} `)));
  const rows = group === "" ? topRows(shown) : shown.map((one): [string, string] => [usageOf(one), one.summary]);
  return [
    group === "" ? "assay: review documents against compliance controls." : `assay ${group}: one of these commands.`,
    "",
    "Usage:",
    `  assay ${group === "" ? "COMMAND" : `${group} COMMAND`} [options]`,
    "",
    "Commands:",
    ...pad(rows),
    "",
    "Everywhere:",
    ...pad(globalOptions.map(optionRow)),
    "",
    "Examples:",
    ...exampleLines(
      group === ""
        ? [
            ["assay review samples/data-processing-agreement.pdf --control DPA", "From a file to its findings"],
            [
              "assay submit contract.pdf annex.docx --control DPA --wait",
              "Submit documents and wait for their results",
            ],
            ["assay result DOCUMENT --level non_compliant", "Only what needs work"],
          ]
        : shown.flatMap(({ examples }) => examples.slice(0, 1)),
    ),
    "",
    `assay ${group === "" ? "" : `${group} `}COMMAND --help shows more. Exit codes: 0 done, 1 failed, 2 misused, 3 not allowed, 4 not found, 5 unreachable, 130 interrupted.`,
  ].join("\n");
}

/** One line for each first word. */
function topRows(commands: Command[]): [string, string][] {
  const rows = new Map<string, string>();
  for (const command of commands) {
    const [word = "", ...more] = command.name.split(" ");
    if (more.length === 0) rows.set(word, command.summary);
    else if (!rows.has(word)) {
      const below = commands.filter(({ name }) => name.startsWith(`${word} `)).map(({ name }) => name.split(" ")[1]);
      rows.set(word, [...new Set(below)].join(", "));
    }
  }
  return [...rows];
}
