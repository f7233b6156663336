// Writes dist/, the package as it would be published: JavaScript, declarations and a manifest. Within the project the TypeScript
// source is used directly (docs/decisions/0013).
import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const own = import.meta.dirname;
const dist = join(own, "dist");

export async function build(): Promise<string> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist);
  const tsc = (...options: string[]) =>
    promisify(execFile)(join(own, "..", "node_modules", ".bin", "tsc"), [
      "-p",
      join(own, "tsconfig.build.json"),
      ...options,
    ]);
  // Editors read comments from the declarations, so the JavaScript has none.
  await tsc("--emitDeclarationOnly");
  await tsc("--declaration", "false", "--removeComments", "true");
  const { name, version, description, license, type, engines, sideEffects } = JSON.parse(
    await readFile(join(own, "package.json"), "utf8"),
  );
  const manifest = {
    ...{ name, version, description, license, type, engines, sideEffects },
    exports: {
      ".": { types: "./index.d.ts", default: "./index.js" },
      "./people": { types: "./people.d.ts", default: "./people.js" },
    },
    types: "./index.d.ts",
  };
  await writeFile(join(dist, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile(join(own, "README.md"), join(dist, "README.md"));
  await copyFile(join(own, "..", "LICENSE"), join(dist, "LICENSE"));
  return dist;
}

if (import.meta.main) await build();
