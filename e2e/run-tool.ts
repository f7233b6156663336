import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { inheritedEnvironment } from "./assay-process.ts";
import { findSecretsInOutput, formatLeaks } from "./output-secrets.ts";

/** Runs a tool with the settings of the service. Fails if its output contains a secret. */
export async function runTool(name: string, settings: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", "tools", `${name}.ts`), ...args], {
    env: { ...inheritedEnvironment, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  const leaks = findSecretsInOutput(stdout + stderr, settings);
  if (leaks.length > 0) throw new Error(formatLeaks(leaks));
  return { stdout, stderr, code };
}
