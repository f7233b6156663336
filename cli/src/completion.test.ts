import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { completionScripts } from "./completion.ts";

/** Checked whether or not the shell is installed. */
const essentials: Record<keyof typeof completionScripts, RegExp[]> = {
  bash: [/^_assay\(\) \{\n[\s\S]*\n\}\n/, /\ncomplete .*-F _assay assay\n$/],
  zsh: [/^#compdef assay\n_assay\(\) \{\n[\s\S]*\n\}\n/, /\bcompadd -- /, /\bcompdef _assay assay\b/],
  fish: [/^function __assay_complete\n[\s\S]*\nend\n/, /\ncomplete -c assay -a '\(__assay_complete\)'\n$/],
};

for (const [shell, script] of Object.entries(completionScripts)) {
  test(`the script for ${shell} calls the command, and ${shell}, if installed, accepts it`, (context) => {
    assert.match(script, / __complete -- /);
    for (const essential of essentials[shell as keyof typeof completionScripts]) assert.match(script, essential);
    const { error, status, stderr } = spawnSync(shell, ["-n"], { input: script, encoding: "utf8" });
    if (error !== undefined) context.diagnostic(`NOT RUN: ${shell} -n: ${error.message}`);
    else assert.deepEqual([status, stderr], [0, ""]);
  });
}
