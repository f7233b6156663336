import { modalities } from "./language/modality.ts";
import type { Language } from "./words.ts";

/** What a sentence does: it forbids, frees from a duty, binds, allows, or merely states. */
export type Force = "forbids" | "frees" | "binds" | "allows" | "states";

export interface Polarity {
  force: Force;
  /** Said, but not firmly: should, endeavour, where feasible. */
  isWeak: boolean;
  hasException: boolean;
  isNegated: boolean;
}

export function readPolarity(text: string, language: Language): Polarity {
  const { prohibition, noDuty, duty, permission, weak, exception, negation } = modalities[language];
  const force = prohibition.test(text)
    ? "forbids"
    : noDuty.test(text)
      ? "frees"
      : duty.test(text)
        ? "binds"
        : permission.test(text)
          ? "allows"
          : "states";
  return { force, isWeak: weak.test(text), hasException: exception.test(text), isNegated: negation.test(text) };
}

/**
 * Whether what the passage does defeats what the requirement asks. A duty is defeated by being denied, a prohibition by
 * a permission, a permission by a prohibition. It says nothing about whether the two speak of the same thing.
 */
export function isOpposed(requirement: Polarity, passage: Polarity): boolean {
  if (requirement.force === "forbids" || (requirement.force === "states" && requirement.isNegated)) {
    return passage.force === "allows" || (passage.force === "binds" && !passage.isNegated && !passage.hasException);
  }
  if (passage.force === "frees") return true;
  if (passage.force === "forbids") return requirement.force === "allows" && !passage.hasException;
  return false;
}
