import type { Command } from "../command.ts";
import { completionScripts, completions } from "../completion.ts";
import { misused } from "../problem.ts";

/** They complete all the others, so they are told which there are. */
export function completionCommands(all: () => Command[]): Command[] {
  return [
    {
      name: "completion",
      summary: "Print the completion script of a shell: bash, zsh or fish.",
      arguments: [{ name: "SHELL" }],
      examples: [
        ["source <(assay completion bash)", "bash: in ~/.bashrc"],
        ["assay completion zsh > ~/.zfunc/_assay", "zsh: in a folder of fpath"],
        ["assay completion fish > ~/.config/fish/completions/assay.fish", "fish"],
      ],
      async run({ terminal }, { first }) {
        const script = Object.entries(completionScripts).find(([shell]) => shell === first)?.[1];
        if (script === undefined) throw unknownShell(first);
        terminal.out(script.trimEnd());
        return undefined;
      },
    },
    {
      name: "__complete",
      summary: "What may follow; asked by the completion scripts.",
      arguments: [{ name: "WORD", isOptional: true, isMany: true }],
      examples: [],
      isHidden: true,
      async run({ terminal }, given) {
        const found = completions(all(), given.arguments);
        if (found.length > 0) terminal.out(found.join("\n"));
        return undefined;
      },
    },
  ];
}

const unknownShell = (name: string) =>
  misused(`There is no completion for ${name}.`, "There is one for bash, zsh and fish.");
