import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { exitCodes, misused, Problem } from "./problem.ts";

/** What a profile remembers. Keys belong to its address and are sent to no other. */
export interface Profile {
  url?: string;
  partnerKey?: string;
  companyKey?: string;
  adminToken?: string;
  companyId?: string;
  businessEntityId?: string;
  webhookSecret?: string;
  /** Made by `assay review` by itself: may be replaced by itself as well. */
  isScratch?: boolean;
}

/** What of a profile opens something; shown masked, and never sent to another address. */
export const profileSecrets = ["partnerKey", "companyKey", "adminToken", "webhookSecret"] as const;

export interface Settings {
  current: string;
  profiles: Record<string, Profile>;
}

function configFolder(env: NodeJS.ProcessEnv): string {
  return env["ASSAY_CONFIG_DIR"] || join(env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "assay");
}

export const settingsFile = (env: NodeJS.ProcessEnv): string => join(configFolder(env), "config.json");

export async function readSettings(env: NodeJS.ProcessEnv): Promise<Settings> {
  const file = settingsFile(env);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { current: "default", profiles: {} };
    throw misused(`${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Settings>;
    return { current: current ?? "default", profiles: profiles ?? {} };
  } catch {
    throw misused(`${file} is not valid JSON.`, "Fix it, or remove it and configure assay again.");
  }
}

/** Written beside and moved over, so that a crash leaves the old or the new one; readable by its owner only, for its keys. */
export async function writePrivately(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${process.pid}`;
  await writeFile(beside, content, { mode: 0o600 });
  await chmod(beside, 0o600);
  await rename(beside, file);
}

async function keep(env: NodeJS.ProcessEnv, settings: Settings, consequence: string, hint: string): Promise<void> {
  const file = settingsFile(env);
  await writePrivately(file, `${JSON.stringify(settings, null, 2)}\n`).catch((error: Error) => {
    throw new Problem(`${file} cannot be written${consequence}: ${error.message}`, exitCodes.failed, hint);
  });
}

/** For whoever makes something at the service whose key is shown nowhere: if it could not be kept, it would be lost. */
export const checkSaving = (env: NodeJS.ProcessEnv, settings: Settings): Promise<void> =>
  keep(env, settings, "", "ASSAY_CONFIG_DIR names another folder.");

export const saveSettings = (env: NodeJS.ProcessEnv, settings: Settings): Promise<void> =>
  keep(
    env,
    settings,
    ", so nothing was kept",
    "A key or secret that was shown is shown only once: keep it yourself, then see assay config set --help.",
  );
