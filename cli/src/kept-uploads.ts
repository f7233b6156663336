import { createHash } from "node:crypto";
import { readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { UploadTarget } from "@assay/sdk";
import { writePrivately } from "./settings.ts";

/** A session lasts a day; what is older can never be resumed. */
const keptMilliseconds = 24 * 60 * 60 * 1000;

export interface KeptUpload {
  find(): Promise<string | undefined>;
  keep(resumeToken: string): Promise<void>;
  forget(): Promise<void>;
}

function folderOf(env: NodeJS.ProcessEnv): string {
  const state = env["XDG_STATE_HOME"] || join(homedir(), ".local", "state");
  return join(env["ASSAY_CONFIG_DIR"] || join(state, "assay"), "uploads");
}

/**
 * Where the token of exactly this upload is kept: the same files, unchanged, for the same target, service and key. So
 * the same command, run again, finds it.
 */
export async function keptUpload(
  env: NodeJS.ProcessEnv,
  { url, key, target, files }: { url: string; key: string; target: UploadTarget; files: string[] },
): Promise<KeptUpload> {
  const facts = await Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(file);
      return [await realpath(file), size, mtimeMs];
    }),
  );
  const name = createHash("sha256")
    .update(JSON.stringify([url, key, target, facts]))
    .digest("hex");
  const folder = folderOf(env);
  const file = join(folder, name);
  let kept: string | undefined;
  return {
    async find() {
      await removeOld(folder);
      kept = await readFile(file, "utf8").catch(() => undefined);
      return kept;
    },
    async keep(resumeToken) {
      if (resumeToken === kept) return;
      kept = resumeToken;
      await writePrivately(file, resumeToken);
    },
    /** With what a command that was killed while it wrote its token left beside it. */
    async forget() {
      const names = await readdir(folder).catch(() => []);
      const own = names.filter((other) => other.startsWith(name));
      await Promise.all(own.map((other) => rm(join(folder, other), { force: true })));
    },
  };
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const age = await stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > keptMilliseconds) await rm(file, { force: true });
  }
}
