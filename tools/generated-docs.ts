import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { features, modules } from "../server/module-table.ts";
import { scopedActions } from "../server/src/http/key-scopes.ts";
import { actions } from "../server/src/http/permissions.ts";
import { settingGroups } from "../server/src/settings.ts";
import { keyScopes } from "../server/src/tenancy/api-key.ts";
import { actingRoles } from "../server/src/tenancy/role.ts";
import { sbomFile, sbomText } from "./sbom.ts";

const root = join(import.meta.dirname, "..");
const settingsIntroduction = `# Settings

All settings are environment variables. An invalid value stops the start; all problems are reported at once. Processes that
share a database need the same secrets, and workers the same settings of documents and of the external model. This page is
generated from \`server/src/settings.ts\` by \`npm run generate\`.
`;

export function settingsPage(): string {
  const groups = Object.entries(settingGroups).map(([title, settings]) => {
    const rows = Object.entries(settings).map(
      ([name, { defaultText, description }]) => `| \`${name}\` | ${defaultText} | ${description} |\n`,
    );
    return `\n## ${title}\n\n| Variable | Default | Meaning |\n|---|---|---|\n${rows.join("")}`;
  });
  return settingsIntroduction + groups.join("");
}

function allowedImports(imports: readonly string[]): string {
  const hasAllFeatures = features.every((feature) => imports.includes(feature));
  const named = hasAllFeatures ? imports.filter((one) => !features.includes(one)) : imports;
  const list = [...(hasAllFeatures ? ["every feature"] : []), ...named.map((one) => `\`${one}\``)];
  return list.join(", ") || "nothing";
}

const tableEnd = "<!-- End of the generated table. -->\n";

/** Replaces what stands between the marks of a generated table. */
function withTable(page: string, source: string, table: string): string {
  const tableStart = `<!-- Generated from ${source} by \`npm run generate\`. -->\n`;
  const [before, rest] = page.split(tableStart);
  const [, after] = rest?.split(tableEnd) ?? [];
  if (before === undefined || after === undefined) throw new Error(`a page has lost its table from ${source}`);
  return `${before}${tableStart}\n${table}\n${tableEnd}${after}`;
}

/** What each role may do. */
export function withRoleMatrix(page: string): string {
  const rows = actions.map(
    ({ name, roles: allowed }) =>
      `| ${[name, ...actingRoles.map((role) => (allowed.includes(role) ? "yes" : "–"))].join(" | ")} |\n`,
  );
  const head = `| Action | ${actingRoles.map((role) => `\`${role}\``).join(" | ")} |\n|---|${"---|".repeat(actingRoles.length)}\n`;
  return withTable(page, "server/src/http/permissions.ts", `${head}${rows.join("")}`);
}

/** What a key of each scope may do. */
export function withScopeMatrix(page: string): string {
  const rows = [...scopedActions, { name: "Everything else that the key's tier may do", scopes: [] }].map(
    ({ name, scopes }) =>
      `| ${[name, ...keyScopes.map((scope) => (scope === "all" || scopes.some((one) => one === scope) ? "yes" : "–"))].join(" | ")} |\n`,
  );
  const head = `| Action | ${keyScopes.map((scope) => `\`${scope}\``).join(" | ")} |\n|---|${"---|".repeat(keyScopes.length)}\n`;
  return withTable(page, "server/src/http/key-scopes.ts", `${head}${rows.join("")}`);
}

export function withModuleTable(page: string): string {
  const rows = Object.entries(modules).map(
    ([name, { purpose, imports }]) => `| \`${name}\` | ${purpose} | ${allowedImports(imports)} |\n`,
  );
  return withTable(
    page,
    "server/module-table.ts",
    `| Module | Purpose | May import |\n|---|---|---|\n${rows.join("")}`,
  );
}

export const settingsFile = join(root, "docs", "settings.md");
export const architectureFile = join(root, "ARCHITECTURE.md");
export const peopleFile = join(root, "docs", "people.md");
export const keysFile = join(root, "docs", "keys.md");

export async function writeGeneratedDocs(): Promise<void> {
  await writeFile(settingsFile, settingsPage());
  await writeFile(sbomFile, await sbomText());
  await writeFile(architectureFile, withModuleTable(await readFile(architectureFile, "utf8")));
  await writeFile(peopleFile, withRoleMatrix(await readFile(peopleFile, "utf8")));
  await writeFile(keysFile, withScopeMatrix(await readFile(keysFile, "utf8")));
}
