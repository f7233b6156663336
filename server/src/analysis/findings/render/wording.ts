import type { RequiredFigure } from "../../language/quantities.ts";
import type { Reason } from "../../verdict/reason.ts";
import type { ComplianceLevel, Verdict } from "../findings.ts";

/** All sentences of the findings in one language, but for those of the catalogue and the quotes. */
export interface Wording {
  /** A page's label in this language: "12", "slide 3". */
  page(label: string): string;
  /** "page 4", "pages 4 and 6", "slide 3"; with the file's name when there are several. */
  where(pages: string[], fileName: string | undefined): string;
  quoted(text: string): string;
  /** "Label: text", with the spaces the language puts there. */
  labelled(label: string, text: string): string;
  /** Joins parts that may contain commas. */
  listed(parts: string[]): string;
  verdict: Record<Verdict, string>;
  level: Record<ComplianceLevel, string>;
  /** `words`: those of the passage that the reason rests on, if known. */
  reason(reason: Reason, figure: RequiredFigure | undefined, words?: string): string;
  strength(proofs: { statement: string; quote: string; where: string }[]): string;
  noStrength: string;
  summary(counts: {
    score: number;
    level: string;
    total: number;
    met: number;
    partly: number;
    contradicted: number;
    missing: number;
  }): string;
  gapMissing(statement: string): string;
  gapFound(statement: string, reason: string, quote: string, where: string): string;
  otherKind(kind: string, found: number, total: number): string;
  /** That the score was lowered; see `otherKindShare`. */
  otherKindLowered: string;
  otherKindTopic: string;
  wordsAlone: string;
  dropped(count: number): string;
  recommendAdd(action: string | undefined, topics: string[]): string;
  recommendRewrite(quote: string, where: string): string;
  locationIn(heading: string, where: string): string;
  locationAfter(section: string, heading: string, where: string): string;
  locationAtEnd(section: string, where: string): string;
  clause(statement: string): string;
  topic(key: string): string;
  lookFor(kind: string): string;
}
