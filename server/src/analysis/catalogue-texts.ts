import type { ControlToJudge, ItemToJudge } from "./analyser.ts";
import { guessLanguage, type Language } from "./language/words.ts";

/** An item's texts in one language: what is said about a document is said with these, and with no others. */
export interface ItemTexts extends Pick<ItemToJudge, "name" | "objective" | "recommendation"> {
  language: Language;
  risks: string[];
  compensatingControls: string[];
  statementOf(criterion: { key: string; said: string }): string;
  /** Absent where only the criterion's key names its point. */
  topicOf(criterion: { key: string }): string | undefined;
}

/** The language a catalogue wrote the item in. Those that ship are in English; imported ones are told by their words. */
export function languageOfItem({ objective, name, criteria = [] }: ItemToJudge): Language {
  return criteria.length > 0 ? "en" : guessLanguage(`${name} ${objective}`);
}

/** In the language asked for; an item that was never put into it speaks its own, so that nothing is mixed. */
export function selectItemTexts(item: ItemToJudge, language: Language): ItemTexts {
  const own = languageOfItem(item);
  const texts = language === "en" ? undefined : item.translations?.[language];
  if (language === own || texts === undefined) {
    return {
      ...{ language: own, name: item.name, objective: item.objective },
      ...(item.recommendation !== undefined && { recommendation: item.recommendation }),
      risks: item.risks ?? [],
      compensatingControls: item.compensatingControls ?? [],
      statementOf: ({ said }) => said,
      topicOf: () => undefined,
    };
  }
  return {
    ...texts,
    language,
    statementOf: ({ key, said }) => texts.criteria[key]?.statement ?? said,
    topicOf: ({ key }) => texts.criteria[key]?.topic,
  };
}

type Terms = NonNullable<ControlToJudge["terms"]>;

/** What documents in these languages call the control's terms; the first language's names come first. */
export function termNames(control: ControlToJudge, languages: Language[]): Terms | undefined {
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

/** The kind of document a control expects, and the words that tell it, in one language. */
export function expectedDocument(
  control: ControlToJudge,
  language: Language,
): { documentKind: string; keywords: string[] } | undefined {
  const texts = language === "en" ? undefined : control.translations?.[language];
  return texts ?? control.expects;
}
