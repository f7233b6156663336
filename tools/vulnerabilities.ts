// npm run vulnerabilities -- FOLDER     compares what is shipped with a folder of OSV advisories (JSON), offline
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { listShippedPackages, type ShippedPackage } from "./sbom.ts";

const usage = `Usage:
  npm run vulnerabilities -- FOLDER
FOLDER holds advisories in OSV's format, one JSON file each, such as the unpacked all.zip of the npm ecosystem of osv.dev.
Exits with 1 when a shipped package is affected, with 2 when the folder cannot be read.`;

interface Advisory {
  id: string;
  summary?: string;
  withdrawn?: string;
  affected?: {
    package?: { ecosystem?: string; name?: string };
    versions?: string[];
    ranges?: { type: string; events: { introduced?: string; fixed?: string; last_affected?: string }[] }[];
  }[];
}

export interface Finding {
  id: string;
  name: string;
  version: string;
  summary: string;
}

/** The advisories of the folder that concern these packages. */
export async function findVulnerabilities(
  folder: string,
  packages: ShippedPackage[],
): Promise<{ read: number; found: Finding[] }> {
  const versionsByName = Map.groupBy(packages, ({ name }) => name);
  const found: Finding[] = [];
  let read = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".json")) continue;
    const path = join(entry.parentPath, entry.name);
    const advisory = readAdvisory(await readFile(path, "utf8"), path);
    read += 1;
    if (advisory.withdrawn !== undefined) continue;
    for (const { package: affected, versions = [], ranges = [] } of advisory.affected ?? []) {
      if (affected?.ecosystem !== "npm") continue;
      for (const { name, version } of versionsByName.get(affected.name ?? "") ?? []) {
        const isAffected = versions.includes(version) || ranges.some((range) => isInRange(range, version));
        if (isAffected) found.push({ id: advisory.id, name, version, summary: advisory.summary ?? "" });
      }
    }
  }
  return { read, found };
}

function readAdvisory(text: string, path: string): Advisory {
  try {
    const advisory = JSON.parse(text) as Advisory;
    if (typeof advisory.id === "string") return advisory;
  } catch {
    // Reported below.
  }
  throw new Error(`${path} is not an advisory in OSV's format.`);
}

type Range = { type: string; events: { introduced?: string; fixed?: string; last_affected?: string }[] };

/** Events in the order of their versions; the last one at or below the version decides. */
function isInRange({ type, events }: Range, version: string): boolean {
  if (type !== "SEMVER" && type !== "ECOSYSTEM") return false;
  let isAffected = false;
  const ordered = events
    .map((event) => ({ event, at: event.introduced ?? event.fixed ?? event.last_affected ?? "0" }))
    .sort((a, b) => compareVersions(a.at, b.at));
  for (const { event, at } of ordered) {
    const order = at === "0" ? 1 : compareVersions(version, at);
    if (event.introduced !== undefined && order >= 0) isAffected = true;
    else if (event.fixed !== undefined && order >= 0) isAffected = false;
    else if (event.last_affected !== undefined && order > 0) isAffected = false;
  }
  return isAffected;
}

/** Semantic Versioning 2.0, section 11. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((text) => {
    const [core = "", ...pre] = (text.split("+")[0] ?? "").split("-");
    return { core: core.split(".").map(Number), pre: pre.length === 0 ? [] : pre.join("-").split(".") };
  });
  if (a === undefined || b === undefined) return 0;
  for (let at = 0; at < 3; at++) {
    const difference = (a.core[at] ?? 0) - (b.core[at] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  if (a.pre.length === 0 || b.pre.length === 0) return Math.sign(b.pre.length - a.pre.length);
  for (let at = 0; at < Math.max(a.pre.length, b.pre.length); at++) {
    const [one, other] = [a.pre[at], b.pre[at]];
    if (one === undefined) return -1;
    if (other === undefined) return 1;
    const order = comparePart(one, other);
    if (order !== 0) return order;
  }
  return 0;
}

function comparePart(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Math.sign(Number(one) - Number(other));
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}

async function main(folder: string | undefined): Promise<number> {
  if (folder === undefined) {
    console.error(usage);
    return 2;
  }
  const packages = await listShippedPackages();
  const { read, found } = await findVulnerabilities(folder, packages);
  if (read === 0) {
    console.error(`${folder} has no advisories.\n\n${usage}`);
    return 2;
  }
  console.log(`${read} advisories, ${packages.length} shipped packages, ${found.length} affected`);
  for (const { id, name, version, summary } of found) console.log(`${id}\t${name}@${version}\t${summary}`);
  return found.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = await main(process.argv[2]).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  });
}
