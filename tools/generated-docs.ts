import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { features, modules } from "../server/module-table.ts";
import { settingGroups } from "../server/src/settings.ts";
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

const tableStart = "<!-- Generated from server/module-table.ts by `npm run generate`. -->\n";
const tableEnd = "<!-- End of the generated table. -->\n";

export function withModuleTable(page: string): string {
  const [before, rest] = page.split(tableStart);
  const [, after] = rest?.split(tableEnd) ?? [];
  if (before === undefined || after === undefined) throw new Error("ARCHITECTURE.md has lost its table");
  const rows = Object.entries(modules).map(
    ([name, { purpose, imports }]) => `| \`${name}\` | ${purpose} | ${allowedImports(imports)} |\n`,
  );
  return `${before}${tableStart}\n| Module | Purpose | May import |\n|---|---|---|\n${rows.join("")}\n${tableEnd}${after}`;
}

export const settingsFile = join(root, "docs", "settings.md");
export const architectureFile = join(root, "ARCHITECTURE.md");

export async function writeGeneratedDocs(): Promise<void> {
  await writeFile(settingsFile, settingsPage());
  await writeFile(sbomFile, await sbomText());
  await writeFile(architectureFile, withModuleTable(await readFile(architectureFile, "utf8")));
}
