import type { ControlToJudge } from "../../analyser.ts";
import { expectedDocument, type ItemTexts, type ItemToRender } from "../../catalogue-texts.ts";
import { toSentences } from "../../passages/sentences.ts";
import type { ItemFindings, Verdict } from "../findings.ts";
import type { RenderedFile } from "./places.ts";
import { remember } from "./remember.ts";
import type { Wording } from "./wording.ts";

/** Everything that the parts of an item's text are rendered from. */
export interface Rendering {
  findings: ItemFindings;
  wording: Wording;
  texts: ItemTexts;
  control: ControlToJudge;
  item: ItemToRender;
  files: RenderedFile[];
}

export function topicOf({ wording, texts }: Pick<Rendering, "wording" | "texts">, criterion: { key: string }): string {
  const { key } = criterion;
  // A criterion derived from the item's own statement has no name: "statement-a-1" is its part a.1.
  const [, part] = /^statement(?:-(.+))?$/.exec(key) ?? [key, key];
  if (part === key) return texts.topicOf(criterion) ?? wording.topic(key);
  return part === undefined ? texts.name : `${texts.name} (${part.replaceAll("-", ".")})`;
}

/** What a criterion asks for: the first sentence of its statement. The others say what counts. */
export function requirementOf(texts: ItemTexts, criterion: { key: string; statement: string }): string {
  return firstSentence(texts.statementOf(criterion));
}

/** The sentence of the statement that says what meets the criterion only in part: "A shorter period meets this in part." */
export function meetsInPart(
  { wording, texts }: Pick<Rendering, "wording" | "texts">,
  criterion: { key: string; statement: string },
): string | undefined {
  const [, ...others] = sentencesOf(texts.statementOf(criterion));
  return others.find((sentence) => wording.meetsInPart.test(sentence));
}

const sentencesOf = remember((text = "") => toSentences(text).map(({ start, end }) => text.slice(start, end).trim()));

export const firstSentence = (text: string) => sentencesOf(text)[0] ?? text;

export const isOpen = ({ verdict }: { verdict: Verdict }) => verdict !== "met" && verdict !== "not_applicable";

export function expectedKind({ control, texts }: Pick<Rendering, "control" | "texts">): string {
  return expectedDocument(control, texts.language)?.documentKind ?? control.name;
}
