import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { test } from "node:test";
import { modules } from "./module-table.ts";
import { complianceLevels } from "./src/analysis/findings/findings.ts";
import type { Wording } from "./src/analysis/findings/render/wording.ts";
import { wordingOf } from "./src/analysis/findings/render/wording-by-language.ts";
import { languages } from "./src/analysis/language/words.ts";
import { reasons } from "./src/analysis/verdict/reason.ts";

const source = join(import.meta.dirname, "src");

/** A file's module: its folder, or itself at the top. */
function moduleOf(file: string): string {
  const path = relative(source, file);
  if (path.startsWith("..")) return path.split(sep).at(-1) ?? path;
  return path.split(sep)[0] ?? path;
}

function importsOf(text: string): string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^"';]*?from\s*"([^"]+)"|(?:^|\n)\s*import\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g;
  return [...text.matchAll(pattern)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? "");
}

function targetOf(file: string, imported: string): string | undefined {
  if (imported.startsWith("node:")) return undefined;
  if (imported.startsWith(".")) return moduleOf(resolve(dirname(file), imported));
  return imported
    .split("/")
    .slice(0, imported.startsWith("@") ? 2 : 1)
    .join("/");
}

const files = await Array.fromAsync(glob("**/*.ts", { cwd: source }), (name) => join(source, name));
const shipped = files.filter((file) => !file.endsWith(".test.ts"));

test("every import is allowed by the table", async () => {
  const strays: string[] = [];
  for (const file of shipped) {
    const module = moduleOf(file);
    for (const imported of importsOf(await readFile(file, "utf8"))) {
      const target = targetOf(file, imported);
      if (target === undefined || target === module) continue;
      if (!modules[module]?.imports.includes(target)) strays.push(`${relative(source, file)} imports ${imported}`);
    }
  }
  assert.deepEqual(strays, []);
});

/** Files that import each other, directly or through others; types count, too. */
async function findCycles(roots: string[]): Promise<string[]> {
  const root = join(import.meta.dirname, "..");
  const imports = new Map<string, string[]>();
  for (const folder of roots)
    for await (const name of glob("**/*.{ts,tsx}", { cwd: join(root, folder) })) {
      const file = join(root, folder, name);
      const own = importsOf(await readFile(file, "utf8")).filter((imported) => imported.startsWith("."));
      imports.set(
        file,
        own.map((imported) => resolve(dirname(file), imported)),
      );
    }
  const cycles: string[] = [];
  const finished = new Set<string>();
  function visit(file: string, path: string[]): void {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].map((one) => relative(root, one)).join(" → "));
    if (start >= 0 || finished.has(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...path, file]);
    finished.add(file);
  }
  for (const file of imports.keys()) visit(file, []);
  return cycles;
}

test("no files import each other in a circle", async () => {
  assert.deepEqual(await findCycles(["server/src", "sdk/src", "cli/src", "portal/src", "bench", "e2e"]), []);
});

const renderFolder = join(source, "analysis/findings/render");
/** Shorter parts of a sentence are common words. */
const minSentenceLength = 16;
/** What other modules may import of rendering. */
const renderInterface = ["render-findings.ts", "language-format.ts", "places.ts", "wording.ts"];

test("nothing outside rendering knows a wording", async () => {
  const strays: string[] = [];
  const sentences = languages.flatMap((language) => sentencesOf(wordingOf(language)));
  for (const file of shipped.filter((one) => dirname(one) !== renderFolder)) {
    const text = await readFile(file, "utf8");
    for (const imported of importsOf(text).filter((one) => one.startsWith("."))) {
      const target = resolve(dirname(file), imported);
      if (dirname(target) === renderFolder && !renderInterface.includes(relative(renderFolder, target)))
        strays.push(`${relative(source, file)} imports ${imported}`);
    }
    for (const sentence of sentences.filter((one) => text.includes(one)))
      strays.push(`${relative(source, file)} contains "${sentence}"`);
  }
  assert.deepEqual(strays, []);
});

/** What a language's sentences have besides their parameters. */
function sentencesOf(wording: Wording): string[] {
  const gap = "\0";
  const topics = { met: [gap], partly: [gap], contradicted: [gap], missing: [gap], not_applicable: [gap] };
  const facts = {
    foundFigure: gap,
    weakWords: gap,
    party: gap,
    exception: gap,
    condition: gap,
    quote: gap,
    where: gap,
  };
  return [
    ...reasons.flatMap((reason) => [wording.reason(reason, {}), wording.reason(reason, facts)]),
    ...complianceLevels.map((level) => wording.opening(level, 0, topics)),
    ...[
      wording.noStrength,
      wording.openingOtherKind(0, gap),
      wording.wordsAlone,
      wording.dropped(1),
      wording.otherKindTopic,
    ],
    ...[wording.gapMissing(gap), wording.gapFound(gap, gap, gap, gap), wording.lookFor(gap)],
    ...[wording.gapOtherKind(gap, 0, 0), wording.recommendAdd([gap]), wording.recommendComplete([gap])],
    ...[wording.recommendReplace(gap, gap), wording.recommendCheck(gap, gap)],
    ...[wording.locationIn(gap, gap, gap), wording.locationAfter(gap, gap, gap), wording.locationAtEnd(gap, gap)],
  ]
    .flatMap((sentence) => sentence.split(gap))
    .map((part) => part.replace(/^\P{L}+|\P{L}+$/gu, ""))
    .filter((part) => part.length >= minSentenceLength);
}

test("the table names only what exists", async () => {
  const found = new Set(shipped.map(moduleOf));
  assert.deepEqual(
    Object.keys(modules).filter((module) => !found.has(module)),
    [],
  );
});

test("the check sees every form of import", () => {
  const text =
    'import a from "a";\nimport { b }\n  from "b";\nimport "c";\nexport { d } from "d";\nconst e = await import("e");\nimport type { F } from "f";';
  assert.deepEqual(importsOf(text).sort(), ["a", "b", "c", "d", "e", "f"]);
});

/** A forbidden pattern, the files that may contain it nevertheless, and the reason. */
const conventions: [pattern: RegExp, mayOccurIn: RegExp, why: string][] = [
  [/\bnew Date\(\)|\bDate\.now\(/, /^platform\/clock\.ts$/, "time comes from Clock"],
  [/\bnew Worker\(/, /^platform\/worker-thread\.ts$/, "threads are started by platform/worker-thread.ts"],
  [/\bMath\.random\(/, /^$/, "chance comes from node:crypto or IdSource"],
  [
    /\bprocess\.env\b/,
    /^(main\.ts|testing\/|encoder\/silent-runtime\.ts|extraction\/child\/(child-main|extraction-child)\.ts)/,
    "config.ts is the only reader of the environment",
  ],
  [/\bconsole\./, /^$/, "output goes through the logger, or main.ts"],
  [/\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\s+[a-z*(]/, /^(postgres|testing)\//, "SQL lives in postgres/"],
  [
    /\bnow\(\)(?=.*\b(SELECT|INSERT|UPDATE|DELETE|WHERE)\b)|\bCURRENT_TIMESTAMP\b/,
    /^$/,
    "SQL takes now as a parameter",
  ],
];

test("time, threads, chance, environment, output and SQL stay where they belong", async () => {
  const found: string[] = [];
  for (const file of shipped) {
    const name = relative(source, file).split(sep).join("/");
    for (const [index, line] of (await readFile(file, "utf8")).split("\n").entries()) {
      if (/^\s*(\/\/|\*|\/\*)/.test(line)) continue;
      for (const [pattern, mayOccurIn, why] of conventions) {
        if (pattern.test(line) && !mayOccurIn.test(name)) found.push(`${name}:${index + 1} ${why}: ${line.trim()}`);
      }
    }
  }
  assert.deepEqual(found, []);
});

test("no file is a drawer for everything", () => {
  const drawers = files
    .map((file) => relative(source, file))
    .filter((name) => /(^|\/)(utils?|helpers?|common|types|service-?manager|misc|index)\.ts$/.test(name));
  assert.deepEqual(drawers, []);
});
