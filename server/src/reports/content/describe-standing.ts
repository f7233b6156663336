import { outcomeOf } from "../outcome.ts";
import type { ReportHead } from "../report-content.ts";
import { formatNumber, type ReportTexts } from "../texts/report-texts.ts";

/** One paragraph: how the review stands and why, each sentence from data. */
export function describeStanding(texts: ReportTexts, head: ReportHead): string[] {
  const { board } = texts;
  const { rollUp } = head;
  const judged = rollUp.items.flatMap(({ item, evidence }) =>
    evidence === undefined ? [] : [{ name: item.name, ...outcomeOf(evidence), evidence }],
  );
  const of = (level: (typeof judged)[number]["level"]) => judged.filter((one) => one.level === level);
  const [met, partly, unmet, inapplicable] = [
    of("compliant"),
    of("partially_compliant"),
    of("non_compliant"),
    of("not_applicable"),
  ];
  const { queued, processing, failed } = rollUp.documentCounts;
  const sentences: string[] = [];
  if (judged.length > 0) {
    const parts = [
      ...(met.length > 0 ? [board.count("met", met.length)] : []),
      ...(partly.length > 0 ? [board.count("partly", partly.length)] : []),
      ...(unmet.length > 0 ? [board.count("unmet", unmet.length)] : []),
      ...(inapplicable.length > 0 ? [board.count("inapplicable", inapplicable.length)] : []),
    ];
    const unjudged = rollUp.items.length - judged.length;
    if (unjudged > 0) parts.push(board.count("unjudged", unjudged));
    sentences.push(board.count("judgedCounts", judged.length, { parts: board.join(parts) }));
    if (met.length === 0 && partly.length + unmet.length > 0) sentences.push(board.say("nothingMet"));
    sentences.push(describeReasons(texts, [...unmet, ...partly]));
    sentences.push(describeExtremes(texts, head));
    sentences.push(describeConfirmation(texts, judged));
    if (rollUp.decided !== undefined && rollUp.score !== undefined && rollUp.score !== rollUp.decided.score)
      sentences.push(board.say("machineScore", { score: formatNumber(texts, rollUp.score) }));
  }
  if (queued + processing > 0) sentences.push(board.count("unfinished", queued + processing));
  if (failed > 0) sentences.push(board.count("failed", failed));
  return sentences.filter((sentence) => sentence !== "");
}

const namedReasons = 3;

function describeReasons(
  { board, quoted }: ReportTexts,
  open: { name: string; score: number | undefined; level: string }[],
): string {
  if (open.length === 0) return board.say("nothingOpen");
  const worst = open.filter(({ score }) => score !== undefined).toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
  if (worst.length === 0) return "";
  const topics = worst.slice(0, namedReasons).map(({ name }) => quoted(name));
  return board.say("mostIsMissing", { topics: board.join(topics) });
}

function describeExtremes(texts: ReportTexts, { rollUp }: ReportHead): string {
  const scored = rollUp.clusters
    .flatMap(({ cluster, score }) => (score === undefined ? [] : [{ name: cluster.name, score }]))
    .toSorted((a, b) => b.score - a.score);
  const [best, worst] = [scored[0], scored.at(-1)];
  // With decisions in effect, the clusters' scores are not those that count.
  if (best === undefined || worst === undefined || best.score === worst.score || rollUp.decided !== undefined)
    return "";
  return texts.board.say("extremes", {
    ...{ best: texts.quoted(best.name), bestScore: formatNumber(texts, best.score) },
    ...{ worst: texts.quoted(worst.name), worstScore: formatNumber(texts, worst.score) },
  });
}

function describeConfirmation(
  { board }: ReportTexts,
  judged: { evidence: { decisions?: { isDecided: boolean } } }[],
): string {
  const decided = judged.filter(({ evidence }) => evidence.decisions?.isDecided === true).length;
  if (decided === 0) return board.say("nobodyDecided");
  if (decided === judged.length) return board.say("allDecided");
  return board.count("decidedCounts", decided, { all: judged.length });
}
