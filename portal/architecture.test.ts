import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { test } from "node:test";

/** The portal talks to the service only through the SDK; all other dependencies are listed here. */
const packages = [
  ...["react", "react-dom", "@assay/sdk", "@tabler/icons-react", "lean-qr"],
  ...["@mantine/core", "@mantine/hooks", "@mantine/notifications"],
  ...["@tanstack/react-query", "@tanstack/react-router", "@tanstack/react-virtual"],
];

/** Shared folders. Areas must not import each other. */
const shared = ["ui", "texts", "service", "shell"];
/** What the pages of several areas show, and which of these parts each may import. */
const parts: Record<string, string[]> = { items: [], decisions: ["items"] };
const partsOf = (area: string) => parts[area] ?? (shared.includes(area) ? [] : Object.keys(parts));

const source = join(import.meta.dirname, "src");
const names = await Array.fromAsync(glob("**/*.{ts,tsx}", { cwd: source }));
/** Tests beside the source run in Node and are not shipped. */
const files = names.filter((name) => !name.endsWith(".test.ts")).map((name) => join(source, name));

const importsOf = (text: string) =>
  [...text.matchAll(/(?:^(?:import|export)\b[^;"]*?\bfrom\s*|^import\s*|\bimport\s*\(\s*)"([^"]+)"/gm)].map(
    ([, imported]) => imported ?? "",
  );
const areaOf = (file: string) => relative(source, file).split(sep)[0] ?? "";

test("portal files import only the listed packages, shared folders and their own area", async () => {
  const strays: string[] = [];
  for (const file of files) {
    for (const imported of importsOf(await readFile(file, "utf8"))) {
      const isOwn = imported.startsWith(".");
      const area = isOwn ? areaOf(resolve(dirname(file), imported)) : "";
      const isFree = isOwn
        ? [areaOf(file), ...shared, ...partsOf(areaOf(file))].includes(area) ||
          ["shell", "main.tsx"].includes(areaOf(file))
        : packages.some((name) => imported === name || imported.startsWith(`${name}/`));
      if (!isFree) strays.push(`${relative(source, file)} imports ${imported}`);
    }
  }
  assert.deepEqual(strays, []);
});

test("portal files write no HTML, use no session storage and call the service only through the SDK", async () => {
  const found: string[] = [];
  for (const file of files) {
    // The only place that makes requests.
    if (relative(source, file) === join("service", "assay.ts")) continue;
    const text = await readFile(file, "utf8");
    for (const [stray] of text.matchAll(
      /dangerouslySetInnerHTML|\.innerHTML\b|\bfetch\(|XMLHttpRequest|sessionStorage/g,
    ))
      found.push(`${relative(source, file)}: ${stray}`);
  }
  assert.deepEqual(found, []);
});

test("files are small and named in kebab-case", async () => {
  const lines = async (file: string) => (await readFile(file, "utf8")).split("\n").length;
  const large: string[] = [];
  for (const file of files) if ((await lines(file)) > 400) large.push(relative(source, file));
  assert.deepEqual(large, []);
  assert.deepEqual(
    files.map((file) => relative(source, file)).filter((name) => !/^[a-z0-9/.-]+$/.test(name)),
    [],
  );
});
