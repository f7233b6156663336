import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AssayCommand, assayCommand } from "./assay-command.ts";
import { type AssayProcess, aDataDirectory, startAssay } from "./assay-process.ts";
import { openServiceDatabase } from "./service-database.ts";

export const root = join(import.meta.dirname, "..");
export const sample = join(root, "samples", "data-processing-agreement.pdf");

/** A service, and the `assay` command in the project's folder with its own configuration. */
export interface CliFixture {
  service: AssayProcess;
  /** For files of the test. */
  folder: string;
  /** The environment of the command: address, data directory with the administrator token, configuration. */
  env: Record<string, string>;
  assay: AssayCommand;
  /** Runs a command that must succeed and returns its JSON. */
  json(...args: string[]): Promise<ReturnType<typeof JSON.parse>>;
  close(): Promise<void>;
}

export async function startCliFixture(settings: Record<string, string> = {}): Promise<CliFixture> {
  const data = await aDataDirectory();
  const database = await openServiceDatabase(settings);
  const service = await startAssay({
    ...{ ASSAY_DATA_DIR: data.path, ASSAY_LOG_LEVEL: "warn" },
    ...database.settings,
    ...settings,
  });
  const folder = await mkdtemp(join(tmpdir(), "assay-cli-"));
  const env = { ASSAY_URL: service.url, ASSAY_DATA_DIR: data.path, ASSAY_CONFIG_DIR: join(folder, "config") };
  const assay = assayCommand(env, root);
  return {
    ...{ service, folder, env, assay },
    async json(...args) {
      const { exitCode, stdout, stderr } = await assay.run(...args, "--json");
      assert.equal(exitCode, 0, `assay ${args.join(" ")}: ${stderr}`);
      return JSON.parse(stdout);
    },
    async close() {
      service.child.kill("SIGTERM");
      await service.ended;
      await database.drop();
      await data.remove();
      await rm(folder, { recursive: true });
    },
  };
}
