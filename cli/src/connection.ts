import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Assay } from "@assay/sdk";
import { exitCodes, misused, Problem } from "./problem.ts";
import { checkSaving, type Profile, profileSecrets, readSettings, type Settings, saveSettings } from "./settings.ts";

export const defaultUrl = "http://127.0.0.1:8080";

export interface GlobalOptions {
  url: string | undefined;
  profile: string | undefined;
  key: string | undefined;
  adminToken: string | undefined;
  /** Whether the profile may be one that is not there yet. */
  isProfileFree: boolean;
  /** Words about what is going on. */
  note(line: string): void;
}

/** Whom we talk to, and as whom: options before the environment before the profile. */
export interface Connection {
  url: string;
  /** The profile whose keys are in use: the chosen one, or the one of the address if that is another. */
  profileName: string;
  profile: Profile;
  partner(): Assay;
  company(): Assay;
  /** For what both tiers may do. */
  either(): Assay;
  admin(): Promise<Assay["admin"]>;
  findCompanyKey(): string | undefined;
  findPartnerKey(): string | undefined;
  /** The business entity the profile remembers, if it is one of the company whose key is in use. */
  findEntity(): string | undefined;
  findAdminToken(): Promise<string | undefined>;
  connect(apiKey?: string): Assay;
  /** Changes the profile and keeps it. Where the address is not the chosen profile's, a profile of the address is changed. */
  remember(changes: Partial<Profile>): Promise<void>;
  /** Refuses where nothing can be remembered. */
  checkKeeping(): Promise<void>;
}

export async function openConnection(env: NodeJS.ProcessEnv, options: GlobalOptions): Promise<Connection> {
  const settings = await readSettings(env);
  const chosenName = options.profile ?? (env["ASSAY_PROFILE"] || settings.current);
  if (!options.isProfileFree && settings.profiles[chosenName] === undefined && chosenName !== settings.current) {
    throw misused(
      `There is no profile ${chosenName}.`,
      `assay config set --profile ${chosenName} --url URL makes one.`,
    );
  }
  const chosen: Profile = settings.profiles[chosenName] ?? {};
  const url = checkUrl(options.url ?? (env["ASSAY_URL"] || chosen.url) ?? defaultUrl);
  // A key is sent to the service it is for, and to no other; and what another service gives does not take its place.
  const ownName = mayBelongTo(chosen, url) ? chosenName : profileNameOf(settings, url);
  const own: Profile = settings.profiles[ownName] ?? {};
  const given = options.key ?? (env["ASSAY_API_KEY"] || undefined);
  const findCompanyKey = () => given ?? own.companyKey;
  const findPartnerKey = () => given ?? own.partnerKey;
  const connect = (apiKey?: string) => new Assay({ baseUrl: url, apiKey });
  const findAdminToken = async () =>
    options.adminToken ?? (env["ASSAY_ADMIN_TOKEN"] || (own.adminToken ?? (await localAdminToken(env, url))));
  const connection: Connection = {
    url,
    profileName: settings.profiles[ownName] === undefined ? chosenName : ownName,
    profile: own,
    connect,
    findCompanyKey,
    findPartnerKey,
    findAdminToken,
    findEntity: () => (findCompanyKey() === own.companyKey ? own.businessEntityId : undefined),
    partner: () => connect(required(findPartnerKey(), "partner")),
    company: () => connect(required(findCompanyKey(), "company")),
    either: () => connect(required(findCompanyKey() ?? findPartnerKey(), "company")),
    async admin() {
      const adminToken = await findAdminToken();
      if (adminToken === undefined) {
        throw new Problem(
          "No administrator token is configured.",
          exitCodes.notAllowed,
          "Set ASSAY_ADMIN_TOKEN, or run: assay config set --admin-token TOKEN. npm start says where the token is.",
        );
      }
      return new Assay({ baseUrl: url, adminToken }).admin;
    },
    checkKeeping: () => checkSaving(env, settings),
    async remember(changes) {
      await saveSettings(env, withProfile(settings, ownName, { ...own, ...changes, url }));
      Object.assign(own, changes);
      connection.profileName = ownName;
      if (ownName === chosenName) return;
      options.note(
        `The profile ${chosenName} is for another address and stays as it is; this is kept in the profile ${ownName}. To use it: --profile ${ownName}`,
      );
    },
  };
  return connection;
}

/** One that has neither an address nor a key yet takes the first that comes. */
function mayBelongTo(profile: Profile, url: string): boolean {
  const isUnused = profile.url === undefined && profileSecrets.every((secret) => profile[secret] === undefined);
  return isUnused || url === checkUrl(profile.url ?? defaultUrl);
}

/** A profile named after an address; with a number, if somebody has given that name to another. */
function profileNameOf({ profiles }: Settings, url: string): string {
  const base = url.replace(/^https?:\/\//, "");
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    const there = profiles[name];
    if (there === undefined || mayBelongTo(there, url)) return name;
  }
}

function withProfile(settings: Settings, name: string, profile: Profile): Settings {
  const current = Object.keys(settings.profiles).length === 0 ? name : settings.current;
  settings.current = current;
  settings.profiles[name] = profile;
  return settings;
}

export function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw misused(
      `${text} is not the address of a service.`,
      `It looks like https://assay.example.com or ${defaultUrl}.`,
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function required(key: string | undefined, tier: "partner" | "company"): string {
  if (key !== undefined) return key;
  const nextStep =
    tier === "partner"
      ? "Run: assay config set --partner-key KEY, or set ASSAY_API_KEY. The operator makes one with: assay admin partners create NAME --save"
      : "Run: assay onboard NAME (with a partner key), assay config set --company-key KEY, or set ASSAY_API_KEY.";
  throw new Problem(`No ${tier} key is configured.`, exitCodes.notAllowed, nextStep);
}

const isLoopback = (url: string): boolean => /^(127\.|localhost$|\[::1\]$)/.test(new URL(url).hostname);

/** Where a service that was started here with npm start has left its token. It is nobody's business elsewhere. */
async function localAdminToken(env: NodeJS.ProcessEnv, url: string): Promise<string | undefined> {
  if (!isLoopback(url)) return undefined;
  const clone = join(import.meta.dirname, "..", "..");
  const folders = env["ASSAY_DATA_DIR"] ? [env["ASSAY_DATA_DIR"]] : ["data", join(clone, "data")];
  for (const folder of folders) {
    const token = await readFile(join(folder, "admin-token"), "utf8").catch(() => "");
    if (token.trim() !== "") return token.trim();
  }
  return undefined;
}
