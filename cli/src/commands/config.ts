import { text } from "node:stream/consumers";
import { CliError, exitCodes, usageError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { checkUrl, defaultUrl } from "../connection.ts";
import { type Profile, profileSecrets, readSettings, saveSettings, settingsFile } from "../settings.ts";
import { printFields, printTable } from "../table.ts";

/** Shows enough to recognise a key, but not enough to use it. */
const mask = (secret: string): string => `${secret.slice(0, Math.min(18, secret.length - 8))}…${secret.slice(-4)}`;

function maskSecrets(profile: Profile): Profile {
  const copy = { ...profile };
  for (const name of profileSecrets) if (copy[name] !== undefined) copy[name] = mask(copy[name]);
  return copy;
}

const settable = {
  "admin-token": "adminToken",
  "partner-key": "partnerKey",
  "company-key": "companyKey",
  entity: "businessEntityId",
  company: "companyId",
  "webhook-secret": "webhookSecret",
} as const;

export const configCommands: Command[] = [
  {
    name: "config show",
    summary: "Show the current profile with masked keys.",
    examples: [["assay config show", "Address and keys"]],
    async run({ connection, env, terminal, isJson, json }) {
      const { profileName, url, profile } = connection;
      const fromEnvironment = ["ASSAY_URL", "ASSAY_API_KEY", "ASSAY_ADMIN_TOKEN", "ASSAY_PROFILE"].filter(
        (name) => env[name],
      );
      const fields = { profile: profileName, ...maskSecrets(profile), url, file: settingsFile(env), fromEnvironment };
      if (isJson) json(fields);
      else printFields(terminal, Object.entries({ ...fields, fromEnvironment: fromEnvironment.join(", ") }));
      return undefined;
    },
  },
  {
    name: "config list",
    summary: "List the profiles.",
    examples: [["assay config list", "The current profile has a star"]],
    async run({ connection, env, terminal, isJson, json }) {
      const { profiles } = await readSettings(env);
      if (isJson)
        json(Object.fromEntries(Object.entries(profiles).map(([name, profile]) => [name, maskSecrets(profile)])));
      else {
        printTable(
          terminal,
          [{ title: "" }, { title: "PROFILE" }, { title: "ADDRESS" }, { title: "HAS" }],
          Object.entries(profiles).map(([name, profile]) => [
            name === connection.profileName ? "*" : "",
            name,
            profile.url ?? defaultUrl,
            profileSecrets.filter((secret) => profile[secret] !== undefined).join(", "),
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "config set",
    summary: "Create or change a profile. Keys are stored in a file that only you can read.",
    options: [
      { name: "partner-key", value: "KEY", summary: "For onboarding and listing companies; - reads it from stdin." },
      { name: "company-key", value: "KEY", summary: "For everything else; - reads it from stdin." },
      { name: "entity", value: "ENTITY", summary: "The business entity of submitted documents." },
      { name: "company", value: "COMPANY", summary: "The company's id." },
      { name: "webhook-secret", value: "SECRET", summary: "For assay webhooks listen; - reads it from stdin." },
    ],
    details:
      "--url and --admin-token are saved, too. A key on the command line stays in the shell's history; with - it does not.",
    examples: [
      ["assay config set --profile production --url https://assay.example.com", "A profile for another service"],
      ["assay config set --company-key - < key.txt", "A key from a file"],
    ],
    async run({ env, terminal, isJson, json }, { text }) {
      const settings = await readSettings(env);
      const name = text("profile") ?? (env["ASSAY_PROFILE"] || settings.current);
      const profile: Profile = { ...settings.profiles[name] };
      const url = text("url");
      const changes: Profile = url === undefined ? {} : { url: checkUrl(url) };
      for (const [option, member] of Object.entries(settable)) {
        const value = text(option);
        if (value !== undefined) changes[member] = await readSecret(value);
      }
      const isReplaced = (member: "url" | "companyKey") =>
        changes[member] !== undefined && profile[member] !== undefined && changes[member] !== profile[member];
      // Keys of the old address must not be sent to the new one.
      if (isReplaced("url")) for (const secret of profileSecrets) delete profile[secret];
      // The new key's company does not have the old business entity.
      if (isReplaced("url") || isReplaced("companyKey")) {
        delete profile.companyId;
        delete profile.businessEntityId;
      }
      Object.assign(profile, changes);
      profile.isScratch = false;
      if (Object.keys(settings.profiles).length === 0) settings.current = name;
      settings.profiles[name] = profile;
      await saveSettings(env, settings);
      if (isJson) json(maskSecrets(profile));
      else printFields(terminal, Object.entries({ profile: name, ...maskSecrets(profile) }));
      return undefined;
    },
  },
  {
    name: "config use",
    summary: "Switch to a profile.",
    arguments: [{ name: "PROFILE" }],
    examples: [["assay config use production", "Later commands use this profile"]],
    async run({ env, terminal }, { first }) {
      const settings = await readSettings(env);
      if (settings.profiles[first] === undefined) throw unknownProfileError(first, settings.profiles);
      await saveSettings(env, { ...settings, current: first });
      terminal.out(`Using ${first}.`);
      return undefined;
    },
  },
  {
    name: "config remove",
    summary: "Remove a profile and its keys.",
    arguments: [{ name: "PROFILE" }],
    examples: [["assay config remove production", "The keys themselves stay valid"]],
    async run({ env, terminal }, { first }) {
      const settings = await readSettings(env);
      if (settings.profiles[first] === undefined) throw unknownProfileError(first, settings.profiles);
      delete settings.profiles[first];
      if (settings.current === first) settings.current = Object.keys(settings.profiles)[0] ?? "default";
      await saveSettings(env, settings);
      terminal.out(`Removed ${first}.`);
      return undefined;
    },
  },
];

function unknownProfileError(name: string, profiles: Record<string, Profile>): CliError {
  const names = Object.keys(profiles).join(", ") || "none";
  return new CliError(`Unknown profile ${name}.`, exitCodes.notFound, `Profiles: ${names}.`);
}

async function readSecret(given: string): Promise<string> {
  if (given !== "-") return given;
  const value = (await text(process.stdin)).trim();
  if (value === "") throw usageError("stdin is empty.");
  return value;
}
