import {
  type ByReference,
  type ConditionDocument,
  type ConditionTranslation,
  type ControlDocument,
  type ItemDocument,
  type TranslatedLanguage,
  translatedLanguages,
} from "./catalogue-format.ts";

export interface ItemCondition extends ConditionDocument {
  translations?: Partial<Record<TranslatedLanguage, ConditionTranslation>>;
}

/** An item with everything that its verdicts depend on. */
export interface CompleteItem extends ItemDocument {
  /** For criteria that do not say so themselves. */
  byReference?: ByReference;
  /** Those that the item and its criteria name. */
  conditions?: Record<string, ItemCondition>;
}

interface ConditionTexts {
  conditions: ControlDocument["conditions"] | undefined;
  translations: ControlDocument["translations"] | undefined;
}

/**
 * Adds what an item takes from its control. Revisions of items are stored complete, so that a result keeps the conditions
 * it was produced with.
 */
export function completeItem(
  { byReference, conditions, translations }: Pick<ControlDocument, "byReference" | "conditions" | "translations">,
  item: ItemDocument,
): CompleteItem {
  const named = new Set([item.appliesWhen, ...item.criteria.map((criterion) => criterion.appliesWhen)]);
  const own = completeConditions({ conditions, translations }).filter(([key]) => named.has(key));
  return {
    ...item,
    ...(byReference !== undefined && { byReference }),
    ...(own.length > 0 && { conditions: Object.fromEntries(own) }),
  };
}

/** A control's conditions with their translations. */
export function completeConditions({ conditions, translations }: ConditionTexts): [key: string, ItemCondition][] {
  return Object.entries(conditions ?? {}).map(([key, condition]) => {
    const texts = translatedLanguages.flatMap((language) => {
      const translated = translations?.[language]?.conditions?.[key];
      return translated === undefined ? [] : [[language, translated] as const];
    });
    return [key, { ...condition, ...(texts.length > 0 && { translations: Object.fromEntries(texts) }) }];
  });
}
