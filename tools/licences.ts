// npm run licences     lists the licences of the run-time dependencies and fails when one is not allowed
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..");

/** Only permissive licences, so that the product can be redistributed freely. */
const allowed = new Set([
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MIT", "MIT-0"],
  ...["OFL-1.1", "Python-2.0", "Unlicense", "Zlib"],
]);

/** Packages without a licence in package.json, with the one of their licence file. */
const readByHand: Record<string, string> = { "png-js": "MIT" };

export interface LockedPackage {
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Checks an SPDX expression: one alternative of OR, all parts of AND. */
export function isAllowed(expression: string): boolean {
  const plain = expression.trim().replace(/^\((.*)\)$/s, "$1");
  // Nested expressions need a person's decision.
  if (/[()]/.test(plain)) return false;
  return plain.split(" OR ").some((all) => all.split(" AND ").every((one) => allowed.has(one.trim())));
}

export interface LicenceCheck {
  /** Number of packages by licence. */
  counts: Map<string, number>;
  refused: string[];
}

export const licenceOf = (name: string, license?: string): string => license ?? readByHand[name] ?? "none given";

/** Checks run-time dependencies; development dependencies are not shipped. */
export function checkLicences(packages: Record<string, LockedPackage>): LicenceCheck {
  const counts = new Map<string, number>();
  const refused: string[] = [];
  for (const [path, { license, dev, link }] of Object.entries(packages)) {
    // Our own workspaces are outside node_modules.
    if (!path.includes("node_modules/") || dev || link) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const licence = licenceOf(name, license);
    counts.set(licence, (counts.get(licence) ?? 0) + 1);
    if (!isAllowed(licence)) refused.push(`${name}: ${licence}`);
  }
  return { counts, refused };
}

export async function readLockedPackages(): Promise<Record<string, LockedPackage>> {
  return JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")).packages;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { counts, refused } = checkLicences(await readLockedPackages());
  for (const [licence, count] of [...counts].sort(([, a], [, b]) => b - a)) console.log(`${count}\t${licence}`);
  for (const one of refused) console.error(`not allowed: ${one}`);
  process.exitCode = refused.length > 0 ? 1 : 0;
}
