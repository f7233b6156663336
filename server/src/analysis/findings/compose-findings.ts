import type { ControlToJudge, ItemToJudge } from "../analyser.ts";
import { expectedDocument, type ItemTexts } from "../catalogue-texts.ts";
import type { Language } from "../language/words.ts";
import type { TermNames } from "../passages/parties.ts";
import type { Passage } from "../passages/passages.ts";
import type { OtherKind } from "../search/document-kind.ts";
import type { LexicalIndex } from "../search/lexical-index.ts";
import { findDistinctiveWords } from "../verdict/distinctive-words.ts";
import type { Judgement } from "../verdict/judge-criterion.ts";
import { scoreItem } from "../verdict/score-item.ts";
import type { CriterionFinding, Gap, ItemFindings, Quote, Recommendation } from "./findings.ts";
import { fillTerms } from "./render/fill-terms.ts";
import {
  formatDocumentEnd,
  formatPlace,
  formatQuote,
  type RenderContext,
  renderExplanation,
  renderGapDescription,
  renderStrength,
  toPageRefs,
  toUnits,
} from "./render/finding-texts.ts";
import { findSection, type Section, selectSentences } from "./render/suggest-text.ts";

export interface Composition extends RenderContext {
  control: ControlToJudge;
  item: ItemToJudge;
  /** The item's texts in the language of the findings. */
  texts: ItemTexts;
  index: LexicalIndex;
  names: TermNames;
  sections: Section[];
  languageOf(passage: Passage): Language;
  /** Set if the document is of another kind than the control expects. */
  otherKind: OtherKind | undefined;
  isWordsAlone: boolean;
}

/** Credit in a document of another kind is multiplied by this; `otherKindLowered` of the wordings states it. */
const otherKindShare = 0.2;

export function composeFindings(composition: Composition, judgements: Judgement[]): ItemFindings {
  const { otherKind, texts, isWordsAlone } = composition;
  const score = scoreItem(
    judgements.map(({ criterion: { level, weight }, credit, verdict }) => ({
      ...{ level, weight, verdict },
      credit: otherKind === undefined ? credit : credit * otherKindShare,
    })),
  );
  const found = judgements.map((judgement) => ({ judgement, finding: toFinding(composition, judgement) }));
  const criteria = found.map(({ finding }) => finding);
  const open = found.filter(({ finding }) => finding.verdict !== "met");
  const gaps =
    otherKind === undefined
      ? open.map(({ judgement, finding }) => toGap(composition, judgement, finding))
      : [toOtherKindGap(composition, otherKind)];
  const hasGaps = otherKind !== undefined || open.length > 0;
  const byWeight = found.toSorted((a, b) => b.judgement.criterion.weight - a.judgement.criterion.weight);
  return {
    language: texts.language,
    score,
    units: [...toUnits(criteria), { name: "judgedBy", value: isWordsAlone ? "words" : "words and meaning" }],
    strength: renderStrength(
      composition,
      byWeight.map(({ finding }) => finding),
    ),
    gaps,
    explanation: renderExplanation(composition, { score, criteria, gaps }, isWordsAlone),
    pageRefs: toPageRefs(
      composition.files,
      criteria.flatMap(({ evidence }) => evidence),
    ),
    risks: hasGaps ? texts.risks : [],
    compensatingControls: hasGaps ? texts.compensatingControls : [],
    recommendations: hasGaps ? recommend(composition, judgements, gaps) : [],
    criteria,
  };
}

function toQuote({ file, page, start, end, text }: Passage): Quote {
  return { file, page, start, end, text };
}

function toFinding({ wording, texts, languageOf }: Composition, judgement: Judgement): CriterionFinding {
  const { criterion, verdict, evidence, reason } = judgement;
  const [first] = evidence;
  const words = first && findDistinctiveWords(reason, criterion, first.text, languageOf(first));
  return {
    key: criterion.key,
    statement: texts.statementOf(criterion),
    level: criterion.level,
    verdict,
    evidence: evidence.map(toQuote),
    reason: wording.reason(reason, criterion.figure, words),
  };
}

function topicOf({ wording, texts }: Composition, { criterion }: Judgement): string {
  // A criterion derived from the item's own statement has no name: "statement-a-1" is its part a.1.
  const [, part] = /^statement(?:-(.+))?$/.exec(criterion.key) ?? [criterion.key, criterion.key];
  if (part === criterion.key) return texts.topicOf(criterion) ?? wording.topic(criterion.key);
  return part === undefined ? texts.name : `${texts.name} (${part.replaceAll("-", ".")})`;
}

function toGap(composition: Composition, judgement: Judgement, finding: CriterionFinding): Gap {
  return {
    topic: topicOf(composition, judgement),
    description: renderGapDescription(composition, finding),
    pageRefs: toPageRefs(composition.files, finding.evidence),
  };
}

function expectedKind({ control, texts }: Composition): string {
  return expectedDocument(control, texts.language)?.documentKind ?? control.name;
}

function toOtherKindGap(composition: Composition, { found, total }: OtherKind): Gap {
  const { wording } = composition;
  const description = wording.otherKind(expectedKind(composition), found, total);
  return { topic: wording.otherKindTopic, description, pageRefs: [] };
}

function recommend(composition: Composition, judgements: Judgement[], gaps: Gap[]): Recommendation[] {
  const { wording, texts, otherKind } = composition;
  if (otherKind !== undefined) {
    return [
      {
        gapIdentified: wording.otherKindTopic,
        actionableRecommendation: wording.lookFor(expectedKind(composition)),
        // No clause turns the wrong document into the right one.
        ...{ suggestedTextLocation: "", suggestedTextToBeAdded: "" },
      },
    ];
  }
  const open = judgements.filter(({ verdict }) => verdict !== "met");
  const rewrites = open.flatMap((judgement) => {
    const [first] = judgement.evidence;
    return judgement.verdict !== "contradicted" || first === undefined
      ? []
      : [recommendRewrite(composition, judgement, first)];
  });
  const additions = open.filter(({ verdict }) => verdict !== "contradicted");
  if (additions.length === 0) return rewrites;
  const topics = gaps.filter((_, at) => open[at]?.verdict !== "contradicted").map(({ topic }) => topic);
  // Beside what the document already says on the subject, even if that meets its criterion.
  const [nearest] = [...additions, ...judgements].flatMap(({ evidence }) => evidence);
  return [
    {
      gapIdentified: wording.listed(topics),
      actionableRecommendation: wording.recommendAdd(texts.recommendation?.action, topics),
      suggestedTextLocation: suggestLocation(composition, nearest),
      suggestedTextToBeAdded: suggestText(composition, additions),
    },
    ...rewrites,
  ];
}

function recommendRewrite(composition: Composition, judgement: Judgement, passage: Passage): Recommendation {
  const quote = toQuote(passage);
  return {
    gapIdentified: topicOf(composition, judgement),
    actionableRecommendation: composition.wording.recommendRewrite(
      formatQuote(composition, quote),
      formatPlace(composition, quote),
    ),
    suggestedTextLocation: suggestLocation(composition, passage),
    suggestedTextToBeAdded: suggestText(composition, [judgement]),
  };
}

/** In the section of the nearest passage; else in the one that sounds like the usual place; else after the last one. */
function suggestLocation(composition: Composition, nearest: Passage | undefined): string {
  const { wording, sections, index, item, texts, files } = composition;
  const placeOf = ({ pageLabel, file }: Section) =>
    wording.where([pageLabel], files.length > 1 ? files[file]?.name : undefined);
  const heading = nearest?.headingPath.at(-1);
  if (nearest !== undefined && heading !== undefined)
    return wording.locationIn(heading, formatPlace(composition, toQuote(nearest)));
  const similar = findSection(sections, `${item.recommendation?.section ?? ""} ${item.name}`, index);
  if (similar !== undefined) return wording.locationIn(similar.heading, placeOf(similar));
  const usual = texts.recommendation?.section ?? texts.name;
  const last = sections.at(-1);
  if (last !== undefined) return wording.locationAfter(usual, last.heading, placeOf(last));
  return formatDocumentEnd(composition, usual);
}

function suggestText({ texts, item, names, control, wording }: Composition, open: Judgement[]): string {
  const statements = open.map(({ criterion }) => texts.statementOf(criterion));
  const whole = texts.recommendation?.text;
  if (whole === undefined)
    return (statements.length > 0 ? statements : [texts.objective]).map(wording.clause).join("\n");
  const isMostMissing = open.length === 0 || open.length * 2 > (item.criteria?.length ?? 0);
  const sentences = selectSentences(whole, statements, isMostMissing, texts.language);
  return fillTerms(sentences, texts.language, names, control);
}
