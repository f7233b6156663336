import { type ItemTexts, selectItemTexts } from "../../catalogue-texts.ts";
import type { CriterionFinding, Evidence, InsertionPlace, Verdict } from "../findings.ts";
import type { RecommendedChange, ReplacedWording } from "../suggested-change.ts";
import { fillTerms } from "./fill-terms.ts";
import { formatPlace, formatQuote } from "./places.ts";
import { expectedKind, isOpen, type Rendering, requirementOf, topicOf } from "./rendering.ts";
import { chooseSentences, splitSentences } from "./select-sentences.ts";

/** Below this probability of a contradiction the advice is to check a clause, not to replace it. */
const surelyContradicted = 0.8;

/** Criteria that one text closes. */
interface Advice {
  /** Missing or only in part. */
  additions: CriterionFinding[];
  /** Contradicted, by the wording in which they are. */
  contradictions: Map<string, Contradiction[]>;
  /** Of the text to insert; undefined if the item has none. */
  sentences: Set<number> | undefined;
}

interface Contradiction {
  criterion: CriterionFinding;
  first: Evidence;
}

/** To insert what is missing, to replace a wording that contradicts, or to check it with the owner. */
export function recommend(rendering: Rendering): RecommendedChange[] {
  const { findings, wording } = rendering;
  if (findings.otherKind !== undefined) {
    const recommendation = {
      gapIdentified: wording.otherKindTopic,
      actionableRecommendation: wording.lookFor(expectedKind(rendering)),
      // No clause turns the wrong document into the right one.
      ...{ suggestedTextLocation: "", suggestedTextToBeAdded: "" },
    };
    return [{ recommendation }];
  }
  const own = textsOfDocument(rendering);
  const sentences = splitSentences(own.recommendation?.text ?? "");
  const { criteria: all } = findings;
  const statements = all.map(
    (one) => `${own.topicOf(one) ?? one.key.replaceAll("-", " ")}: ${requirementOf(own, one)}`,
  );
  const choose = (criteria: CriterionFinding[]) =>
    own.recommendation === undefined
      ? undefined
      : chooseSentences(
          { sentences, statements, language: own.language },
          criteria.map((criterion) => all.indexOf(criterion)),
        );
  return mergeAdvice(collectAdvice(all.filter(isOpen), choose)).map((advice) => {
    const criteria = criteriaOf(advice);
    const text =
      advice.sentences === undefined
        ? criteria.map((criterion) => requirementOf(own, criterion)).join("\n")
        : sentences.filter((_, at) => advice.sentences?.has(at)).join("");
    const filled = fillOwnTerms(rendering, own, text.trim());
    return {
      recommendation: {
        gapIdentified: wording.listed(criteria.map((criterion) => topicOf(rendering, criterion))),
        actionableRecommendation: formatAction(rendering, advice),
        suggestedTextLocation: formatLocation(rendering, advice),
        suggestedTextToBeAdded: `${numberOf(rendering, advice)}${filled}`,
      },
      change: {
        criteria: criteria.map(({ key }) => key),
        text: filled,
        insertAt: findings.insertAt,
        section: own.recommendation?.section ?? own.name,
        replaces: [...advice.contradictions.values()].flatMap(toReplaced),
      },
    };
  });
}

function toReplaced(own: Contradiction[]): ReplacedWording[] {
  const [one] = own;
  if (one === undefined) return [];
  const isSure = own.some(({ criterion }) => (criterion.probabilities?.contradicted ?? 0) >= surelyContradicted);
  return [{ quote: one.first, criteria: own.map(({ criterion }) => criterion.key), isSure }];
}

const contradictionsOf = ({ contradictions }: Advice) => [...contradictions.values()].flat();
const criteriaOf = (advice: Advice) => [
  ...advice.additions,
  ...contradictionsOf(advice).map(({ criterion }) => criterion),
];

/** All that is to be added together, then each wording that contradicts. */
function collectAdvice(
  open: CriterionFinding[],
  choose: (criteria: CriterionFinding[]) => Set<number> | undefined,
): Advice[] {
  const additions = open.filter(({ verdict }) => verdict !== "contradicted");
  const contradictions = open.flatMap((criterion) => {
    const [first] = criterion.evidence;
    return criterion.verdict !== "contradicted" || first === undefined ? [] : [{ criterion, first }];
  });
  const byWording = Map.groupBy(contradictions, ({ first: { file, page, start } }) => `${file} ${page} ${start}`);
  return [
    ...(additions.length > 0 ? [{ additions, contradictions: new Map(), sentences: choose(additions) }] : []),
    ...[...byWording].map(([key, own]) => ({
      additions: [],
      contradictions: new Map([[key, own]]),
      sentences: choose(own.map(({ criterion }) => criterion)),
    })),
  ];
}

/** Advice that shares a sentence becomes one, so that each sentence is proposed once. */
function mergeAdvice(all: Advice[]): Advice[] {
  return all.reduce<Advice[]>((merged, advice) => {
    const shares = ({ sentences }: Advice) =>
      sentences !== undefined && advice.sentences !== undefined && !sentences.isDisjointFrom(advice.sentences);
    const together = [...merged.filter(shares), advice].reduce((one, other) => ({
      additions: [...one.additions, ...other.additions],
      contradictions: new Map([...one.contradictions, ...other.contradictions]),
      sentences: one.sentences && other.sentences && one.sentences.union(other.sentences),
    }));
    return [...merged.filter((one) => !shares(one)), together];
  }, []);
}

function formatAction(rendering: Rendering, advice: Advice): string {
  const { wording } = rendering;
  const replacements = [...advice.contradictions.values()].flatMap(toReplaced).map(({ quote, isSure }) => {
    const action = isSure ? wording.recommendReplace : wording.recommendCheck;
    return action(formatQuote(rendering, quote), formatPlace(rendering, quote));
  });
  return [...formatAddition(rendering, advice), ...replacements].join(" ");
}

/** The catalogue's action is for an item that is mostly open: of another one it would ask for what is there already. */
function formatAddition(rendering: Rendering, advice: Advice): string[] {
  const { wording, texts, findings } = rendering;
  if (advice.additions.length === 0) return [];
  const action = texts.recommendation?.action;
  const applicable = findings.criteria.filter(({ verdict }) => verdict !== "not_applicable");
  if (action !== undefined && criteriaOf(advice).length * 2 > applicable.length) return [action];
  const topics = (verdict: Verdict) =>
    advice.additions.filter((one) => one.verdict === verdict).map((criterion) => topicOf(rendering, criterion));
  const [missing, partly] = [topics("missing"), topics("partly")];
  return [
    ...(missing.length > 0 ? [wording.recommendAdd(missing)] : []),
    ...(partly.length > 0 ? [wording.recommendComplete(partly)] : []),
  ];
}

/** With the space after it; a new section has its number in the heading, a replaced wording has its own. */
function numberOf({ findings: { insertAt } }: Rendering, advice: Advice): string {
  const isClause = insertAt.relation === "in" && insertAt.number !== undefined && advice.contradictions.size === 0;
  return isClause ? `${insertAt.number} ` : "";
}

/** Where a wording is to be replaced, else where the text is to be inserted. */
function formatLocation(rendering: Rendering, advice: Advice): string {
  const [contradiction] = contradictionsOf(advice);
  if (contradiction === undefined) return formatInsertion(rendering, rendering.findings.insertAt);
  const { file, page, heading } = contradiction.first;
  return heading === undefined
    ? formatPlace(rendering, contradiction.first)
    : formatInsertion(rendering, { relation: "in", file, page, heading });
}

function formatInsertion(rendering: Rendering, { relation, heading = "", number, ...place }: InsertionPlace): string {
  const { wording } = rendering;
  const where = formatPlace(rendering, place);
  const name = heading.replace(/[.:;]{1,3}$/u, "");
  if (relation === "in") return wording.locationIn(name, where, number?.replace(/[\s.:–—-]{1,8}$/u, ""));
  // The heading becomes part of the document.
  const own = textsOfDocument(rendering);
  const section = own.recommendation?.section ?? own.name;
  const usual = number === undefined ? section : `${number} ${section}`;
  return relation === "after" ? wording.locationAfter(usual, name, where) : wording.locationAtEnd(usual, where);
}

/** In the document's own language, else in that of the findings. */
function textsOfDocument({ findings, texts, item }: Rendering): ItemTexts {
  const { documentLanguage, catalogueLanguage } = findings;
  const own = selectItemTexts(item, documentLanguage, catalogueLanguage);
  return own.language === documentLanguage ? own : texts;
}

function fillOwnTerms({ findings: { terms }, control }: Rendering, { language }: ItemTexts, text: string): string {
  const names = { ownWord: (key: string) => terms[key]?.word, article: (key: string) => terms[key]?.article ?? "" };
  return fillTerms(text, language, names, control);
}
