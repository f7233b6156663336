import { type Argument, type Command, globalOptions, type Option } from "./command.ts";

const pad = (rows: [string, string][]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const formatArgument = ({ name, isOptional, isMany }: Argument): string => {
  const text = isMany ? `${name}…` : name;
  return isOptional ? `[${text}]` : text;
};

const formatOption = ({ name, value, summary, choices, isRepeatable }: Option): [string, string] => [
  value === undefined ? `--${name}` : `--${name} ${value}`,
  [summary, choices && `One of ${choices.join(", ")}.`, isRepeatable && "May be repeated."].filter(Boolean).join(" "),
];

const formatExamples = (examples: Command["examples"]): string[] =>
  examples.flatMap(([line, what]) => [`  # ${what}`, `  ${line}`]);

function formatUsage({ name, arguments: words = [] }: Command): string {
  return ["assay", name, ...words.map(formatArgument)].join(" ");
}

export function commandHelp(commands: Command[], command: Command): string {
  const below = commands.filter((one) => !one.isHidden && one.name.startsWith(`${command.name} `));
  return [
    command.summary,
    "",
    "Usage:",
    `  ${formatUsage(command)} [options]`,
    ...below.map((one) => `  ${formatUsage(one)} [options]`),
    ...(command.details ? ["", command.details] : []),
    ...(command.options?.length ? ["", "Options:", ...pad(command.options.map(formatOption))] : []),
    "",
    "Global options:",
    ...pad(globalOptions.map(formatOption)),
    "",
    "Examples:",
    ...formatExamples(command.examples),
  ].join("\n");
}

/** The help of a prefix of commands, or of `assay` itself. */
export function groupHelp(commands: Command[], group: string): string {
  const shown = commands.filter(({ name, isHidden }) => !isHidden && (group === "" || name.startsWith(`${group} `)));
  const rows =
    group === "" ? listTopCommands(shown) : shown.map((one): [string, string] => [formatUsage(one), one.summary]);
  return [
    group === "" ? "assay: review documents against compliance controls." : `assay ${group}: commands`,
    "",
    "Usage:",
    `  assay ${group === "" ? "COMMAND" : `${group} COMMAND`} [options]`,
    "",
    "Commands:",
    ...pad(rows),
    "",
    "Global options:",
    ...pad(globalOptions.map(formatOption)),
    "",
    "Examples:",
    ...formatExamples(
      group === ""
        ? [
            [
              "assay review samples/data-processing-agreement.pdf --control DPA",
              "Review a file and print its findings",
            ],
            [
              "assay submit contract.pdf annex.docx --control DPA --wait",
              "Submit documents and wait for their results",
            ],
            ["assay result DOCUMENT --level non_compliant", "Only items that need work"],
          ]
        : shown.flatMap(({ examples }) => examples.slice(0, 1)),
    ),
    "",
    `assay ${group === "" ? "" : `${group} `}COMMAND --help shows more. Exit codes: 0 success, 1 failed, 2 usage error, 3 not allowed, 4 not found, 5 unreachable, 130 interrupted.`,
  ].join("\n");
}

/** One row for each first word. */
function listTopCommands(commands: Command[]): [string, string][] {
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
