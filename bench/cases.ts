// npm run bench:cases [-- CONTROL… --language de]
// Agreement of the engine with the labels of bench/cases, for levels and verdicts.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { openFileJudge } from "../tools/judged-file.ts";
import { type CaseDocument, readCases } from "./case-documents.ts";
import { reportFigure } from "./figures.ts";
import { labelledItems } from "./labelled-items.ts";

const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: { language: { type: "string" } },
});
const only = values.language;

class Tally {
  /** Those with the same criteria as when they were labelled: the level of any other is not comparable. */
  items = 0;
  sameLevel = 0;
  criteria = 0;
  sameVerdict = 0;

  get row() {
    const share = (part: number, whole: number) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);
    return {
      items: this.items,
      "same level": share(this.sameLevel, this.items),
      criteria: this.criteria,
      "same verdict": share(this.sameVerdict, this.criteria),
    };
  }
}

const judge = openFileJudge();
const tallies = new Map<string, Tally>();
const getTally = (name: string) => {
  const found = tallies.get(name) ?? new Tally();
  tallies.set(name, found);
  return found;
};

async function judgeDocument(control: ControlDocument, document: CaseDocument, names: string[]): Promise<void> {
  const labelled = labelledItems(control, document.items);
  const path = join(folder, document.name);
  await writeFile(path, document.text);
  const { items } = await judge.judge(path, control, { items: labelled.map(({ item }) => item) });
  for (const [index, { findings }] of items.entries()) {
    const { label, labelOf, hasSameCriteria } = labelled[index] ?? {};
    for (const one of names.map(getTally)) {
      if (hasSameCriteria) {
        one.items++;
        if (findings.level === label?.level) one.sameLevel++;
      }
      for (const criterion of findings.criteria) {
        const criterionLabel = labelOf?.(criterion);
        if (criterionLabel === undefined) continue;
        one.criteria++;
        if (criterionLabel.verdict === criterion.verdict) one.sameVerdict++;
      }
    }
  }
}

const folder = await mkdtemp(join(tmpdir(), "assay-cases-"));
const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);
const cases = await readCases();
for (const document of cases) {
  const { control: code, document: kind, language, isHeldOut } = document;
  const control = controls.find((one) => one.code === code);
  const isWanted = chosen.length === 0 || chosen.includes(code);
  if (control === undefined || !isWanted || (only !== undefined && only !== language)) continue;
  const set = isHeldOut ? "held out" : "used for fitting";
  const isTranslated = cases.some((one) => one.control === code && one.document === kind && one.language !== "en");
  const names = isTranslated ? [`${language}: ${set}`, `${language}: all`] : [];
  if (language === "en") names.push(set, `${code} ${kind}${isHeldOut ? " (held out)" : ""}`);
  await judgeDocument(control, document, names);
}
await rm(folder, { recursive: true });
await judge.close();
const shares = [
  { what: "same level as the label", shareOf: (one: Tally) => (100 * one.sameLevel) / one.items, atLeast: 85 },
  { what: "same verdict per criterion", shareOf: (one: Tally) => (100 * one.sameVerdict) / one.criteria },
];
for (const [name, one] of tallies) {
  if (!/(held out|fitting|: all)$/.test(name)) continue;
  const isCatalogue = name === "held out" || name === "used for fitting";
  const english = /^(?!en)..: /.test(name) ? tallies.get(`en${name.slice(2)}`) : undefined;
  for (const { what, shareOf, atLeast } of shares) {
    const figure = { figure: `${name}: ${what}`, measured: shareOf(one), unit: "%" };
    if (english === undefined) {
      reportFigure({ ...figure, ...(isCatalogue && atLeast !== undefined && { atLeast }) });
      continue;
    }
    const peer = { name: "English", measured: shareOf(english) };
    reportFigure({ ...figure, peer });
    if (!name.endsWith(": all")) continue;
    const points = Math.abs(figure.measured - peer.measured);
    reportFigure({ figure: `${name}: ${what}, difference to English`, measured: points, unit: "points", atMost: 5 });
  }
}
console.table(
  Object.fromEntries([...tallies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { row }]) => [name, row])),
);
process.exit(0);
