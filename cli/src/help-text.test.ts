import assert from "node:assert/strict";
import { test } from "node:test";
import { globalOptions } from "./command.ts";
import { commands } from "./command-table.ts";
import { commandHelp, groupHelp } from "./help-text.ts";
import { findCommand } from "./parse-arguments.ts";

const shown = commands.filter(({ isHidden }) => !isHidden);
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** Prefixes of commands that are not commands themselves, including `assay` alone. */
const groups = [
  ...new Set(
    shown.flatMap(({ name }) => {
      const words = name.split(" ");
      return words.map((_, count) => words.slice(0, count).join(" "));
    }),
  ),
].filter((group) => !shown.some(({ name }) => name === group));

test("the help of every command shows its usage and an example of it", () => {
  for (const command of shown) {
    const help = commandHelp(commands, command);
    assert.match(help, new RegExp(`\nUsage:\n {2}assay ${escaped(command.name)}\\b`), command.name);
    assert.match(help, new RegExp(`\nExamples:\n {2}# .+\n.*\\bassay ${escaped(command.name)}\\b`), command.name);
    for (const { name } of [...(command.options ?? []), ...globalOptions])
      assert.match(help, new RegExp(`\n {2}--${escaped(name)}\\b`), command.name);
  }
});

test("the help of every group names all its commands, with an example", () => {
  assert.ok(groups.includes("") && groups.includes("admin"), groups.join());
  for (const group of groups) {
    const help = groupHelp(commands, group);
    assert.match(help, /\nUsage:\n {2}assay .*COMMAND/, group);
    assert.match(help, /\nExamples:\n {2}# .+\n.*\bassay /, group);
    for (const { name } of shown.filter((one) => group === "" || one.name.startsWith(`${group} `))) {
      const row = group === "" ? name.split(" ")[0] : `assay ${name}`;
      assert.match(help, new RegExp(`\n {2}${escaped(row ?? "")}\\b`), `${group}: ${name}`);
    }
  }
});

test("examples use only options that their command has", () => {
  for (const { name, examples } of shown)
    for (const [line] of examples)
      for (const [, words = ""] of line.matchAll(/\bassay ([^|>)]*)/g)) {
        const { command } = findCommand(commands, words.trim().split(/\s+/));
        const known = [...(command?.options ?? []), ...globalOptions].map((option) => `--${option.name}`);
        const used = words.match(/(?<=\s)--[a-z-]+/g) ?? [];
        assert.deepEqual(
          used.filter((option) => !known.includes(option)),
          [],
          `${name}: ${line}`,
        );
      }
});
