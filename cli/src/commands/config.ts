import type { Command } from "../command.ts";
import { checkUrl, defaultUrl } from "../connection.ts";
import { exitCodes, misused, Problem } from "../problem.ts";
import { type Profile, profileSecrets, readSettings, saveSettings, settingsFile } from "../settings.ts";
import { printFacts, printTable } from "../table.ts";

/** Enough to tell keys apart, too little to use one. */
const masked = (secret: string): string => `${secret.slice(0, Math.min(18, secret.length - 8))}…${secret.slice(-4)}`;

function shown(profile: Profile): Profile {
  const copy = { ...profile };
  for (const name of profileSecrets) if (copy[name] !== undefined) copy[name] = masked(copy[name]);
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
    summary: "Show the profile in use, keys masked.",
    examples: [["assay config show", "Which service, which keys"]],
    async run({ connection, env, terminal, isJson, json }) {
      const { profileName, url, profile } = connection;
      const fromEnvironment = ["ASSAY_URL", "ASSAY_API_KEY", "ASSAY_ADMIN_TOKEN", "ASSAY_PROFILE"].filter(
        (name) => env[name],
      );
      const facts = { profile: profileName, ...shown(profile), url, file: settingsFile(env), fromEnvironment };
      if (isJson) json(facts);
      else printFacts(terminal, Object.entries({ ...facts, fromEnvironment: fromEnvironment.join(", ") }));
      return undefined;
    },
  },
  {
    name: "config list",
    summary: "List the profiles.",
    examples: [["assay config list", "The one in use has a star"]],
    async run({ connection, env, terminal, isJson, json }) {
      const { profiles } = await readSettings(env);
      if (isJson) json(Object.fromEntries(Object.entries(profiles).map(([name, profile]) => [name, shown(profile)])));
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
    summary: "Change a profile, or create it. Keys stay in a file that only you can read.",
    options: [
      { name: "partner-key", value: "KEY", summary: "For onboarding and listing companies; - reads it from stdin." },
      { name: "company-key", value: "KEY", summary: "For everything else; - reads it from stdin." },
      { name: "entity", value: "ENTITY", summary: "The business entity that documents are for." },
      { name: "company", value: "COMPANY", summary: "The company's id." },
      { name: "webhook-secret", value: "SECRET", summary: "For assay webhooks listen; - reads it from stdin." },
    ],
    details:
      "--url and --admin-token are kept, too. A key on the command line stays in your shell's history; - does not.",
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
        if (value !== undefined) changes[member] = await secretOf(value);
      }
      const isReplaced = (member: "url" | "companyKey") =>
        changes[member] !== undefined && profile[member] !== undefined && changes[member] !== profile[member];
      // Keys of another service would be sent to this one.
      if (isReplaced("url")) for (const secret of profileSecrets) delete profile[secret];
      // Documents would be submitted for an entity that the new key's company does not have.
      if (isReplaced("url") || isReplaced("companyKey")) {
        delete profile.companyId;
        delete profile.businessEntityId;
      }
      Object.assign(profile, changes);
      profile.isScratch = false;
      if (Object.keys(settings.profiles).length === 0) settings.current = name;
      settings.profiles[name] = profile;
      await saveSettings(env, settings);
      if (isJson) json(shown(profile));
      else printFacts(terminal, Object.entries({ profile: name, ...shown(profile) }));
      return undefined;
    },
  },
  {
    name: "config use",
    summary: "Switch to a profile.",
    arguments: [{ name: "PROFILE" }],
    examples: [["assay config use production", "From now on"]],
    async run({ env, terminal }, { first }) {
      const settings = await readSettings(env);
      if (settings.profiles[first] === undefined) throw unknownProfile(first, settings.profiles);
      await saveSettings(env, { ...settings, current: first });
      terminal.out(`Using ${first}.`);
      return undefined;
    },
  },
  {
    name: "config remove",
    summary: "Forget a profile and its keys.",
    arguments: [{ name: "PROFILE" }],
    examples: [["assay config remove production", "The keys themselves stay valid"]],
    async run({ env, terminal }, { first }) {
      const settings = await readSettings(env);
      if (settings.profiles[first] === undefined) throw unknownProfile(first, settings.profiles);
      delete settings.profiles[first];
      if (settings.current === first) settings.current = Object.keys(settings.profiles)[0] ?? "default";
      await saveSettings(env, settings);
      terminal.out(`Removed ${first}.`);
      return undefined;
    },
  },
];

function unknownProfile(name: string, profiles: Record<string, Profile>): Problem {
  const names = Object.keys(profiles).join(", ") || "none";
  return new Problem(`There is no profile ${name}.`, exitCodes.notFound, `There are: ${names}.`);
}

async function secretOf(text: string): Promise<string> {
  if (text !== "-") return text;
  const chunks = await Array.fromAsync(process.stdin as AsyncIterable<Buffer>);
  const value = Buffer.concat(chunks).toString("utf8").trim();
  if (value === "") throw misused("Nothing came from stdin.");
  return value;
}
