import type { SubjectFile } from "../../analyser.ts";
import {
  type CriterionFinding,
  type ItemFindings,
  levelOf,
  type PageRef,
  type Quote,
  type Verdict,
} from "../findings.ts";
import type { Wording } from "./wording.ts";

/**
 * What is said of an item's criteria follows from their verdicts and quotes alone, so that it can be said anew where
 * some of these were dropped: a score, a count or a quote that is told never differs from the one the item has.
 */
export interface Telling {
  files: SubjectFile[];
  wording: Wording;
}

const mostProofs = 3;
const longestQuoteInText = 280;

/** A quote in running text is cut to what can be read in passing; the whole of it stands with the criterion. */
export function shown({ wording }: Telling, quote: Quote): string {
  const text = quote.text.replace(/\s+/g, " ");
  if (text.length <= longestQuoteInText) return wording.quoted(text);
  return wording.quoted(`${text.slice(0, text.lastIndexOf(" ", longestQuoteInText))} …`);
}

export function whereIs({ wording, files }: Telling, quote: Quote): string {
  return wording.where([labelOf(files, quote)], files.length > 1 ? files[quote.file]?.name : undefined);
}

/** A new section at the end of the last file: a place that is there in any case. */
export function atTheEnd({ wording, files }: Telling, section: string): string {
  const last = files.at(-1);
  const page = last?.pages.at(-1)?.label ?? "1";
  return wording.locationAtEnd(section, wording.where([page], files.length > 1 ? last?.name : undefined));
}

export function labelOf(files: SubjectFile[], { file, page }: Quote): string {
  return files[file]?.pages.find(({ number }) => number === page)?.label ?? "";
}

export function pageRefsOf(files: SubjectFile[], quotes: Quote[]): PageRef[] {
  return files.flatMap((_, file) => {
    const here = quotes.filter((quote) => quote.file === file);
    const pages = [...new Map(here.map((quote) => [quote.page, labelOf(files, quote)]))]
      .sort(([a], [b]) => a - b)
      .map(([, label]) => label);
    return pages.length === 0 ? [] : [{ file, pages }];
  });
}

/** The weightiest criterion comes first. */
export function strengthOf(telling: Telling, criteria: CriterionFinding[]): string {
  const proofs = criteria
    .flatMap(({ verdict, statement, evidence: [first] }) =>
      verdict !== "met" || first === undefined
        ? []
        : [{ statement, quote: shown(telling, first), where: whereIs(telling, first) }],
    )
    .slice(0, mostProofs);
  return proofs.length === 0 ? telling.wording.noStrength : telling.wording.strength(proofs);
}

export function gapDescriptionOf(telling: Telling, { statement, reason, evidence }: CriterionFinding): string {
  const [first] = evidence;
  if (first === undefined) return telling.wording.gapMissing(statement);
  return telling.wording.gapFound(statement, reason, shown(telling, first), whereIs(telling, first));
}

/** That a document is of another kind is told by its one gap, and its criteria are not told point by point. */
export function otherKindGapOf({ wording }: Telling, { gaps }: Pick<ItemFindings, "gaps">) {
  return gaps.find(({ topic }) => topic === wording.otherKindTopic);
}

export function explanationOf(
  telling: Telling,
  findings: Pick<ItemFindings, "score" | "criteria" | "gaps">,
  isWordsAlone: boolean,
): string {
  const { wording } = telling;
  const { score, criteria } = findings;
  const otherKind = otherKindGapOf(telling, findings);
  const counts = countsOf(criteria);
  const lines = [
    ...(otherKind === undefined ? [] : [`${otherKind.description} ${wording.otherKindLowered}`]),
    wording.summary({ score, level: wording.level[levelOf(score)], total: criteria.length, ...counts }),
  ];
  for (const { statement, verdict, reason, evidence } of otherKind === undefined ? criteria : []) {
    const [first] = evidence;
    const proof = first === undefined ? "" : ` ${shown(telling, first)} (${whereIs(telling, first)}).`;
    const label = wording.verdict[verdict];
    lines.push(wording.labelled(`${label.charAt(0).toUpperCase()}${label.slice(1)}`, `${statement} ${reason}${proof}`));
  }
  if (isWordsAlone) lines.push(wording.wordsAlone);
  return lines.join("\n");
}

function countsOf(criteria: CriterionFinding[]): Record<Verdict, number> {
  const count = (wanted: Verdict) => criteria.filter(({ verdict }) => verdict === wanted).length;
  return { met: count("met"), partly: count("partly"), contradicted: count("contradicted"), missing: count("missing") };
}

/** The figures that the verdicts and quotes give. */
export function unitsOf(criteria: CriterionFinding[]): ItemFindings["units"] {
  const counts = countsOf(criteria);
  const musts = criteria.filter(({ level }) => level === "must");
  const quotes = criteria.reduce((sum, { evidence }) => sum + evidence.length, 0);
  return [
    { name: "criteriaMet", value: `${counts.met} of ${criteria.length}` },
    { name: "mustCriteriaMet", value: `${countsOf(musts).met} of ${musts.length}` },
    { name: "criteriaPartlyMet", value: String(counts.partly) },
    { name: "criteriaContradicted", value: String(counts.contradicted) },
    { name: "quotes", value: String(quotes) },
  ];
}
