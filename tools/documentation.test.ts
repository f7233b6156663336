import assert from "node:assert/strict";
import { access, glob, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { architectureFile, settingsFile, settingsPage, withModuleTable } from "./generated-docs.ts";

const root = join(import.meta.dirname, "..");
const pages = await Array.fromAsync(
  glob(["*.md", "docs/**/*.md", "{sdk,cli,portal,model,bench}/{,training/}README.md", "server/src/**/README.md"], {
    cwd: root,
  }),
);
const read = (page: string) => readFile(join(root, page), "utf8");
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** As GitHub makes them from headings. */
const anchorsOf = (text: string) =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );

test("every link from one page to another leads to a file and a heading that exist", async () => {
  const broken: string[] = [];
  for (const page of pages)
    for (const [, link = ""] of (await read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      const isThere = await exists(join(root, target));
      const hasAnchor = anchor === undefined || (isThere && anchorsOf(await read(target)).has(anchor));
      if (!isThere || !hasAnchor) broken.push(`${page}: ${link}`);
    }
  assert.deepEqual(broken, []);
});

test("every file that a page names exists", async () => {
  const pattern = /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|mjs|py|md|json|yaml|onnx|gz))`/g;
  const missing: string[] = [];
  for (const page of pages)
    for (const [, path = ""] of (await read(page)).matchAll(pattern)) {
      if (/NNNN|^dist\//.test(path)) continue;
      const places = [root, ...["server/src", "portal/src", "sdk", dirname(page)].map((one) => join(root, one))];
      const found = await Promise.all(places.map((place) => exists(join(place, path))));
      if (!found.includes(true)) missing.push(`${page}: ${path}`);
    }
  assert.deepEqual(missing, []);
});

test("every decision record has less than 120 lines", async () => {
  const records = pages.filter((page) => /^docs\/decisions\/\d{4}-/.test(page));
  assert.ok(records.length >= 28);
  for (const record of records) {
    const lines = (await read(record)).trimEnd().split("\n").length;
    assert.ok(lines < 120, `${record} has ${lines} lines`);
  }
});

test("the glossary has at most 60 terms, in alphabetical order", async () => {
  const [, glossary = ""] = (await read("ARCHITECTURE.md")).split("## Glossary");
  const rows = [...glossary.matchAll(/^\| (?!Term)([^|]+) \|/gm)].map(([, terms = ""]) => terms);
  assert.ok(rows.flatMap((terms) => terms.split(", ")).length <= 60);
  assert.deepEqual(
    rows,
    rows.toSorted((one, other) => one.localeCompare(other, "en")),
  );
});

test("SECURITY.md covers all ten risks, and every test it names exists", async () => {
  const text = await readFile(join(root, "SECURITY.md"), "utf8");
  const rows = text.split("\n").filter((line) => /^\| API\d/.test(line));
  assert.deepEqual(
    rows.map((row) => Number(/^\| API(\d+) /.exec(row)?.[1])),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  await checkNamedTests(rows);
});

test("every finding of an attack names tests that exist", async () => {
  const text = await readFile(join(root, "docs/attacks.md"), "utf8");
  const rows = text.split("\n").filter((line) => /^\| (?!Finding)[^-]/.test(line));
  assert.ok(rows.length >= 15);
  await checkNamedTests(rows);
});

async function checkNamedTests(rows: string[]): Promise<void> {
  for (const row of rows) {
    const named = [...row.matchAll(/`([^`]+\.(?:test|drill)\.ts)`/g)].map(([, path]) => path ?? "");
    assert.ok(named.length > 0, row);
    for (const path of named) assert.ok((await stat(join(root, path))).isFile(), path);
  }
}

test("docs/settings.md describes the settings of settings.ts; npm run generate writes it", async () => {
  assert.equal(await readFile(settingsFile, "utf8"), settingsPage());
});

test("ARCHITECTURE.md has the table of module-table.ts; npm run generate writes it", async () => {
  const page = await readFile(architectureFile, "utf8");
  assert.equal(page, withModuleTable(page));
});
