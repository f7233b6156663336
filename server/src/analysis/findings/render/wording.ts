import type { RequiredFigure } from "../../language/quantities.ts";
import type { Reason } from "../../verdict/reason.ts";
import type { ComplianceLevel, Verdict } from "../findings.ts";

/** How a language writes what stands beside findings, too: places, quotation marks, lists, names of verdicts and levels. */
export interface LanguageFormat {
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
}

/** The facts behind a reason, each in words; absent where unknown. */
export interface WordedFacts {
  requiredFigure?: RequiredFigure | undefined;
  foundFigure?: string | undefined;
  weakWords?: string | undefined;
  /** What the document calls the party. */
  party?: string | undefined;
  exception?: string | undefined;
  /** The condition that keeps a criterion from applying. */
  condition?: string | undefined;
  /** The first quote, in quotation marks. */
  quote?: string | undefined;
  /** The place of the first quote. */
  where?: string | undefined;
}

/** Topics of an item's criteria, by verdict. */
export type TopicsByVerdict = Record<Verdict, string[]>;

/** All sentences of the findings in one language, but for those of the catalogue and the quotes. */
export interface Wording extends LanguageFormat {
  /** A sentence. */
  reason(reason: Reason, facts: WordedFacts): string;
  /** What the catalogue writes in the sentence that says what meets a criterion only in part. */
  meetsInPart: RegExp;
  /** One sentence: where the item stands, and why. */
  opening(level: ComplianceLevel, score: number, topics: TopicsByVerdict): string;
  /** Before the topics that are met. */
  covered: string;
  noStrength: string;
  gapMissing(statement: string): string;
  gapFound(statement: string, quote: string, where: string, reason: string): string;
  /** Before the catalogue's risk. */
  risk: string;
  /** The same of a document of another kind; that the score was lowered: see `otherKindShare`. */
  openingOtherKind(score: number, kind: string): string;
  gapOtherKind(kind: string, found: number, total: number): string;
  otherKindTopic: string;
  wordsAlone: string;
  dropped(count: number): string;
  recommendAdd(topics: string[]): string;
  /** What is there only in part. */
  recommendComplete(topics: string[]): string;
  recommendReplace(quote: string, where: string): string;
  recommendCheck(quote: string, where: string): string;
  /** `number`: of the clause to insert, in the document's own numbering. */
  locationIn(heading: string, where: string, number: string | undefined): string;
  locationAfter(section: string, heading: string, where: string): string;
  locationAtEnd(section: string, where: string): string;
  topic(key: string): string;
  lookFor(kind: string): string;
}
