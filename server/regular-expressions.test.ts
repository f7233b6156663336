import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { analyse, type Report } from "scslre";
import { listRegExpLiterals } from "../tools/openapi-types/regular-expressions.ts";

/** Patterns that take more than linear time, by file and beginning, and why the input cannot be long. */
const exceptions: [file: string, pattern: string, reason: string][] = [
  ["settings.ts", "\\/+$", "an operator's setting"],
  ["webhooks/endpoint-address.ts", "%.*$", "an address from the name server, at most 45 characters and a zone"],
  ["extraction/layout/join-lines.ts", "[\\p{L}\\p{M}]+(?:-[\\p{L}\\p{M}]+)*$", "the last 100 characters of a line"],
  ["analysis/language/translation/german-senses.ts", "(?:^|[.!?:\\n•–-])\\s*$", "the 40 characters before a word"],
];

interface Pattern {
  file: string;
  source: string;
  flags: string;
}

const source = join(import.meta.dirname, "src");

const names = await Array.fromAsync(glob("**/*.ts", { cwd: source }));
const shipped = names.filter((name) => !name.endsWith(".test.ts") && !name.startsWith("testing/")).sort();

async function listLiterals(): Promise<Pattern[]> {
  const found: Pattern[] = [];
  for (const file of shipped)
    for (const { source: pattern, flags } of listRegExpLiterals(file, await readFile(join(source, file), "utf8")))
      found.push({ file, source: pattern, flags });
  return found;
}

/** Files that start something when they are imported. */
const entryPoints = /\/child\/(?:child-main|no-network|silence-libraries)\.ts$/;

/** Patterns that are built from parts while the files are loaded that read documents. */
async function listBuilt(): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const original = globalThis.RegExp;
  let file = "";
  globalThis.RegExp = new Proxy(original, {
    construct(target, args, newTarget) {
      const built: RegExp = Reflect.construct(target, args, newTarget);
      found.push({ file, source: built.source, flags: built.flags });
      return built;
    },
  });
  try {
    for (file of shipped)
      if (/^(?:analysis|extraction)\//.test(file) && !entryPoints.test(file)) await import(join(source, file));
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}

const describe = ({ type, exponential, character }: Report) =>
  `${exponential ? "exponential" : "polynomial"} time for repeated ${JSON.stringify(character.pick)} (${type})`;

function findProblems(patterns: Pattern[], isUsed: (exception: number) => void): string[] {
  return patterns.flatMap((pattern) => {
    const { reports } = analyse({ source: pattern.source, flags: pattern.flags }, { assumeRejectingSuffix: false });
    const [first] = reports;
    if (first === undefined) return [];
    const at = exceptions.findIndex(([file, start]) => file === pattern.file && pattern.source.startsWith(start));
    if (at !== -1) isUsed(at);
    return at === -1 ? [`${pattern.file}: /${pattern.source.slice(0, 100)}/${pattern.flags}: ${describe(first)}`] : [];
  });
}

test("every regular expression takes linear time, or has a reason why its input is short", async () => {
  const used = new Set<number>();
  // Built ones first: literals are found in the text, whether they were loaded or not.
  const patterns = [...(await listBuilt()), ...(await listLiterals())];
  assert.deepEqual(
    findProblems(patterns, (exception) => used.add(exception)),
    [],
  );
  assert.deepEqual(
    exceptions.filter((_, at) => !used.has(at)),
    [],
    "exceptions that are no longer needed",
  );
});

test("patterns that begin anew at each character, or divide a text in many ways, are found", () => {
  for (const pattern of ["\\s+$", "a*a*b", "(?:a+)+b", "^[ \\t]*\\|?[ \\t]*-", "([^=]+)\\s*="])
    assert.equal(findProblems([{ file: "x.ts", source: pattern, flags: "" }], () => undefined).length, 1, pattern);
  for (const pattern of ["^\\s+", "a+b?", "\\bno\\b", "[^=]{1,50}="])
    assert.deepEqual(
      findProblems([{ file: "x.ts", source: pattern, flags: "" }], () => undefined),
      [],
      pattern,
    );
});
