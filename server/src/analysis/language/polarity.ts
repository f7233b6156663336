import { modalities } from "./modality.ts";
import type { Language } from "./words.ts";

/** What a sentence does: it forbids, frees from a duty, binds, allows, or merely states. */
export type Modality = "prohibits" | "exempts" | "obliges" | "permits" | "states";

export interface Polarity {
  modality: Modality;
  /** Said, but not firmly: should, endeavour, where feasible. */
  isWeak: boolean;
  hasException: boolean;
  isNegated: boolean;
}

export function readPolarity(text: string, language: Language): Polarity {
  const { weak, exception, negation } = modalities[language];
  return {
    modality: modalityOf(text, language),
    isWeak: weak.test(text),
    hasException: exception.test(text),
    isNegated: negation.test(text),
  };
}

function modalityOf(text: string, language: Language): Modality {
  const { freedom, prohibition, noDuty, duty, permission } = modalities[language];
  if (freedom.test(text)) return "permits";
  if (prohibition.test(text)) return "prohibits";
  if (noDuty.test(text)) return "exempts";
  if (duty.test(text)) return "obliges";
  return permission.test(text) ? "permits" : "states";
}

/** Whether it says what may, must or must not be done, and does not only name something. */
export const saysWhatIsDone = (text: string, language: Language) => modalityOf(text, language) !== "states";

/** It says that something is left free, not only that it may be done. */
export const leavesFree = (text: string, language: Language) => modalities[language].freedom.test(text);

/** What is allowed is allowed in every way; "only" limits it again. */
export const isWithoutLimit = (text: string, language: Language) =>
  modalities[language].withoutLimit.test(text) && !exclusive.test(text);

/** It holds whatever else is agreed, and on no condition: "notwithstanding any other provision". */
export const isUnconditional = (text: string) =>
  /\bnotwithstanding any(?:thing|\s+other)\b/i.test(text) &&
  !/\b(?:if|where|when|required|only|to the extent)\b/i.test(text);

/**
 * Whether what the passage does defeats what the requirement asks. A duty is defeated by being denied, a prohibition by
 * a permission, a permission by a prohibition. It says nothing about whether the two speak of the same thing.
 */
export function isOpposed(requirement: Polarity, passage: Polarity): boolean {
  if (requirement.modality === "prohibits" || (requirement.modality === "states" && requirement.isNegated)) {
    return (
      passage.modality === "permits" || (passage.modality === "obliges" && !passage.isNegated && !passage.hasException)
    );
  }
  if (passage.modality === "exempts") return true;
  if (passage.modality === "prohibits") return requirement.modality === "permits" && !passage.hasException;
  return false;
}

/** "All", "only", "never": a requirement without exceptions is defeated by one counter-example. */
const universal =
  /(?<!\p{L})(?:all|every|each|any|only|solely|exclusively|never|no one|none|alle[rsn]?|jede[rsn]?|nur|ausschließlich|tou(?:s|te|tes)|chaque|seul\w*|uniquement|exclusivement|tod[oa]s?|cada|sólo|solo|únicamente|exclusivamente)(?!\p{L})/iu;
const exclusive =
  /(?<!\p{L})(?:only|solely|exclusively|nur|ausschließlich|seul\w*|uniquement|exclusivement|sólo|solo|únicamente|exclusivamente)(?!\p{L})/iu;
const openList =
  /\b(?:including,? (?:but not limited to|without limitation)|without limitation|not limited to|any and all|or other\w*|of any kind|in any form|whether or not|regardless|einschließlich|insbesondere|unabhängig davon|y compris|notamment|quel\w* que soi\w*|incluid[oa]s?|sin limitación|cualquier)\b/iu;

const regardless =
  /\b(?:whether or not|regardless|irrespective|even if not|unabhängig davon|gleichgültig ob|qu['’]il soit ou non|indépendamment|independientemente|con independencia)\b/iu;

export const isRegardless = (text: string) => regardless.test(text);
/** It asks something of all there are, so that waiving it for some defeats it; "shall not use any" does not. */
export const isForAll = (statement: string) => /\b(?:all|every|each|only|solely|exclusively)\b/i.test(statement);
export const isUniversal = (statement: string) => universal.test(statement);
/** The requirement narrows something to one kind. */
export const isExclusive = (statement: string) => exclusive.test(statement);
/** The passage opens a list to more than it names, or names many: "technical, commercial, financial or other information". */
export function isOpenList(text: string): boolean {
  return openList.test(text) || (text.match(/,/g) ?? []).length >= 4;
}
