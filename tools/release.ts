// npm run release     checks everything a release needs that the tests cannot, because it needs the network or Docker
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findFloatingImages } from "./floating-images.ts";
import { sbomFile, sbomText } from "./sbom.ts";

const root = join(import.meta.dirname, "..");
const advisories = process.env["ASSAY_OSV_FOLDER"];

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { cwd: root, stdio: "inherit" }).status === 0;
}

function output(command: string, ...args: string[]): string {
  return spawnSync(command, args, { cwd: root, encoding: "utf8" }).stdout.trim();
}

async function noFloatingImages(): Promise<boolean> {
  const floating = await findFloatingImages(root);
  for (const { file, image } of floating)
    console.error(`${file}: ${image} has no digest; docker buildx imagetools inspect ${image} prints it`);
  return floating.length === 0;
}

const checks: [string, () => boolean | Promise<boolean>][] = [
  ["nothing is uncommitted", () => output("git", "status", "--porcelain") === ""],
  ["the bill of materials is fresh", async () => (await readFile(sbomFile, "utf8")) === (await sbomText())],
  ["licences are permissive", () => succeeds("node", "tools/licences.ts")],
  ["every package has a valid registry signature", () => succeeds("npm", "audit", "signatures")],
  ["no known vulnerability is shipped", () => succeeds("npm", "audit", "--omit=dev")],
  ["base images are pinned by digest", noFloatingImages],
  ["all tests pass", () => succeeds("npm", "test")],
];
if (advisories !== undefined)
  checks.splice(5, 0, [
    "no advisory of ASSAY_OSV_FOLDER applies",
    () => succeeds("node", "tools/vulnerabilities.ts", advisories),
  ]);

for (const [name, check] of checks) {
  console.log(`\n— ${name}`);
  if (await check()) continue;
  console.error(`\nNot ready for a release: not true that ${name}.`);
  process.exit(1);
}
console.log("\nReady for a release: go on with docs/releasing.md.");
