// Writes dist/, the published command with the SDK and the tools for agents in it, so that installing it needs no other package.
// What only `assay mcp` needs is a file of its own, loaded by that command.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { rolldown } from "rolldown";

const own = import.meta.dirname;
const { engines } = JSON.parse(await readFile(join(own, "package.json"), "utf8"));
const oldestNode: string = engines.node.replace(/\D/g, "");

await rm(join(own, "dist"), { recursive: true, force: true });
const bundle = await rolldown({
  input: join(own, "src", "main.ts"),
  platform: "node",
  transform: { target: `node${oldestNode}` },
});
await bundle.write({
  dir: join(own, "dist"),
  entryFileNames: "assay.js",
  format: "esm",
  banner: ({ isEntry }) => (isEntry ? "#!/usr/bin/env node" : ""),
});
await bundle.close();
