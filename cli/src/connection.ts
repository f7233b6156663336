import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Assay } from "@assay/sdk";
import { Administration } from "@assay/sdk/administration";
import { CliError, exitCodes, usageError } from "./cli-error.ts";
import { checkWritable, type Profile, profileSecrets, readSettings, type Settings, saveSettings } from "./settings.ts";

export const defaultUrl = "http://127.0.0.1:8080";

export interface GlobalOptions {
  url: string | undefined;
  profile: string | undefined;
  key: string | undefined;
  adminToken: string | undefined;
  /** Whether the profile need not exist. */
  mayCreateProfile: boolean;
  /** Prints a message, unless --quiet is set. */
  note(line: string): void;
}

/** Address and credentials. Options override the environment, which overrides the profile. */
export interface Connection {
  url: string;
  /** The profile whose keys are used: the chosen one, or the one of the address if that differs. */
  profileName: string;
  profile: Profile;
  partner(): Assay;
  company(): Assay;
  /** For operations of both tiers. */
  partnerOrCompany(): Assay;
  admin(): Promise<Administration>;
  findCompanyKey(): string | undefined;
  findPartnerKey(): string | undefined;
  /** The profile's business entity, if it belongs to the company whose key is used. */
  findEntity(): string | undefined;
  findAdminToken(): Promise<string | undefined>;
  connect(apiKey?: string): Assay;
  /** Saves changes to the profile, or to the address's own profile if the chosen profile has another address. */
  saveProfile(changes: Partial<Profile>): Promise<void>;
  /** Throws if the profile cannot be saved. */
  checkProfileWritable(): Promise<void>;
}

export async function openConnection(env: NodeJS.ProcessEnv, options: GlobalOptions): Promise<Connection> {
  const settings = await readSettings(env);
  const chosenName = options.profile ?? (env["ASSAY_PROFILE"] || settings.current);
  if (!options.mayCreateProfile && settings.profiles[chosenName] === undefined && chosenName !== settings.current) {
    throw usageError(
      `Unknown profile ${chosenName}.`,
      `Create it with: assay config set --profile ${chosenName} --url URL`,
    );
  }
  const chosen: Profile = settings.profiles[chosenName] ?? {};
  const url = checkUrl(options.url ?? (env["ASSAY_URL"] || chosen.url) ?? defaultUrl);
  // A key is sent only to its own service, and keys of another service do not replace it.
  const ownName = isUsableFor(chosen, url) ? chosenName : chooseProfileName(settings, url);
  const own: Profile = settings.profiles[ownName] ?? {};
  const explicitKey = options.key ?? (env["ASSAY_API_KEY"] || undefined);
  const findCompanyKey = () => explicitKey ?? own.companyKey;
  const findPartnerKey = () => explicitKey ?? own.partnerKey;
  const connect = (apiKey?: string) => new Assay({ baseUrl: url, apiKey });
  const findAdminToken = async () =>
    options.adminToken ?? (env["ASSAY_ADMIN_TOKEN"] || (own.adminToken ?? (await readLocalAdminToken(env, url))));
  const connection: Connection = {
    url,
    profileName: settings.profiles[ownName] === undefined ? chosenName : ownName,
    profile: own,
    connect,
    findCompanyKey,
    findPartnerKey,
    findAdminToken,
    findEntity: () => (findCompanyKey() === own.companyKey ? own.businessEntityId : undefined),
    partner: () => connect(requireKey(findPartnerKey(), "partner")),
    company: () => connect(requireKey(findCompanyKey(), "company")),
    partnerOrCompany: () => connect(requireKey(findCompanyKey() ?? findPartnerKey(), "company")),
    async admin() {
      const adminToken = await findAdminToken();
      if (adminToken === undefined) {
        throw new CliError(
          "No administrator token is configured.",
          exitCodes.notAllowed,
          "Set ASSAY_ADMIN_TOKEN, or run: assay config set --admin-token TOKEN. npm start prints where the token is.",
        );
      }
      return new Administration({ baseUrl: url, adminToken });
    },
    checkProfileWritable: () => checkWritable(env, settings),
    async saveProfile(changes) {
      await saveSettings(env, setProfile(settings, ownName, { ...own, ...changes, url }));
      Object.assign(own, changes);
      connection.profileName = ownName;
      if (ownName === chosenName) return;
      options.note(
        `The profile ${chosenName} belongs to another address and is unchanged; the key is saved in the profile ${ownName}. Use it with: --profile ${ownName}`,
      );
    },
  };
  return connection;
}

/** A profile without an address and keys is usable for any address. */
function isUsableFor(profile: Profile, url: string): boolean {
  const isUnused = profile.url === undefined && profileSecrets.every((secret) => profile[secret] === undefined);
  return isUnused || url === checkUrl(profile.url ?? defaultUrl);
}

/** The address, with a number if that name belongs to a profile of another address. */
function chooseProfileName({ profiles }: Settings, url: string): string {
  const base = url.replace(/^https?:\/\//, "");
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    const existing = profiles[name];
    if (existing === undefined || isUsableFor(existing, url)) return name;
  }
}

function setProfile(settings: Settings, name: string, profile: Profile): Settings {
  const current = Object.keys(settings.profiles).length === 0 ? name : settings.current;
  settings.current = current;
  settings.profiles[name] = profile;
  return settings;
}

export function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw usageError(
      `${text} is not the address of a service.`,
      `Use an address such as https://assay.example.com or ${defaultUrl}.`,
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function requireKey(key: string | undefined, tier: "partner" | "company"): string {
  if (key !== undefined) return key;
  const nextStep =
    tier === "partner"
      ? "Run: assay config set --partner-key KEY, or set ASSAY_API_KEY. The operator creates one with: assay admin partners create NAME --save"
      : "Run: assay onboard NAME (with a partner key), assay config set --company-key KEY, or set ASSAY_API_KEY.";
  throw new CliError(`No ${tier} key is configured.`, exitCodes.notAllowed, nextStep);
}

const isLoopback = (url: string): boolean => /^(127\.|localhost$|\[::1\]$)/.test(new URL(url).hostname);

/** The token of a service on this machine that was started with npm start. Never sent to another machine. */
async function readLocalAdminToken(env: NodeJS.ProcessEnv, url: string): Promise<string | undefined> {
  if (!isLoopback(url)) return undefined;
  const clone = join(import.meta.dirname, "..", "..");
  const folders = env["ASSAY_DATA_DIR"] ? [env["ASSAY_DATA_DIR"]] : ["data", join(clone, "data")];
  for (const folder of folders) {
    const token = await readFile(join(folder, "admin-token"), "utf8").catch(() => "");
    if (token.trim() !== "") return token.trim();
  }
  return undefined;
}
