import { createHash } from "node:crypto";
import { readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { UploadTarget } from "@assay/sdk";
import { writePrivateFile } from "./settings.ts";

/** Upload sessions last a day. */
const sessionMilliseconds = 24 * 60 * 60 * 1000;

export interface ResumeTokenFile {
  read(): Promise<string | undefined>;
  save(resumeToken: string): Promise<void>;
  remove(): Promise<void>;
}

function findFolder(env: NodeJS.ProcessEnv): string {
  const state = env["XDG_STATE_HOME"] || join(homedir(), ".local", "state");
  return join(env["ASSAY_CONFIG_DIR"] || join(state, "assay"), "uploads");
}

/** The file's name depends on the files, their modification times, the target, service and key, so that only the same command finds it. */
export async function openResumeTokenFile(
  env: NodeJS.ProcessEnv,
  { url, key, target, files }: { url: string; key: string; target: UploadTarget; files: string[] },
): Promise<ResumeTokenFile> {
  const identities = await Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(file);
      return [await realpath(file), size, mtimeMs];
    }),
  );
  const name = createHash("sha256")
    .update(JSON.stringify([url, key, target, identities]))
    .digest("hex");
  const folder = findFolder(env);
  const file = join(folder, name);
  let saved: string | undefined;
  return {
    async read() {
      await removeOld(folder);
      saved = await readFile(file, "utf8").catch(() => undefined);
      return saved;
    },
    async save(resumeToken) {
      if (resumeToken === saved) return;
      saved = resumeToken;
      await writePrivateFile(file, resumeToken);
    },
    /** Also removes temporary files of commands that were killed while they wrote the token. */
    async remove() {
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
    if (age > sessionMilliseconds) await rm(file, { force: true });
  }
}
