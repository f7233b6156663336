#!/usr/bin/env node
// Plain JavaScript, because any version of Node may run it. The command itself is TypeScript, which Node 24 runs directly. A clone of
// the project contains Node 24.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import v8 from "node:v8";

const cli = fileURLToPath(new URL("..", import.meta.url));
/** A command mostly waits for the service, so these flags save memory rather than time. */
const memoryFlags = ["--optimize-for-size", "--semi-space-growth-factor=1"];

const major = Number.parseInt(process.versions.node, 10);

if (major >= 24) {
  // A later V8 may not know the flags and would print a warning.
  if (major === 24) v8.setFlagsFromString(memoryFlags.join(" "));
  // Later runs skip parsing and type stripping, which takes 30 MB. The cache is in a folder of the project, because code is executed
  // from it.
  module.enableCompileCache?.(join(cli, "..", "node_modules", ".cache", "assay-compile"));
  await import(new URL("../src/main.ts", import.meta.url).href);
} else {
  const node = join(cli, "..", "node_modules", ".bin", "node");
  if (!existsSync(node)) {
    process.stderr.write(
      `assay needs Node 24, but this is ${process.version}. Run npm start once, or install Node 24.\n`,
    );
    process.exit(1);
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  // A terminal sends Ctrl-C to both processes; this one only waits for the other to end.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => signal === "SIGTERM" && child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}
