import type { ExtractedPage } from "../extraction/extracted-file.ts";
import type { Analyser, ItemToJudge, Subject } from "./analyser.ts";
import type { CriterionFinding, ItemFindings, PageRef, Quote } from "./findings.ts";

/**
 * Judges by the words a criterion shares with a sentence of the document, and by nothing else: enough to show where to
 * look, not enough to tell whether what stands there is a duty or its opposite.
 */
export async function openOfflineAnalyser(): Promise<Analyser> {
  return {
    async open(subject) {
      const passages = passagesOf(subject);
      return {
        engine: { name: "offline-words", version: "0", modelSha256: null },
        judge: async (item) => judge(subject, passages, item),
        close: async () => undefined,
      };
    },
    close: async () => undefined,
  };
}

interface Passage {
  quote: Quote;
  words: Set<string>;
}

const wordsOf = (text: string) =>
  new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 6)));

function passagesOf({ files }: Subject): Passage[] {
  return files.flatMap(({ pages }, file) => pages.flatMap((page) => passagesOn(page, file)));
}

function passagesOn({ number, text, paragraphs }: ExtractedPage, file: number): Passage[] {
  return paragraphs
    .filter(({ kind }) => kind !== "header" && kind !== "footer")
    .flatMap(({ start, end }) =>
      [...text.slice(start, end).matchAll(/[^.!?\n]+[.!?]*/g)].map((match) => {
        const from = start + match.index;
        const quote = { file, page: number, start: from, end: from + match[0].length, text: match[0] };
        return { quote, words: wordsOf(match[0]) };
      }),
    );
}

const enoughShared = 0.6;
const someShared = 0.35;

function find(passages: Passage[], statement: string): { quote: Quote; share: number } | undefined {
  const wanted = wordsOf(statement);
  let best: { quote: Quote; share: number } | undefined;
  for (const { quote, words } of passages) {
    const share = [...wanted].filter((word) => words.has(word)).length / Math.max(1, wanted.size);
    if (share > (best?.share ?? 0)) best = { quote, share };
  }
  return best;
}

function judge(subject: Subject, passages: Passage[], item: ItemToJudge): ItemFindings {
  const given = item.criteria ?? [];
  const criteria: CriterionFinding[] = (
    given.length > 0 ? given : [{ key: "objective", statement: item.objective, level: "must" as const }]
  ).map(({ key, statement, level }) => {
    const found = find(passages, statement);
    const share = found?.share ?? 0;
    const verdict = share >= enoughShared ? "met" : share >= someShared ? "partly" : "missing";
    const evidence = found !== undefined && verdict !== "missing" ? [found.quote] : [];
    return {
      key,
      statement,
      level,
      verdict,
      evidence,
      reason: `${Math.round(share * 100)} % of its words stand together.`,
    };
  });
  const open = criteria.filter(({ verdict }) => verdict !== "met");
  const points = criteria.reduce(
    (sum, { verdict }) => sum + (verdict === "met" ? 1 : verdict === "partly" ? 0.5 : 0),
    0,
  );
  const met = criteria.length - open.length;
  return {
    score: Math.round((1000 * points) / criteria.length) / 10,
    units: [{ name: "criteriaMet", value: `${met} of ${criteria.length}` }],
    strength: met > 0 ? `${met} of ${criteria.length} criteria have words of the document behind them.` : "",
    gaps: open.map(({ key, statement, evidence }) => ({
      topic: key,
      description: statement,
      pageRefs: toPageRefs(subject, evidence),
    })),
    explanation: `${met} of ${criteria.length} criteria are met by the words of the document.`,
    pageRefs: toPageRefs(
      subject,
      criteria.flatMap(({ evidence }) => evidence),
    ),
    risks: open.length > 0 ? (item.risks ?? []) : [],
    compensatingControls: open.length > 0 ? (item.compensatingControls ?? []) : [],
    recommendations: open.map(({ statement }) => ({
      gapIdentified: statement,
      actionableRecommendation: item.recommendation?.action ?? statement,
      suggestedTextLocation: item.recommendation?.section ?? "",
      suggestedTextToBeAdded: item.recommendation?.text ?? "",
    })),
    criteria,
  };
}

function toPageRefs({ files }: Subject, quotes: Quote[]): PageRef[] {
  return files.flatMap(({ pages }, file) => {
    const numbers = new Set(quotes.filter((quote) => quote.file === file).map(({ page }) => page));
    const labels = pages.filter(({ number }) => numbers.has(number)).map(({ label }) => label);
    return labels.length > 0 ? [{ file, pages: labels }] : [];
  });
}
