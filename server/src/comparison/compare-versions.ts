import { formatsOf } from "../analysis/findings/render/language-format.ts";
import { labelOfPage } from "../documents/document-file.ts";
import type { ExtractedPage } from "../extraction/extracted-file.ts";
import { getOrCreate } from "../platform/get-or-create.ts";
import type { ItemRendering } from "../results/item-rendering.ts";
import { type Clause, toClauses } from "./clauses.ts";
import {
  type ChangeWithQuotes,
  compareVerdicts,
  type JudgedDocument,
  type QuotePlace,
  type VerdictChange,
} from "./compare-verdicts.ts";
import { diffWords, type WordRun } from "./diff-words.ts";
import { matchClauses } from "./match-clauses.ts";

export const changeKinds = ["added", "removed", "reworded", "moved"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Where a clause begins. */
export interface ClausePlace extends QuotePlace {
  documentName: string;
  page: string;
}

export interface ClauseChange {
  kind: ChangeKind;
  /** Also of a reworded clause. */
  isMoved: boolean;
  isHeading: boolean;
  headingPath: string[];
  previous: ClausePlace | null;
  current: ClausePlace | null;
  words: WordRun[];
  verdictChanges: VerdictChange[];
}

export interface VersionToCompare extends JudgedDocument {
  /** The pages of each readable file. */
  pages: ExtractedPage[][];
}

export interface Comparison {
  counts: Record<ChangeKind | "unchanged", number>;
  changes: ClauseChange[];
  /** No changed clause holds a quote of theirs. */
  otherVerdictChanges: VerdictChange[];
}

/** A clause is reworded, moved or both; it is counted once. */
export function compareVersions(before: VersionToCompare, after: VersionToCompare): Comparison {
  const [old, now] = [toClauses(before.pages), toClauses(after.pages)];
  const matches = matchClauses(old, now);
  const counts = { added: 0, removed: 0, reworded: 0, moved: 0, unchanged: 0 };
  const changes: ClauseChange[] = [];
  const ofBefore = new ChangesByPlace();
  const ofAfter = new ChangesByPlace();
  for (const match of matches) {
    const [previous, current] = [old[match.before ?? -1], now[match.after ?? -1]];
    const clause = current ?? previous;
    const kind = kindOf(match);
    counts[kind] += 1;
    if (clause === undefined || kind === "unchanged") continue;
    const change: ClauseChange = {
      ...{ kind, isMoved: match.isMoved, isHeading: clause.isHeading, headingPath: clause.headingPath },
      previous: previous === undefined ? null : placeOf(before.rendering, previous),
      current: current === undefined ? null : placeOf(after.rendering, current),
      words: wordsOf(kind, previous, current),
      verdictChanges: [],
    };
    changes.push(change);
    if (previous !== undefined) ofBefore.add(before.rendering, previous, change);
    if (current !== undefined) ofAfter.add(after.rendering, current, change);
  }
  const otherVerdictChanges = compareVerdicts(before, after).flatMap(({ change, previousQuotes, quotes }) => {
    const causes = new Set([...ofBefore.find(previousQuotes), ...ofAfter.find(quotes)]);
    for (const cause of causes) cause.verdictChanges.push(change);
    return causes.size === 0 ? [change] : [];
  });
  return { counts, changes, otherVerdictChanges };
}

function kindOf({ before, after, isReworded, isMoved }: ReturnType<typeof matchClauses>[number]) {
  if (before === undefined) return "added";
  if (after === undefined) return "removed";
  return isReworded ? "reworded" : isMoved ? "moved" : "unchanged";
}

function wordsOf(kind: ChangeKind, previous: Clause | undefined, current: Clause | undefined): WordRun[] {
  if (kind === "reworded") return diffWords(previous?.text ?? "", current?.text ?? "");
  if (kind === "removed") return [{ kind: "removed", text: previous?.text ?? "" }];
  return [{ kind: kind === "added" ? "added" : "same", text: current?.text ?? "" }];
}

function placeOf({ cited, language }: ItemRendering, { parts: [first] }: Clause): ClausePlace {
  const file = cited.files[first.file];
  const { page, start, end } = first;
  return {
    fileId: file?.id ?? "",
    documentName: file?.displayName ?? "",
    page: formatsOf(language).page(file === undefined ? String(page) : labelOfPage(file.pages, page)),
    pageNumber: page,
    start,
    end,
  };
}

/** Finds the changed clauses that a quote is in. */
class ChangesByPlace {
  readonly #byPage = new Map<string, { start: number; end: number; change: ClauseChange }[]>();

  add({ cited }: ItemRendering, { parts }: Clause, change: ClauseChange): void {
    for (const { file, page, start, end } of parts)
      getOrCreate(this.#byPage, `${cited.files[file]?.id} ${page}`, () => []).push({ start, end, change });
  }

  find(quotes: ChangeWithQuotes["quotes"]): ClauseChange[] {
    return quotes.flatMap(({ fileId, pageNumber, start, end }) =>
      (this.#byPage.get(`${fileId} ${pageNumber}`) ?? [])
        .filter((clause) => clause.start < end && start < clause.end)
        .map(({ change }) => change),
    );
  }
}
