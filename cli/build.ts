// Writes dist/assay.js, the published command: one file with the SDK in it, so that installing it needs no other package.
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
  file: join(own, "dist", "assay.js"),
  format: "esm",
  banner: "#!/usr/bin/env node",
  codeSplitting: false,
});
await bundle.close();
