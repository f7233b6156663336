// npm run bench:cases [-- CONTROL… --language de]
// Agreement of the engine with the labels of bench/cases, for levels and verdicts.
import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { openFileJudge } from "../tools/judged-file.ts";
import { reportFigure } from "./figures.ts";
import { heldOut } from "./held-out.ts";
import { labelledItems } from "./labelled-items.ts";

interface Labels {
  items: { externalId: string; level: string; criteria: { verdict: string; quote?: string }[] }[];
}

const kinds = ["compliant", "partly", "poor"];
const root = join(import.meta.dirname, "..");
const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: { language: { type: "string" } },
});
const only = values.language;

async function readControls(): Promise<ControlDocument[]> {
  const all = (await readShippedCatalogue()).flatMap((framework) => framework.controls);
  return all
    .filter(({ code }) => existsSync(join(root, "bench/cases", code)) && (chosen.length === 0 || chosen.includes(code)))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

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

/** The English document and, for some controls, its translations. */
async function listTranslations(folder: string, kind: string): Promise<{ language: string; file: string }[]> {
  const others = await Array.fromAsync(glob(`${kind}.??.md`, { cwd: folder }));
  return [
    { language: "en", file: `${kind}.md` },
    ...others.sort().map((file) => ({ language: file.slice(-5, -3), file })),
  ];
}

async function judgeDocument(control: ControlDocument, path: string, labels: Labels, names: string[]): Promise<void> {
  const labelled = labelledItems(control, labels.items);
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

for (const control of await readControls()) {
  for (const kind of kinds) {
    const folder = join(root, "bench/cases", control.code);
    const labels = JSON.parse(await readFile(join(folder, `${kind}.json`), "utf8")) as Labels;
    const translations = await listTranslations(folder, kind);
    const isHeldOut = heldOut[control.code] === kind;
    for (const { language, file } of translations.filter((one) => only === undefined || one.language === only)) {
      const isTranslated = translations.length > 1;
      const set = isHeldOut ? "held out" : "used for fitting";
      const names = isTranslated ? [`${language}: ${set}`, `${language}: all`] : [];
      if (language === "en") {
        names.push(set, `${control.code} ${kind}${isHeldOut ? " (held out)" : ""}`);
      }
      await judgeDocument(control, join(folder, file), labels, names);
    }
  }
}
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
