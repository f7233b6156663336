import type { ControlToJudge, ItemToJudge } from "../analyser.ts";
import { expectedDocument, type ItemTexts } from "../catalogue-texts.ts";
import type { Language } from "../language/words.ts";
import type { Names } from "../passages/parties.ts";
import type { Passage } from "../passages/passages.ts";
import type { OtherKind } from "../search/document-kind.ts";
import type { LexicalIndex } from "../search/lexical-index.ts";
import { findDistinctiveWords } from "../verdict/distinctive-words.ts";
import type { Judgement } from "../verdict/judge-criterion.ts";
import type { Candidate } from "../verdict/rule-features.ts";
import { scoreItem } from "../verdict/score-item.ts";
import type { CriterionFinding, Gap, ItemFindings, Quote, Recommendation } from "./findings.ts";
import { fillTerms } from "./render/fill-terms.ts";
import {
  atTheEnd,
  explanationOf,
  gapDescriptionOf,
  pageRefsOf,
  shown,
  strengthOf,
  type Telling,
  unitsOf,
  whereIs,
} from "./render/finding-texts.ts";
import { type Section, sectionFor, sentencesFor } from "./render/suggest-text.ts";

export interface Composition extends Telling {
  control: ControlToJudge;
  item: ItemToJudge;
  /** What is said is said with these texts. */
  spoken: ItemTexts;
  index: LexicalIndex;
  names: Names;
  sections: Section[];
  languageOf(passage: Passage): Language;
  /** Set when the document is plainly of another kind than the control expects. */
  otherKind: OtherKind | undefined;
  isWordsAlone: boolean;
}

/** How far a document of another kind may get (said in `otherKindLowered`): it may say something in passing, but it is not what was asked for. */
const otherKindShare = 0.2;

export function composeFindings(composition: Composition, judgements: Judgement[]): ItemFindings {
  const { otherKind, spoken, isWordsAlone } = composition;
  const judged = judgements.map(({ criterion, credit, verdict }) => ({
    level: criterion.level,
    weight: criterion.weight,
    verdict,
    credit: otherKind === undefined ? credit : credit * otherKindShare,
  }));
  const score = scoreItem(judged);
  const told = judgements.map((judgement) => ({ judgement, finding: toFinding(composition, judgement) }));
  const criteria = told.map(({ finding }) => finding);
  const open = told.filter(({ finding }) => finding.verdict !== "met");
  const gaps =
    otherKind === undefined
      ? open.map(({ judgement, finding }) => toGap(composition, judgement, finding))
      : [otherKindGap(composition)];
  const hasGaps = otherKind !== undefined || open.length > 0;
  const byWeight = told.toSorted((a, b) => b.judgement.criterion.weight - a.judgement.criterion.weight);
  return {
    language: spoken.language,
    score,
    units: [...unitsOf(criteria), { name: "judgedBy", value: isWordsAlone ? "words" : "words and meaning" }],
    strength: strengthOf(
      composition,
      byWeight.map(({ finding }) => finding),
    ),
    gaps,
    explanation: explanationOf(composition, { score, criteria, gaps }, isWordsAlone),
    pageRefs: pageRefsOf(
      composition.files,
      criteria.flatMap(({ evidence }) => evidence),
    ),
    risks: hasGaps ? spoken.risks : [],
    compensatingControls: hasGaps ? spoken.compensatingControls : [],
    recommendations: hasGaps ? recommendationsFor(composition, judgements, gaps) : [],
    criteria,
  };
}

function toQuote({ bearing: { passage } }: Candidate): Quote {
  const { file, page, start, end, text } = passage;
  return { file, page, start, end, text };
}

function toFinding({ wording, spoken, languageOf }: Composition, judgement: Judgement): CriterionFinding {
  const { criterion, verdict, evidence, reason } = judgement;
  const passage = evidence[0]?.bearing.passage;
  const words = passage && findDistinctiveWords(reason, criterion, passage.text, languageOf(passage));
  return {
    key: criterion.key,
    statement: spoken.statementOf(criterion),
    level: criterion.level,
    verdict,
    evidence: evidence.map(toQuote),
    reason: wording.reason(reason, criterion.figure, words),
  };
}

function topicOf({ wording, spoken }: Composition, { criterion }: Judgement): string {
  // What was taken from an item's own statement has no name of its own: "statement-a-1" is its part a.1.
  const [, part] = /^statement(?:-(.+))?$/.exec(criterion.key) ?? [criterion.key, criterion.key];
  if (part === criterion.key) return spoken.topicOf(criterion) ?? wording.topic(criterion.key);
  return part === undefined ? spoken.name : `${spoken.name} (${part.replaceAll("-", ".")})`;
}

function toGap(composition: Composition, judgement: Judgement, finding: CriterionFinding): Gap {
  return {
    topic: topicOf(composition, judgement),
    description: gapDescriptionOf(composition, finding),
    pageRefs: pageRefsOf(composition.files, finding.evidence),
  };
}

/** What the control expects to be given, as it is called in the language spoken. */
function expectedKind({ control, spoken }: Composition): string {
  return expectedDocument(control, spoken.language)?.documentKind ?? control.name;
}

function otherKindGap(composition: Composition): Gap {
  const { wording, otherKind } = composition;
  const { found = 0, total = 0 } = otherKind ?? {};
  return {
    topic: wording.otherKindTopic,
    description: wording.otherKind(expectedKind(composition), found, total),
    pageRefs: [],
  };
}

function recommendationsFor(composition: Composition, judgements: Judgement[], gaps: Gap[]): Recommendation[] {
  const { wording, spoken, otherKind } = composition;
  const open = judgements.filter(({ verdict }) => verdict !== "met");
  if (otherKind !== undefined) {
    return [
      {
        gapIdentified: wording.otherKindTopic,
        actionableRecommendation: wording.lookFor(expectedKind(composition)),
        // A clause put into the wrong document would not make it the right one.
        suggestedTextLocation: "",
        suggestedTextToBeAdded: "",
      },
    ];
  }
  const defeated = open.filter(({ verdict }) => verdict === "contradicted");
  const rewrites = defeated.flatMap((judgement) => {
    const [first] = judgement.evidence;
    if (first === undefined) return [];
    return [
      {
        gapIdentified: topicOf(composition, judgement),
        actionableRecommendation: wording.recommendRewrite(
          shown(composition, toQuote(first)),
          whereIs(composition, toQuote(first)),
        ),
        suggestedTextLocation: locationFor(composition, first),
        suggestedTextToBeAdded: textFor(composition, [judgement]),
      },
    ];
  });
  const additions = open.filter(({ verdict }) => verdict !== "contradicted");
  if (additions.length === 0) return rewrites;
  const topics = gaps.filter((_, at) => open[at]?.verdict !== "contradicted").map(({ topic }) => topic);
  // Beside what the document already says of it; a criterion that is met shows the place as well as one that is not.
  const [nearest] = [...additions, ...judgements].flatMap(({ evidence }) => evidence);
  return [
    {
      gapIdentified: wording.listed(topics),
      actionableRecommendation: wording.recommendAdd(spoken.recommendation?.action, topics),
      suggestedTextLocation: locationFor(composition, nearest),
      suggestedTextToBeAdded: textFor(composition, additions),
    },
    ...rewrites,
  ];
}

/** Where the nearest passage stands; else the section that sounds like the usual place; else after the last section. */
function locationFor(composition: Composition, nearest: Candidate | undefined): string {
  const { wording, sections, index, item, spoken, files } = composition;
  const usual = spoken.recommendation?.section ?? spoken.name;
  const at = (section: Section) =>
    wording.where([section.pageLabel], files.length > 1 ? files[section.file]?.name : undefined);
  const heading = nearest?.bearing.passage.headingPath.at(-1);
  if (nearest !== undefined && heading !== undefined)
    return wording.locationIn(heading, whereIs(composition, toQuote(nearest)));
  const like = sectionFor(sections, `${item.recommendation?.section ?? ""} ${item.name}`, index);
  if (like !== undefined) return wording.locationIn(like.heading, at(like));
  const last = sections.at(-1);
  if (last !== undefined) return wording.locationAfter(usual, last.heading, at(last));
  return atTheEnd(composition, usual);
}

function textFor({ spoken, item, names, control, wording }: Composition, open: Judgement[]): string {
  const statements = open.map(({ criterion }) => spoken.statementOf(criterion));
  const whole = spoken.recommendation?.text;
  if (whole === undefined)
    return (statements.length > 0 ? statements : [spoken.objective]).map(wording.clause).join("\n");
  const total = item.criteria?.length ?? 0;
  const isMostMissing = open.length === 0 || open.length * 2 > total;
  const chosen = sentencesFor(whole, statements, isMostMissing, spoken.language);
  return fillTerms(chosen, spoken.language, names, control);
}
