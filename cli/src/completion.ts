import { type Command, globalOptions } from "./command.ts";
import { findCommand } from "./parse-arguments.ts";

/** Returns what may follow the words; the last word is incomplete. Called by the scripts below. */
export function complete(commands: Command[], words: string[]): string[] {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const { command, name: prefixName } = findCommand(commands, before);
  const options = [...(command?.options ?? []), ...globalOptions];
  const previous = options.find(({ name, value }) => value !== undefined && `--${name}` === before.at(-1));
  if (previous !== undefined) return (previous.choices ?? []).filter((choice) => choice.startsWith(current));
  if (current.startsWith("-")) return options.map(({ name }) => `--${name}`).filter((one) => one.startsWith(current));
  const prefix = prefixName === "" ? "" : `${prefixName} `;
  const next = commands
    .filter(({ name, isHidden }) => !isHidden && name.startsWith(prefix))
    .map(({ name }) => name.slice(prefix.length).split(" ")[0] ?? "");
  return [...new Set(next)].filter((word) => word !== "" && word.startsWith(current)).sort();
}

/** They ask the command that is being typed, found by PATH or by its path. Without a completion of ours, the shells complete file names. */
export const completionScripts = {
  bash: `_assay() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _assay assay
`,
  zsh: `#compdef assay
_assay() {
  local -a found
  found=("\${(@f)$(assay __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
if [[ "\${funcstack[1]}" == _assay ]]; then _assay "$@"; else compdef _assay assay; fi
`,
  fish: `function __assay_complete
  set -l words (commandline -opc) (commandline -ct)
  $words[1] __complete -- $words[2..-1] 2>/dev/null
end
complete -c assay -a '(__assay_complete)'
`,
} as const;
