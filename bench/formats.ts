// npm run bench:formats [-- FILE… | CONTROL… --passages --show]
// The same words in ten formats: how many verdicts, and how many passages with their headings and as the reader sees them, are as in
// Markdown.
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { type Passage, toPassages, toTextWithContext } from "../server/src/analysis/passages/passages.ts";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { parseMarkdown } from "../server/src/extraction/text/read-markdown.ts";
import { normaliseLine } from "../server/src/extraction/text/text-block.ts";
import { openFileJudge } from "../tools/judged-file.ts";
import { reportFigure } from "./figures.ts";
import { writtenFormats } from "./formats/written-formats.ts";
import { closeBenchReader, readForBench } from "./read-for-bench.ts";

const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: { passages: { type: "boolean" }, show: { type: "boolean" } },
});
const cases = join(import.meta.dirname, "cases");
const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);

/** One document of each control: half of them careful, half of them middling. */
const kindOf: Record<string, string> = { AIT: "partly", CCP: "partly", DPA: "partly", HSR: "partly", ICT: "partly" };

interface Subject {
  path: string;
  control: ControlDocument | undefined;
}

function listSubjects(): Subject[] {
  const files = chosen.filter((one) => one.endsWith(".md"));
  const codes = chosen.filter((one) => !one.endsWith(".md"));
  const own = controls
    .filter(({ code }) => (codes.length === 0 ? files.length === 0 : codes.includes(code)))
    .map((control) => ({ path: join(cases, control.code, `${kindOf[control.code] ?? "compliant"}.md`), control }))
    .filter(({ path }) => existsSync(path));
  return [...own, ...files.map((path) => ({ path, control: controls.find(({ code }) => path.includes(`/${code}/`)) }))];
}

class Share {
  #equal = 0;
  #all = 0;
  add(isEqual: boolean): void {
    this.#all += 1;
    if (isEqual) this.#equal += 1;
  }
  get percent(): number {
    return (100 * this.#equal) / this.#all;
  }
  get text(): string {
    return this.#all === 0 ? "–" : `${this.percent.toFixed(1)} %`;
  }
}

class Tally {
  verdicts = new Share();
  passages = new Share();
  headings = new Share();
  paths = new Share();
  read = new Share();
  added = 0;

  get row() {
    return {
      ...(values.passages !== true && { verdicts: this.verdicts.text }),
      passages: this.passages.text,
      "nearest heading": this.headings.text,
      "heading path": this.paths.text,
      "as read": this.read.text,
      "further passages": this.added,
    };
  }
}

const normalise = (text: string) => text.replace(/\s+/g, " ").trim();
const nearestOf = ({ headingPath, isHeading }: Passage) =>
  normalise((isHeading ? headingPath.at(-2) : headingPath.at(-1)) ?? "");

/** Each passage of the Markdown version with the passage that has the same words, in their order. */
function comparePassages(expected: Passage[], found: Passage[], tally: Tally, show: (line: string) => void): void {
  const byText = Map.groupBy(found, ({ text }) => normalise(text));
  const taken = new Set<Passage>();
  for (const one of expected) {
    const same = byText.get(normalise(one.text))?.shift();
    tally.passages.add(same !== undefined);
    tally.read.add(same !== undefined && toTextWithContext(same) === toTextWithContext(one));
    if (same === undefined) {
      show(`- ${one.text.slice(0, 140)}`);
      continue;
    }
    taken.add(same);
    const isSameHeading = nearestOf(same) === nearestOf(one) && same.isHeading === one.isHeading;
    tally.headings.add(one.isHeading ? same.isHeading : isSameHeading);
    tally.paths.add(normalise(same.headingPath.join("\n")) === normalise(one.headingPath.join("\n")));
    if (!isSameHeading && !(one.isHeading && same.isHeading)) {
      const toPlace = (some: Passage) => `${some.isHeading ? "# " : ""}${some.headingPath.join(" > ").slice(-100)}`;
      show(`  ${one.text.slice(0, 90)}\n      md: ${toPlace(one)}\n      is: ${toPlace(same)}`);
    }
  }
  for (const one of found) {
    if (taken.has(one)) continue;
    tally.added += 1;
    show(`+ ${one.isHeading ? "# " : ""}${one.text.slice(0, 140)}`);
  }
}

const judge = values.passages === true ? undefined : openFileJudge();
const tallies = new Map(writtenFormats.map(({ name }) => [name, new Tally()]));
const folder = await mkdtemp(join(tmpdir(), "assay-formats-"));
try {
  for (const { path, control } of listSubjects()) {
    const parsed = parseMarkdown(await readFile(path, "utf8")).blocks;
    // A tab between a number and its title would be a cell in text and has no letter in a PDF.
    const blocks = parsed.map((one) => ({ ...one, text: normaliseLine(one.text) })).filter(({ text }) => text !== "");
    const markdown = await readForBench(path);
    const expected = toPassages([markdown]);
    const reference = control === undefined ? undefined : await judge?.judge(path, control);
    for (const { name, extension, write } of writtenFormats) {
      const written = join(folder, `${basename(path, ".md")}.${extension}`);
      await writeFile(written, await write(blocks));
      const tally = tallies.get(name) ?? new Tally();
      if (values.show === true) console.log(`\n=== ${path} as ${name}`);
      const show = (line: string) => (values.show === true ? console.log(line) : undefined);
      comparePassages(expected, toPassages([await readForBench(written)]), tally, show);
      if (control === undefined || judge === undefined) continue;
      const { items } = await judge.judge(written, control);
      items.forEach(({ findings }, at) => {
        findings.criteria.forEach(({ verdict }, index) => {
          tally.verdicts.add(verdict === reference?.items[at]?.findings.criteria[index]?.verdict);
        });
      });
    }
  }
} finally {
  await judge?.close();
  await closeBenchReader();
  await rm(folder, { recursive: true, force: true });
}
for (const [name, { verdicts, passages, headings, read }] of tallies) {
  if (judge !== undefined)
    reportFigure({ figure: `${name}: same verdict as Markdown`, measured: verdicts.percent, unit: "%", atLeast: 98 });
  reportFigure({ figure: `${name}: same passage as Markdown`, measured: passages.percent, unit: "%" });
  reportFigure({ figure: `${name}: same nearest heading as Markdown`, measured: headings.percent, unit: "%" });
  reportFigure({ figure: `${name}: same text for the reader as Markdown`, measured: read.percent, unit: "%" });
}
console.table(Object.fromEntries([...tallies].map(([name, { row }]) => [name, row])));
process.exit(0);
