import { modalities } from "./modality.ts";
import type { Language } from "./words.ts";

/** What a sentence does: prohibit, exempt from a duty, oblige, permit, or merely state. */
export type Modality = "prohibits" | "exempts" | "obliges" | "permits" | "states";

export interface Polarity {
  modality: Modality;
  /** Hedged: "should", "endeavour", "where feasible". */
  isWeak: boolean;
  hasException: boolean;
  isNegated: boolean;
}

export function readPolarity(text: string, language: Language): Polarity {
  const { weak, exception, negation } = modalities[language];
  return {
    modality: readModality(text, language),
    isWeak: weak.test(text),
    hasException: exception.test(text),
    isNegated: negation.test(text),
  };
}

export function readModality(text: string, language: Language): Modality {
  const { freedom, prohibition, exemption, obligation, permission } = modalities[language];
  if (freedom.test(text)) return "permits";
  if (prohibition.test(text)) return "prohibits";
  if (exemption.test(text)) return "exempts";
  if (obligation.test(text)) return "obliges";
  return permission.test(text) ? "permits" : "states";
}

/** The text leaves somebody free to do something ("is free to"), which is more than a mere "may". */
export const isFreedom = (text: string, language: Language) => modalities[language].freedom.test(text);

/** What is permitted is permitted in every way; "only" would limit it again. */
export const isUnlimited = (text: string, language: Language) =>
  modalities[language].unlimited.test(text) && !exclusive.test(text);

/** It holds whatever else is agreed, and without a condition: "notwithstanding any other provision". */
export const isUnconditional = (text: string) =>
  /\bnotwithstanding any(?:thing|\s+other)\b/i.test(text) &&
  !/\b(?:if|where|when|required|only|to the extent)\b/i.test(text);

/**
 * Whether the passage's modality contradicts the requirement's: an exemption contradicts a duty, a permission a
 * prohibition, a prohibition a permission. Whether both are about the same subject is not looked at.
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

/** One counter-example contradicts a requirement with one of these words. */
const universal =
  /(?<!\p{L})(?:all|every|each|any|only|solely|exclusively|never|no one|none|alle[rsn]?|jede[rsn]?|nur|ausschließlich|tou(?:s|te|tes)|chaque|seul\w*|uniquement|exclusivement|tod[oa]s?|cada|sólo|solo|únicamente|exclusivamente)(?!\p{L})/iu;
const exclusive =
  /(?<!\p{L})(?:only|solely|exclusively|nur|ausschließlich|seul\w*|uniquement|exclusivement|sólo|solo|únicamente|exclusivamente)(?!\p{L})/iu;
const openList =
  /\b(?:including,? (?:but not limited to|without limitation)|without limitation|not limited to|any and all|or other\w*|of any kind|in any form|whether or not|regardless|einschließlich|insbesondere|unabhängig davon|y compris|notamment|quel\w* que soi\w*|incluid[oa]s?|sin limitación|cualquier)\b/iu;
const waiver =
  /\b(?:whether or not|regardless|irrespective|even if not|unabhängig davon|gleichgültig ob|qu['’]il soit ou non|indépendamment|independientemente|con independencia)\b/iu;

/** It waives a condition: "whether or not it is marked". */
export const isWaiver = (text: string) => waiver.test(text);
/** The requirement covers all of something, so that a waiver for some contradicts it; "shall not use any" does not. */
export const isForAll = (statement: string) => /\b(?:all|every|each|only|solely|exclusively)\b/i.test(statement);
export const isUniversal = (statement: string) => universal.test(statement);
/** The requirement narrows something to one kind. */
export const isExclusive = (statement: string) => exclusive.test(statement);
/** The list says that it is not complete, or is long: "technical, commercial, financial or other information". */
export const isOpenList = (text: string) => openList.test(text) || (text.match(/,/g) ?? []).length >= 4;
