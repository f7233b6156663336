// npm run licences     says under which licences the run-time dependencies come, and fails when one is not allowed
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..");

/** Permissive ones only: what is shipped with the product must not bind whoever ships it further. */
const allowed = new Set([
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MIT", "MIT-0"],
  ...["OFL-1.1", "Python-2.0", "Unlicense", "Zlib"],
]);

/** Packages whose package.json names none, with what their licence file says. */
const readByHand: Record<string, string> = { "png-js": "MIT" };

export interface LockedPackage {
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** An SPDX expression: of alternatives one must be allowed, of what holds together all. */
export function isAllowed(expression: string): boolean {
  const plain = expression.trim().replace(/^\((.*)\)$/s, "$1");
  // A nested expression is for a person to look at.
  if (/[()]/.test(plain)) return false;
  return plain.split(" OR ").some((all) => all.split(" AND ").every((one) => allowed.has(one.trim())));
}

export interface LicenceCheck {
  /** How many packages come under each. */
  counts: Map<string, number>;
  refused: string[];
}

/** Of everything that is installed for running; what is for development only is never shipped. */
export function checkLicences(packages: Record<string, LockedPackage>): LicenceCheck {
  const counts = new Map<string, number>();
  const refused: string[] = [];
  for (const [path, { license, dev, link }] of Object.entries(packages)) {
    // Our own workspaces lie outside of node_modules.
    if (!path.includes("node_modules/") || dev || link) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const licence = license ?? readByHand[name] ?? "none given";
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
