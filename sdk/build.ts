// Writes dist/, the JavaScript and the declarations of the published package: as ES modules and as CommonJS. Within the project the
// TypeScript source is used directly (docs/decisions/0013).
import { execFile } from "node:child_process";
import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";

const own = import.meta.dirname;
const [modules, commonJs] = [join(own, "dist", "esm"), join(own, "dist", "cjs")];

export async function build(): Promise<void> {
  await rm(join(own, "dist"), { recursive: true, force: true });
  await mkdir(commonJs, { recursive: true });
  const tsc = (...options: string[]) =>
    promisify(execFile)(join(own, "..", "node_modules", ".bin", "tsc"), [
      ...["-p", join(own, "tsconfig.build.json"), "--outDir", modules],
      ...options,
    ]);
  // Editors read comments from the declarations, so the JavaScript has none.
  await tsc("--emitDeclarationOnly");
  await tsc("--declaration", "false", "--removeComments", "true");
  const bundle = await rolldown({
    input: [join(modules, "index.js"), join(modules, "people.js"), join(modules, "administration.js")],
    platform: "neutral",
  });
  await bundle.write({ dir: commonJs, format: "cjs", entryFileNames: "[name].js", chunkFileNames: "[name].js" });
  await bundle.close();
  // Without this file, Node and TypeScript would take the folder's files for ES modules, as the package's manifest says.
  await writeFile(join(commonJs, "package.json"), '{ "type": "commonjs" }\n');
  for (const name of await Array.fromAsync(glob("**/*.d.ts", { cwd: modules }))) {
    // Before TypeScript 5.7 this type had no parameter.
    const declarations = (await readFile(join(modules, name), "utf8")).replaceAll(
      "Uint8Array<ArrayBuffer>",
      "Uint8Array",
    );
    await mkdir(dirname(join(commonJs, name)), { recursive: true });
    for (const folder of [modules, commonJs]) await writeFile(join(folder, name), declarations);
  }
}

if (import.meta.main) await build();
