import type { TranslatedLanguage } from "../catalogue/catalogue-format.ts";
import type { ControlToJudge, ItemToJudge } from "./analyser.ts";
import { guessLanguage, type Language } from "./language/words.ts";

/** The part of a catalogue item that rendering needs. */
export type ItemToRender = Pick<
  ItemToJudge,
  "name" | "objective" | "risks" | "compensatingControls" | "recommendation" | "translations"
> & {
  /** By the keys of the conditions that the item names. */
  conditions?: Record<string, ConditionToRender>;
};

/** The findings have its statement in the catalogue's own language. */
export interface ConditionToRender {
  translations?: Partial<Record<TranslatedLanguage, { statement: string } | null>>;
}

/** An item's texts in one language; findings in that language use no others. */
export interface ItemTexts extends Pick<ItemToJudge, "name" | "objective" | "recommendation"> {
  language: Language;
  risks: string[];
  compensatingControls: string[];
  /** `statement`: in the catalogue's own language. */
  statementOf(criterion: { key: string; statement: string }): string;
  conditionOf(condition: { key: string; statement: string }): string;
  /** Undefined if only the criterion's key names its topic. */
  topicOf(criterion: { key: string }): string | undefined;
}

/** The shipped catalogue is written in English; the language of an imported item is guessed. */
export function languageOfItem({ objective, name, criteria = [] }: ItemToJudge): Language {
  return criteria.length > 0 ? "en" : guessLanguage(`${name} ${objective}`);
}

/** `own`: the language the item is written in. Without a translation it is kept, so that languages are not mixed. */
export function selectItemTexts(item: ItemToRender, language: Language, own: Language): ItemTexts {
  const texts = language === "en" ? undefined : item.translations?.[language];
  if (language === own || texts === undefined) {
    return {
      ...{ language: own, name: item.name, objective: item.objective },
      ...(item.recommendation !== undefined && { recommendation: item.recommendation }),
      risks: item.risks ?? [],
      compensatingControls: item.compensatingControls ?? [],
      statementOf: ({ statement }) => statement,
      conditionOf: ({ statement }) => statement,
      topicOf: () => undefined,
    };
  }
  return {
    ...texts,
    language,
    statementOf: ({ key, statement }) => texts.criteria[key]?.statement ?? statement,
    conditionOf: ({ key, statement }) =>
      item.conditions?.[key]?.translations?.[language as TranslatedLanguage]?.statement ?? statement,
    topicOf: ({ key }) => texts.criteria[key]?.topic,
  };
}

type Terms = NonNullable<ControlToJudge["terms"]>;

/** The control's terms as documents in these languages call them; names in the first language come first. */
export function translateTerms(control: ControlToJudge, languages: Language[]): Terms | undefined {
  if (control.terms === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(control.terms).map(([key, term]) => {
      const named = languages.flatMap((language) => {
        if (language === "en") return [key.replaceAll("_", " "), ...term.alsoCalled];
        const own = control.translations?.[language]?.terms[key];
        return own === undefined ? [] : [own.name, ...own.alsoCalled];
      });
      return [key, { ...term, alsoCalled: [...new Set(named)] }];
    }),
  );
}

/** The kind of document a control expects, and its keywords. */
export function expectedDocument(
  control: ControlToJudge,
  language: Language,
): { documentKind: string; keywords: string[] } | undefined {
  const texts = language === "en" ? undefined : control.translations?.[language];
  return texts ?? control.expects;
}
