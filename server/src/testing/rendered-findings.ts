import assert from "node:assert/strict";
import type { ControlToJudge, ItemToJudge, SubjectFile } from "../analysis/analyser.ts";
import { criteriaOf } from "../analysis/criteria.ts";
import { type Composition, composeFindings } from "../analysis/findings/compose-findings.ts";
import type { ReadVerdict } from "../analysis/findings/findings.ts";
import { renderFindings } from "../analysis/findings/render/render-findings.ts";
import { listSections } from "../analysis/findings/sections.ts";
import type { Language } from "../analysis/language/words.ts";
import { readTermNames } from "../analysis/passages/parties.ts";
import { toPassages } from "../analysis/passages/passages.ts";
import { indexPassages } from "../analysis/search/lexical-index.ts";
import { type Judgement, toJudgement } from "../analysis/verdict/judge-criterion.ts";
import type { Reason } from "../analysis/verdict/reason.ts";
import { aFile } from "./written-pages.ts";

const criterion = (key: string, statement: string, level: "must" | "should" = "must") => ({
  ...{ key, statement, level, weight: 4, phrases: ["notify"], contradictions: [] },
});
export const breachItem: ItemToJudge = {
  externalId: "Art. 33",
  name: "Notice of breaches",
  objective: "The processor notifies the controller of breaches.",
  criteria: [
    criterion("notice", "The processor notifies the controller of a breach."),
    criterion("records", "The processor keeps records of breaches."),
    criterion("contact", "The agreement names a contact for breaches.", "should"),
  ],
  risks: ["Breaches stay unknown."],
  compensatingControls: ["Monitor the processor."],
  recommendation: {
    action: "Oblige the processor to give notice.",
    section: "Personal data breaches",
    text: "{processor} notifies {controller} of every breach. {processor} keeps records of breaches. The contact is {contact}.",
  },
};
export const agreementTerms = {
  controller: { meaning: "Decides.", isParty: true, alsoCalled: ["customer"] },
  processor: { meaning: "Acts.", isParty: true, alsoCalled: ["supplier"] },
  contact: { meaning: "Who is told.", isParty: false, alsoCalled: [] },
};
export const agreement = aFile(
  [
    'Acme (the "Customer") and Bright (the "Supplier") agree.',
    "# 1. Personal data breaches",
    "The Supplier notifies breaches.",
  ],
  { pages: [["# 2. Records", "The Supplier need not keep records of breaches."]] },
);

interface Variation extends Partial<Composition> {
  control?: ControlToJudge;
  language?: Language;
  /** Of the verdicts. */
  probability?: number;
}

/** Composes findings from verdicts and renders them. */
export function renderVerdicts(verdicts: [ReadVerdict, Reason, passage?: number][], variation: Variation = {}) {
  const { control = { name: "DPA", terms: agreementTerms }, language = "en", probability = 1, ...more } = variation;
  const files: SubjectFile[] = more.files ?? [agreement];
  const passages = toPassages(files);
  const index = indexPassages(passages, "en");
  const names = readTermNames(passages, agreementTerms);
  const composition: Composition = {
    ...{
      files,
      item: breachItem,
      passages,
      index,
      names,
      words: names,
      sections: listSections(passages, passages),
      mainLanguage: "en",
    },
    ...{ otherKind: undefined, languageOf: () => "en", judgeOf: () => "engine" },
    engine: { name: "test", version: "1", modelSha256: null },
    ...more,
  };
  const criteria = criteriaOf(composition.item);
  const judgements = verdicts.map(([verdict, reason, passage], at): Judgement => {
    const own = criteria[at];
    assert.ok(own);
    const none = { met: 0, partly: 0, contradicted: 0, missing: 0, not_applicable: 0 };
    const judgement = toJudgement(
      own,
      verdict,
      reason,
      passage === undefined ? [] : passages.slice(passage, passage + 1),
    );
    return { ...judgement, probabilities: { ...none, [verdict]: probability } };
  });
  const findings = composeFindings(composition, { judgements, conditions: [] });
  const named = files.map(({ name, pages }) => ({
    name,
    labelOf: (page: number) => pages.find(({ number }) => number === page)?.label ?? "",
  }));
  return { ...renderFindings({ language, control, item: composition.item, files: named }, findings), findings };
}
