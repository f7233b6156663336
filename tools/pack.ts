// Prepares the package in the working directory for `npm pack` and `npm publish`, and restores it afterwards. npm runs this as
// prepack and postpack. Within the project the packages are used as source (docs/decisions/0013), so their manifests name it; the
// published manifest names what the build wrote.
import { spawnSync } from "node:child_process";
import { copyFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const manifest = "package.json";
const source = "package.source.json";
const licence = "LICENSE";

async function prepare(): Promise<void> {
  // An earlier run may have been interrupted.
  await restore();
  const { status } = spawnSync(process.execPath, ["build.ts"], { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("The build failed.");
  await copyFile(join(import.meta.dirname, "..", licence), licence);
  await copyFile(manifest, source);
  // As pnpm does, members of publishConfig replace those of the manifest.
  const { scripts, devDependencies, publishConfig, ...shared } = JSON.parse(await readFile(manifest, "utf8"));
  await writeFile(manifest, `${JSON.stringify({ ...shared, ...publishConfig }, null, 2)}\n`);
}

async function restore(): Promise<void> {
  await rename(source, manifest).catch(() => undefined);
  await rm(licence, { force: true });
}

await (process.argv[2] === "prepare" ? prepare() : restore());
