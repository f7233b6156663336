import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { commands } from "./src/command-table.ts";

const source = join(import.meta.dirname, "src");
const files = await Array.fromAsync(glob("**/*.ts", { cwd: source }));

test("the command line imports only the SDK, the tools for agents and Node", async () => {
  const strays: string[] = [];
  for (const name of files) {
    for (const [, from = ""] of (await readFile(join(source, name), "utf8")).matchAll(/\bfrom\s+"([^"]+)"/g)) {
      if (!/^(node:|\.)|^@assay\/(sdk|sdk\/administration|mcp\/stdio)$/.test(from) || from.includes("../../"))
        strays.push(`${name} imports ${from}`);
    }
  }
  assert.deepEqual(strays, []);
});

test("output goes through the terminal, and the environment through the context", async () => {
  const found: string[] = [];
  for (const name of files) {
    const text = await readFile(join(source, name), "utf8");
    if (/\bconsole\./.test(text)) found.push(`${name} uses console`);
    if (/\bprocess\.env\b/.test(text) && name !== "main.ts") found.push(`${name} reads the environment`);
  }
  assert.deepEqual(found, []);
});

test("the table in the README names every command", async () => {
  const readme = await readFile(join(import.meta.dirname, "README.md"), "utf8");
  const missing = commands.filter(({ name, isHidden }) => !isHidden && !readme.includes(`\`assay ${name}`));
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  );
});
