#!/usr/bin/env node
// Plain JavaScript for whatever Node is there: the command itself is TypeScript, which Node 24 runs as it is. In a clone
// of the project Node 24 lies beside it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import v8 from "node:v8";

const cli = fileURLToPath(new URL("..", import.meta.url));
/** A command waits for the service most of the time: what V8 would take to be faster is better left to others. */
const frugal = ["--optimize-for-size", "--semi-space-growth-factor=1"];

const major = Number.parseInt(process.versions.node, 10);

if (major >= 24) {
  // A later V8 may not know them, and would say so on every command.
  if (major === 24) v8.setFlagsFromString(frugal.join(" "));
  // The second call skips parsing and type stripping, and the 30 MB that takes. In a folder of the project's own,
  // because code is run from there.
  module.enableCompileCache?.(join(cli, "..", "node_modules", ".cache", "assay-compile"));
  await import(new URL("../src/main.ts", import.meta.url).href);
} else {
  const node = join(cli, "..", "node_modules", ".bin", "node");
  if (!existsSync(node)) {
    process.stderr.write(
      `assay needs Node 24, and this is ${process.version}. Run npm start once, or install Node 24.\n`,
    );
    process.exit(1);
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  // A terminal sends Ctrl-C to both; this process only waits for the other's answer to it.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => signal === "SIGTERM" && child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}
