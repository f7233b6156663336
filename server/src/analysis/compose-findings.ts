import type { ControlToJudge, ItemToJudge, SubjectFile } from "./analyser.ts";
import type { Candidate } from "./criterion-signs.ts";
import { fillTerms } from "./fill-terms.ts";
import {
  type CriterionFinding,
  type Gap,
  type ItemFindings,
  levelOf,
  type PageRef,
  type Quote,
  type Recommendation,
} from "./findings.ts";
import type { Judgement } from "./judge-criterion.ts";
import type { Wording } from "./language/wording.ts";
import type { LexicalIndex } from "./lexical-index.ts";
import type { Names } from "./parties.ts";
import { scoreItem } from "./score-item.ts";
import { expectedIn, type SpokenItem } from "./spoken-item.ts";
import { type Section, sectionFor, sentencesFor } from "./suggest-text.ts";

export interface Composition {
  files: SubjectFile[];
  control: ControlToJudge;
  item: ItemToJudge;
  /** What is said is said with these texts. */
  spoken: SpokenItem;
  index: LexicalIndex;
  names: Names;
  sections: Section[];
  wording: Wording;
  /** Set when the document is plainly of another kind than the control expects. */
  otherKind: { found: number; total: number } | undefined;
  isWordsAlone: boolean;
}

/** How far a document of another kind may get (said in `otherKindLowered`): it may say something in passing, but it is not what was asked for. */
const otherKindShare = 0.2;
const mostProofs = 3;
const longestQuoteInText = 280;

export function composeFindings(composition: Composition, judgements: Judgement[]): ItemFindings {
  const { otherKind, spoken } = composition;
  const judged = judgements.map(({ criterion, credit, verdict }) => ({
    level: criterion.level,
    weight: criterion.weight,
    verdict,
    credit: otherKind === undefined ? credit : credit * otherKindShare,
  }));
  const score = scoreItem(judged);
  const open = judgements.filter(({ verdict }) => verdict !== "met");
  const gaps = otherKind === undefined ? open.map((one) => toGap(composition, one)) : [otherKindGap(composition)];
  const hasGaps = otherKind !== undefined || open.length > 0;
  return {
    language: spoken.language,
    score,
    units: unitsOf(composition, judgements),
    strength: strengthOf(composition, judgements),
    gaps,
    explanation: explanationOf(composition, judgements, score),
    pageRefs: pageRefsOf(
      composition.files,
      judgements.flatMap(({ evidence }) => evidence),
    ),
    risks: hasGaps ? spoken.risks : [],
    compensatingControls: hasGaps ? spoken.compensatingControls : [],
    recommendations: hasGaps ? recommendationsFor(composition, judgements, gaps) : [],
    criteria: judgements.map((one) => toFinding(composition, one)),
  };
}

function toQuote({ bearing: { passage } }: Candidate): Quote {
  const { file, page, start, end, text } = passage;
  return { file, page, start, end, text };
}

function toFinding({ wording, spoken }: Composition, judgement: Judgement): CriterionFinding {
  const { criterion, verdict, evidence, reason } = judgement;
  return {
    key: criterion.key,
    statement: spoken.statementOf(criterion),
    level: criterion.level,
    verdict,
    evidence: evidence.map(toQuote),
    reason: wording.reason(reason, criterion.figure),
  };
}

/** A quote in running text is cut to what can be read in passing; the whole of it stands with the criterion. */
function shown({ wording }: Composition, { bearing: { passage } }: Candidate): string {
  const text = passage.text.replace(/\s+/g, " ");
  if (text.length <= longestQuoteInText) return wording.quoted(text);
  return wording.quoted(`${text.slice(0, text.lastIndexOf(" ", longestQuoteInText))} …`);
}

function whereIs({ wording, files }: Composition, { bearing: { passage } }: Candidate): string {
  return wording.where([passage.pageLabel], files.length > 1 ? files[passage.file]?.name : undefined);
}

function pageRefsOf(files: SubjectFile[], evidence: Candidate[]): PageRef[] {
  return files.flatMap((_, file) => {
    const here = evidence.filter(({ bearing }) => bearing.passage.file === file);
    const pages = [...new Map(here.map(({ bearing: { passage } }) => [passage.page, passage.pageLabel]))]
      .sort(([a], [b]) => a - b)
      .map(([, label]) => label);
    return pages.length === 0 ? [] : [{ file, pages }];
  });
}

function topicOf({ wording, spoken }: Composition, { criterion }: Judgement): string {
  // What was taken from an item's own statement has no name of its own: "statement-a-1" is its part a.1.
  const [, part] = /^statement(?:-(.+))?$/.exec(criterion.key) ?? [criterion.key, criterion.key];
  if (part === criterion.key) return spoken.topicOf(criterion) ?? wording.topic(criterion.key);
  return part === undefined ? spoken.name : `${spoken.name} (${part.replaceAll("-", ".")})`;
}

function toGap(composition: Composition, judgement: Judgement): Gap {
  const { wording, files, spoken } = composition;
  const { criterion, evidence, reason } = judgement;
  const statement = spoken.statementOf(criterion);
  const [first] = evidence;
  return {
    topic: topicOf(composition, judgement),
    description:
      first === undefined
        ? wording.gapMissing(statement)
        : wording.gapFound(
            statement,
            wording.reason(reason, criterion.figure),
            shown(composition, first),
            whereIs(composition, first),
          ),
    pageRefs: pageRefsOf(files, evidence),
  };
}

/** What the control expects to be given, as it is called in the language spoken. */
function expectedKind({ control, spoken }: Composition): string {
  return expectedIn(control, spoken.language)?.documentKind ?? control.name;
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

function strengthOf(composition: Composition, judgements: Judgement[]): string {
  const proofs = judgements
    .filter(({ verdict, evidence }) => verdict === "met" && evidence.length > 0)
    .sort((a, b) => b.criterion.weight - a.criterion.weight)
    .slice(0, mostProofs)
    .flatMap(({ criterion, evidence: [first] }) =>
      first === undefined
        ? []
        : [
            {
              statement: composition.spoken.statementOf(criterion),
              quote: shown(composition, first),
              where: whereIs(composition, first),
            },
          ],
    );
  return proofs.length === 0 ? composition.wording.noStrength : composition.wording.strength(proofs);
}

function explanationOf(composition: Composition, judgements: Judgement[], score: number): string {
  const { wording, otherKind, spoken, isWordsAlone } = composition;
  const count = (wanted: string) => judgements.filter(({ verdict }) => verdict === wanted).length;
  const lines = [
    wording.summary({
      score,
      level: wording.level[levelOf(score)],
      total: judgements.length,
      met: count("met"),
      partly: count("partly"),
      contradicted: count("contradicted"),
      missing: count("missing"),
    }),
  ];
  if (otherKind !== undefined)
    lines.unshift(
      `${wording.otherKind(expectedKind(composition), otherKind.found, otherKind.total)} ${wording.otherKindLowered}`,
    );
  for (const { criterion, verdict, reason, evidence } of otherKind === undefined ? judgements : []) {
    const [first] = evidence;
    const why = wording.reason(reason, criterion.figure);
    const proof = first === undefined ? "" : ` ${shown(composition, first)} (${whereIs(composition, first)}).`;
    const label = wording.verdict[verdict];
    const told = `${spoken.statementOf(criterion)} ${why}${proof}`;
    lines.push(wording.labelled(`${label.charAt(0).toUpperCase()}${label.slice(1)}`, told));
  }
  if (isWordsAlone) lines.push(wording.wordsAlone);
  return lines.join("\n");
}

function unitsOf({ isWordsAlone }: Composition, judgements: Judgement[]): { name: string; value: string }[] {
  const count = (chosen: Judgement[], wanted: string) => chosen.filter(({ verdict }) => verdict === wanted).length;
  const musts = judgements.filter(({ criterion }) => criterion.level === "must");
  const quotes = judgements.reduce((sum, { evidence }) => sum + evidence.length, 0);
  return [
    { name: "criteriaMet", value: `${count(judgements, "met")} of ${judgements.length}` },
    { name: "mustCriteriaMet", value: `${count(musts, "met")} of ${musts.length}` },
    { name: "criteriaPartlyMet", value: String(count(judgements, "partly")) },
    { name: "criteriaContradicted", value: String(count(judgements, "contradicted")) },
    { name: "quotes", value: String(quotes) },
    { name: "judgedBy", value: isWordsAlone ? "words" : "words and meaning" },
  ];
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
        actionableRecommendation: wording.recommendRewrite(shown(composition, first), whereIs(composition, first)),
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
  if (nearest !== undefined && heading !== undefined) return wording.locationIn(heading, whereIs(composition, nearest));
  const like = sectionFor(sections, `${item.recommendation?.section ?? ""} ${item.name}`, index);
  if (like !== undefined) return wording.locationIn(like.heading, at(like));
  const last = sections.at(-1);
  if (last !== undefined) return wording.locationAfter(usual, last.heading, at(last));
  const lastFile = files.at(-1);
  const lastPage = lastFile?.pages.at(-1)?.label ?? "1";
  return wording.locationAtEnd(usual, wording.where([lastPage], files.length > 1 ? lastFile?.name : undefined));
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
