import { usageError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { complete, completionScripts } from "../completion.ts";

/** `all` returns all commands, which these commands complete. */
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
        if (script === undefined) throw unknownShellError(first);
        terminal.out(script.trimEnd());
        return undefined;
      },
    },
    {
      name: "__complete",
      summary: "Print completions; called by the completion scripts.",
      arguments: [{ name: "WORD", isOptional: true, isMany: true }],
      examples: [],
      isHidden: true,
      async run({ terminal }, args) {
        const found = complete(all(), args.arguments);
        if (found.length > 0) terminal.out(found.join("\n"));
        return undefined;
      },
    },
  ];
}

const unknownShellError = (name: string) =>
  usageError(`No completion for ${name}.`, "Supported shells: bash, zsh, fish.");
