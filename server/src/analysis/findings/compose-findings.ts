import type { EngineRecord, ItemToJudge, SubjectFile } from "../analyser.ts";
import { languageOfItem } from "../catalogue-texts.ts";
import type { Criterion } from "../criteria.ts";
import type { Language } from "../language/words.ts";
import type { TermNames } from "../passages/parties.ts";
import type { Passage } from "../passages/passages.ts";
import { splitAtPages } from "../passages/split-at-pages.ts";
import type { LexicalIndex } from "../search/lexical-index.ts";
import type { ConditionDecision } from "../verdict/decide-condition.ts";
import { findFacts } from "../verdict/find-facts.ts";
import type { Judgement } from "../verdict/judge-criterion.ts";
import type {
  Applicability,
  ConditionFinding,
  CriterionFinding,
  Evidence,
  EvidenceRole,
  InsertionPlace,
  ItemFindings,
  Judge,
  OtherKind,
} from "./findings.ts";
import { nextClauseNumber, nextHeadingNumber } from "./next-number.ts";
import { findSection, type Section } from "./sections.ts";
import { keepVerifiedQuotes } from "./verify-quotes.ts";

export interface Composition {
  files: SubjectFile[];
  item: ItemToJudge;
  passages: Passage[];
  index: LexicalIndex;
  names: Pick<TermNames, "obligedParty">;
  /** The document's own, for texts to insert. */
  words: Pick<TermNames, "ownWord" | "article">;
  sections: Section[];
  mainLanguage: Language;
  languageOf(passage: Passage): Language;
  otherKind: OtherKind | undefined;
  engine: EngineRecord;
  judgeOf(criterion: Criterion): Judge;
}

export interface JudgedItem {
  judgements: Judgement[];
  conditions: ConditionDecision[];
}

/** Judgements as data: what is stored, and all that rendering needs to know of the document. */
export function composeFindings(composition: Composition, { judgements, conditions }: JudgedItem): ItemFindings {
  const { files, item, otherKind, engine } = composition;
  const criteria = judgements.map((judgement) => toCriterion(composition, judgement));
  const insertAt = findInsertionPlace(composition, judgements);
  return keepVerifiedQuotes(files, {
    ...{ format: 2, score: 0, level: "non_compliant", applicability: findApplicability(criteria), criteria },
    ...(conditions.length > 0 && { conditions: conditions.map(toCondition) }),
    ...(otherKind !== undefined && { otherKind }),
    quotesDropped: 0,
    judgedBy: { engineVersion: engine.version, modelSha256: engine.modelSha256 },
    catalogueLanguage: languageOfItem(item),
    documentLanguage: composition.mainLanguage,
    terms: collectTerms(composition, criteria),
    insertAt,
  });
}

function toCriterion(composition: Composition, judgement: Judgement): CriterionFinding {
  const { criterion, verdict, probabilities, reason, evidence, ruledOutBy } = judgement;
  const { key, original, level, weight } = criterion;
  return {
    ...{ key, statement: original, level, weight, verdict, reason },
    probabilities: probabilities === undefined ? null : roundAll(probabilities),
    facts: ruledOutBy ?? findFacts(reason, criterion, evidence[0], composition),
    evidence: evidence.flatMap((passage) => toEvidence(passage, roleOf(judgement))),
    judge: composition.judgeOf(criterion),
  };
}

function findApplicability(criteria: CriterionFinding[]): Applicability {
  const [first] = criteria;
  if (first === undefined || criteria.some(({ verdict }) => verdict !== "not_applicable")) return { applies: true };
  const { condition } = first.facts;
  return { applies: false, reason: first.reason, ...(condition !== undefined && { condition }) };
}

function toCondition({ key, condition, holds, decidedBy, probability, evidence }: ConditionDecision): ConditionFinding {
  return {
    ...{ key, statement: condition.statement, holds, decidedBy },
    probability: probability === undefined ? null : round(probability),
    evidence: evidence.flatMap((passage) => toEvidence(passage, holds ? "proves" : "contradicts")),
  };
}

/** Four decimals: more would differ between processors. */
const round = (value: number) => Math.round(value * 1e4) / 1e4;

function roundAll<Name extends string>(values: Record<Name, number>): Record<Name, number> {
  const entries = Object.entries<number>(values).map(([name, value]) => [name, round(value)]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

function roleOf({ verdict, reason }: Judgement): EvidenceRole {
  if (verdict === "contradicted") return "contradicts";
  if (verdict === "not_applicable") return "context";
  return verdict === "met" || reason === "incomplete" ? "proves" : "narrows";
}

/** A quote stands on one page; a sentence that goes on after a page break is two of them. */
function toEvidence(passage: Passage, role: EvidenceRole): Evidence[] {
  const heading = passage.headingPath.at(-1);
  return splitAtPages(passage).map(({ file, page, start, end, text }) => ({
    ...{ file, page, start, end, text, role, ...(heading !== undefined && { heading }) },
  }));
}

/** Those that the item's text to insert has as placeholders, and those that the facts name. */
function collectTerms({ item, words }: Composition, criteria: CriterionFinding[]): ItemFindings["terms"] {
  const placeholders = [...(item.recommendation?.text ?? "").matchAll(/\{([a-z][a-z0-9_]*)/g)].map(
    ([, key = ""]) => key,
  );
  const parties = criteria.flatMap(({ facts }) => facts.party ?? []);
  return Object.fromEntries(
    [...new Set([...placeholders, ...parties])].sort().flatMap((key) => {
      const word = words.ownWord(key);
      return word === undefined ? [] : [[key, { word, article: words.article(key) }]];
    }),
  );
}

/**
 * Beside what the document already says on the subject, even if that meets its criterion; else in the section that sounds
 * like the usual place; else after the last one.
 */
function findInsertionPlace(composition: Composition, judgements: Judgement[]): InsertionPlace {
  const { files, item, passages, sections, index } = composition;
  const isAddition = ({ verdict }: Judgement) => verdict === "partly" || verdict === "missing";
  const [nearest] = [...judgements.filter(isAddition), ...judgements].flatMap(({ evidence }) => evidence);
  const heading = nearest?.headingPath.at(-1);
  const toPlace = (
    relation: "in" | "after",
    { file, page, heading }: Omit<Section, "english" | "start">,
    number: string | undefined,
  ) => ({ relation, file, page, heading, ...(number !== undefined && { number }) });
  if (nearest !== undefined && heading !== undefined)
    return toPlace("in", { ...nearest, heading }, nextClauseNumber(passages, nearest));
  const similar = findSection(sections, `${item.recommendation?.section ?? ""} ${item.name}`, index);
  const [first] = similar === undefined ? [] : passages.slice(similar.start);
  if (similar !== undefined) return toPlace("in", similar, first && nextClauseNumber(passages, first));
  const last = sections.at(-1);
  const siblings = sections.flatMap(({ file, heading }) => (file === last?.file ? heading : []));
  if (last !== undefined) return toPlace("after", last, nextHeadingNumber(siblings));
  return { relation: "end", file: Math.max(0, files.length - 1), page: files.at(-1)?.pages.at(-1)?.number ?? 1 };
}
