import type { ControlToJudge } from "../analyser.ts";
import { expectedDocument } from "../catalogue-texts.ts";
import type { OtherKind } from "../findings/findings.ts";
import { contentStems, type Language } from "../language/words.ts";
import type { DocumentIndexes } from "./document-indexes.ts";
import { type Embeddings, type Encoder, similarities } from "./encoder.ts";
import { type LexicalIndex, occurTogether } from "./lexical-index.ts";

/**
 * A document with a smaller share of the control's keywords may be of another kind: an invoice or a menu has one in ten
 * by chance. One in seventeen documents of the right kind has no more.
 */
const minKeywordShare = 0.16;
/**
 * For such a document the meaning decides: the mean, over the keywords, of the similarity of the nearest passage. A long
 * document comes nearer by chance. Of documents of the right kind with few keywords, and of parts of them, 85 in 100 are
 * above this limit with up to 16 passages, 90 to 95 with up to 64, and all with more; of contracts against controls of
 * another subject, 85 to 94 in 100 are below it at any length.
 */
const minSimilarity = (passages: number) => Math.min(0.43, 0.225 + 0.0305 * Math.log2(passages));
/** Shorter documents, and controls with fewer keywords, say nothing about the kind. */
const minPassages = 5;
const minKeywords = 8;

/** The files in one language, and the keywords in that language. */
export interface KeywordsInLanguage {
  index: LexicalIndex;
  keywords: string[];
}

/** Undefined if the document is of the kind the control expects. */
export async function detectOtherKind(
  control: ControlToJudge,
  languages: Language[],
  indexes: DocumentIndexes,
  encoded: { passages: Embeddings; encoder: Encoder } | undefined,
): Promise<OtherKind | undefined> {
  const keywordsIn = (language: Language) => expectedDocument(control, language)?.keywords ?? [];
  const otherKind = countFewKeywords(
    [...new Set(languages)].map((language) => ({
      index: indexes.ofFilesIn(language),
      keywords: keywordsIn(language),
    })),
  );
  if (otherKind === undefined || encoded === undefined) return otherKind;
  const keywords = await encoded.encoder.encode(keywordsIn("en"));
  return isNearKeywords(encoded.passages, keywords) ? undefined : otherKind;
}

/**
 * The count if there are too few keywords. The language with the largest share decides: a price list in another language
 * may come along and be longer than the agreement itself.
 */
export function countFewKeywords(inLanguages: KeywordsInLanguage[]): OtherKind | undefined {
  const known = inLanguages.filter(({ keywords }) => keywords.length >= minKeywords);
  if (known.every(({ index }) => index.passageCount < minPassages)) return undefined;
  const shares = known.map(({ index, keywords }) => ({
    share: shareOfKeywords(index, keywords),
    total: keywords.length,
  }));
  const best = shares.reduce((a, b) => (b.share > a.share ? b : a));
  if (best.share >= minKeywordShare) return undefined;
  return { found: Math.round(best.share * best.total), total: best.total };
}

/** A keyword counts if all its words occur in one passage. */
export function shareOfKeywords(index: LexicalIndex, keywords: string[]): number {
  const found = keywords.filter((keyword) => occurTogether(index, contentStems(keyword, index.language)));
  return found.length / keywords.length;
}

export function isNearKeywords(passages: Embeddings, keywords: Float32Array[]): boolean {
  const nearest = keywords.map((keyword) =>
    similarities(passages, keyword).reduce((max, one) => Math.max(max, one), 0),
  );
  const sum = nearest.reduce((all, one) => all + one, 0);
  return sum >= minSimilarity(passages.rows.length) * keywords.length;
}
