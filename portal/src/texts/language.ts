import type { Texts } from "./texts.ts";

export const languages = ["en", "de", "fr", "es"] as const;
export type Language = (typeof languages)[number];

/** Each language under its own name, as its readers look for it. */
export const languageNames: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
};

const keptUnder = "assay.language";

const isLanguage = (text: string): text is Language => languages.some((one) => one === text);
const languageOf = (locale: string) => locale.split("-", 1)[0]?.toLowerCase() ?? "";

/** What was chosen here before, or else the first of the browser's languages that there is. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(keptUnder) ?? "", ...navigator.languages.map(languageOf)];
  return wanted.find(isLanguage) ?? "en";
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(keptUnder, language);
}

/** Browsers pass on what the system calls its locale, which is not always a language tag: en-US@posix is none. */
function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

/** The reader's own region where it speaks this language: an Austrian's dates are not a Swiss one's. */
export function localeFor(language: Language): string {
  return navigator.languages.find((locale) => languageOf(locale) === language && isLocale(locale)) ?? language;
}

/** Only the language that is read is loaded. */
export const loadTexts: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import("./en.ts")).en,
  de: async () => (await import("./de.ts")).de,
  fr: async () => (await import("./fr.ts")).fr,
  es: async () => (await import("./es.ts")).es,
};
