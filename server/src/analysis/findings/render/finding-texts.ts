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
 * The texts of an item depend on the verdicts and quotes of its criteria alone. So they can be rendered again after a quote
 * was dropped, and never state another score, count or quote than the item has.
 */
export interface RenderContext {
  files: SubjectFile[];
  wording: Wording;
}

const maxProofs = 3;
const maxQuoteLength = 280;

/** Shortened for running text; the criterion has the whole quote. */
export function formatQuote({ wording }: RenderContext, quote: Quote): string {
  const text = quote.text.replace(/\s+/g, " ");
  if (text.length <= maxQuoteLength) return wording.quoted(text);
  return wording.quoted(`${text.slice(0, text.lastIndexOf(" ", maxQuoteLength))} …`);
}

export function formatPlace({ wording, files }: RenderContext, quote: Quote): string {
  return wording.where([pageLabelOf(files, quote)], files.length > 1 ? files[quote.file]?.name : undefined);
}

/** A new section at the end of the last file: a place that always exists. */
export function formatDocumentEnd({ wording, files }: RenderContext, section: string): string {
  const last = files.at(-1);
  const page = last?.pages.at(-1)?.label ?? "1";
  return wording.locationAtEnd(section, wording.where([page], files.length > 1 ? last?.name : undefined));
}

export function pageLabelOf(files: SubjectFile[], { file, page }: Quote): string {
  return files[file]?.pages.find(({ number }) => number === page)?.label ?? "";
}

export function toPageRefs(files: SubjectFile[], quotes: Quote[]): PageRef[] {
  return files.flatMap((_, file) => {
    const here = quotes.filter((quote) => quote.file === file);
    const pages = [...new Map(here.map((quote) => [quote.page, pageLabelOf(files, quote)]))]
      .sort(([a], [b]) => a - b)
      .map(([, label]) => label);
    return pages.length === 0 ? [] : [{ file, pages }];
  });
}

/** `criteria`: highest weight first. */
export function renderStrength(context: RenderContext, criteria: CriterionFinding[]): string {
  const proofs = criteria
    .flatMap(({ verdict, statement, evidence: [first] }) =>
      verdict !== "met" || first === undefined
        ? []
        : [{ statement, quote: formatQuote(context, first), where: formatPlace(context, first) }],
    )
    .slice(0, maxProofs);
  return proofs.length === 0 ? context.wording.noStrength : context.wording.strength(proofs);
}

export function renderGapDescription(
  context: RenderContext,
  { statement, reason, evidence: [first] }: CriterionFinding,
): string {
  if (first === undefined) return context.wording.gapMissing(statement);
  return context.wording.gapFound(statement, reason, formatQuote(context, first), formatPlace(context, first));
}

/** A document of another kind has this one gap, and its criteria are not explained one by one. */
export function findOtherKindGap({ wording }: RenderContext, { gaps }: Pick<ItemFindings, "gaps">) {
  return gaps.find(({ topic }) => topic === wording.otherKindTopic);
}

export function renderExplanation(
  context: RenderContext,
  findings: Pick<ItemFindings, "score" | "criteria" | "gaps">,
  isWordsAlone: boolean,
): string {
  const { wording } = context;
  const { score, criteria } = findings;
  const otherKind = findOtherKindGap(context, findings);
  const lines = [
    ...(otherKind === undefined ? [] : [`${otherKind.description} ${wording.otherKindLowered}`]),
    wording.summary({
      score,
      level: wording.level[levelOf(score)],
      total: criteria.length,
      ...countVerdicts(criteria),
    }),
  ];
  for (const { statement, verdict, reason, evidence } of otherKind === undefined ? criteria : []) {
    const [first] = evidence;
    const proof = first === undefined ? "" : ` ${formatQuote(context, first)} (${formatPlace(context, first)}).`;
    const label = wording.verdict[verdict];
    lines.push(wording.labelled(`${label.charAt(0).toUpperCase()}${label.slice(1)}`, `${statement} ${reason}${proof}`));
  }
  if (isWordsAlone) lines.push(wording.wordsAlone);
  return lines.join("\n");
}

function countVerdicts(criteria: CriterionFinding[]): Record<Verdict, number> {
  const counts = { met: 0, partly: 0, contradicted: 0, missing: 0 };
  for (const { verdict } of criteria) counts[verdict]++;
  return counts;
}

/** The figures behind the score. */
export function toUnits(criteria: CriterionFinding[]): ItemFindings["units"] {
  const counts = countVerdicts(criteria);
  const musts = criteria.filter(({ level }) => level === "must");
  const quotes = criteria.reduce((sum, { evidence }) => sum + evidence.length, 0);
  return [
    { name: "criteriaMet", value: `${counts.met} of ${criteria.length}` },
    { name: "mustCriteriaMet", value: `${countVerdicts(musts).met} of ${musts.length}` },
    { name: "criteriaPartlyMet", value: String(counts.partly) },
    { name: "criteriaContradicted", value: String(counts.contradicted) },
    { name: "quotes", value: String(quotes) },
  ];
}
