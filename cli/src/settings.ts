import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CliError, exitCodes, usageError } from "./cli-error.ts";

/** Keys are sent only to the profile's own address. */
export interface Profile {
  url?: string;
  partnerKey?: string;
  companyKey?: string;
  adminToken?: string;
  companyId?: string;
  businessEntityId?: string;
  webhookSecret?: string;
  /** Created by `assay review`, which may replace it. */
  isScratch?: boolean;
}

/** Shown masked, and never sent to another address. */
export const profileSecrets = ["partnerKey", "companyKey", "adminToken", "webhookSecret"] as const;

export interface Settings {
  current: string;
  profiles: Record<string, Profile>;
}

function findConfigFolder(env: NodeJS.ProcessEnv): string {
  return env["ASSAY_CONFIG_DIR"] || join(env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "assay");
}

export const settingsFile = (env: NodeJS.ProcessEnv): string => join(findConfigFolder(env), "config.json");

export async function readSettings(env: NodeJS.ProcessEnv): Promise<Settings> {
  const file = settingsFile(env);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { current: "default", profiles: {} };
    throw usageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Settings>;
    return { current: current ?? "default", profiles: profiles ?? {} };
  } catch {
    throw usageError(`${file} is not valid JSON.`, "Fix or remove it.");
  }
}

/** Atomic, so that a crash leaves the old or the new file. Only the owner can read it. */
export async function writePrivateFile(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, content, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, file);
}

async function writeSettings(
  env: NodeJS.ProcessEnv,
  settings: Settings,
  consequence: string,
  hint: string,
): Promise<void> {
  const file = settingsFile(env);
  await writePrivateFile(file, `${JSON.stringify(settings, null, 2)}\n`).catch((error: Error) => {
    throw new CliError(`${file} cannot be written${consequence}: ${error.message}`, exitCodes.failed, hint);
  });
}

/** Called before a key is created that is not printed: it would be lost if it could not be saved. */
export const checkWritable = (env: NodeJS.ProcessEnv, settings: Settings): Promise<void> =>
  writeSettings(env, settings, "", "Set ASSAY_CONFIG_DIR to another folder.");

export const saveSettings = (env: NodeJS.ProcessEnv, settings: Settings): Promise<void> =>
  writeSettings(
    env,
    settings,
    ", so nothing was saved",
    "A key or secret is shown only once: store it yourself, then see assay config set --help.",
  );
