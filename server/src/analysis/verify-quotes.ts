import type { SubjectFile } from "./analyser.ts";
import type { ItemFindings, PageRef, Quote } from "./findings.ts";

/** "Every statement about the document rests on a quote that stands, character for character, on the cited page." */
export function standsOnPage(files: SubjectFile[], quote: Quote): boolean {
  const page = files[quote.file]?.pages.find(({ number }) => number === quote.page);
  return page !== undefined && quote.text !== "" && page.text.slice(quote.start, quote.end) === quote.text;
}

/**
 * The last gate of every analyser. A quote that does not stand on its page is dropped, and with it what rests on it: a
 * verdict other than missing without a quote left is missing, a page reference without a quote is none.
 */
export function dropUnproven(
  files: SubjectFile[],
  findings: ItemFindings,
): { findings: ItemFindings; dropped: number } {
  let dropped = 0;
  const criteria = findings.criteria.map((criterion) => {
    const evidence = criterion.evidence.filter((quote) => standsOnPage(files, quote));
    dropped += criterion.evidence.length - evidence.length;
    if (evidence.length === 0 && criterion.verdict !== "missing")
      return { ...criterion, evidence, verdict: "missing" as const };
    return { ...criterion, evidence };
  });
  const proven = new Set(
    criteria.flatMap(({ evidence }) => evidence.map(({ file, page }) => `${file}\n${labelOf(files, file, page)}`)),
  );
  const keep = (refs: PageRef[]) =>
    refs
      .map(({ file, pages }) => ({ file, pages: pages.filter((label) => proven.has(`${file}\n${label}`)) }))
      .filter(({ pages }) => pages.length > 0);
  return {
    dropped,
    findings: {
      ...findings,
      criteria,
      pageRefs: keep(findings.pageRefs),
      gaps: findings.gaps.map((gap) => ({ ...gap, pageRefs: keep(gap.pageRefs) })),
    },
  };
}

function labelOf(files: SubjectFile[], file: number, page: number): string {
  return files[file]?.pages.find(({ number }) => number === page)?.label ?? "";
}
