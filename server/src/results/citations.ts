import type { ConditionFinding, Evidence } from "../analysis/findings/findings.ts";
import { formatsOf } from "../analysis/findings/render/language-format.ts";
import { labelOfPage } from "../documents/document-file.ts";
import type { Included, ItemRendering } from "./item-rendering.ts";

interface QuoteBody {
  fileId: string;
  page: string;
  pageNumber: number;
  start: number;
  end: number;
  text?: string;
}

export type Citations = ReturnType<typeof openCitations>;

/** Quotes and conditions of a result, each listed once: items cite them by their index. */
export function openCitations({ cited, language }: ItemRendering, included: Included) {
  const { files } = cited;
  const quotes = openList<QuoteBody>();
  const conditions = openList<object>();

  const toQuote = ({ file, page, start, end, text }: Evidence): QuoteBody => {
    const own = files[file];
    return {
      fileId: own?.id ?? "",
      page: own === undefined ? String(page) : formatsOf(language).page(labelOfPage(own.pages, page)),
      ...{ pageNumber: page, start, end },
      ...(included.quotes && { text }),
    };
  };

  const citeEvidence = (evidence: Evidence[]) =>
    evidence.map((one) => ({
      quote: quotes.indexOf(`${one.file} ${one.page} ${one.start} ${one.end}`, () => toQuote(one)),
      role: one.role,
    }));

  return {
    included,
    quotes: quotes.entries,
    conditions: conditions.entries,
    citeEvidence,
    citeCondition({ key, statement, holds, decidedBy, probability, evidence }: ConditionFinding): number {
      const body = {
        ...{ key, ...(included.statements && { statement }) },
        ...{ holds, decidedBy, probability, evidence: citeEvidence(evidence) },
      };
      return conditions.indexOf(JSON.stringify(body), () => body);
    },
  };
}

function openList<Entry>() {
  const entries: Entry[] = [];
  const indexes = new Map<string, number>();
  return {
    entries,
    indexOf(key: string, create: () => Entry): number {
      const known = indexes.get(key);
      if (known !== undefined) return known;
      indexes.set(key, entries.length);
      return entries.push(create()) - 1;
    },
  };
}
