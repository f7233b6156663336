import { formatsOf } from "../../analysis/findings/render/language-format.ts";
import type { AuditLanguage } from "../../documents/document.ts";
import { createBoardTexts } from "./board-texts.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import { fill } from "./fill.ts";
import fr from "./fr.json" with { type: "json" };

const words: Record<AuditLanguage, typeof en> = { en, de, fr, es };

/** The texts of a report that do not come from the findings. Joining words and places are those of the findings. */
function createTexts(language: AuditLanguage) {
  const { judged, changeCounts, changeFrom, subjectsShown, confidence, confidenceUnknown, toReview, ...others } =
    words[language];
  const { acceptedUntil, signedOffBy, ...texts } = others;
  const percentOf = (share: number) =>
    new Intl.NumberFormat(texts.locale, { style: "percent" }).format(wholePercent(share) / 100);
  const { labelled, listed, quoted, verdict: verdicts, where } = formatsOf(language);
  return {
    ...{ ...texts, labelled, listed, quoted, verdicts, where, percentOf },
    board: createBoardTexts(language, texts.locale),
    judged: (count: number, all: number) => fill(judged, { judged: count, all }),
    changeCounts: (improved: number, worsened: number, unchanged: number) =>
      fill(changeCounts, { improved, worsened, unchanged }),
    confidence: (value: number | null) =>
      value === null ? confidenceUnknown : fill(confidence, { percent: percentOf(value) }),
    toReview: (items: number, criteria: number, below: number) =>
      fill(toReview, { items, criteria, percent: percentOf(below) }),
    subjectsShown: (shown: number, all: number) => fill(subjectsShown, { shown, all }),
    signedOffBy: (name: string, at: Date) => fill(signedOffBy, { name, date: formatMoment(texts, at) }),
    acceptedUntil: (date: Date) => fill(acceptedUntil, { date: formatDate(texts, date) }),
    changeFrom: (newer: string, older: string) => fill(changeFrom, { newer, older }),
  };
}

export type ReportTexts = ReturnType<typeof createTexts>;

export const reportTexts: Record<AuditLanguage, ReportTexts> = {
  en: createTexts("en"),
  de: createTexts("de"),
  fr: createTexts("fr"),
  es: createTexts("es"),
};

/** Rounded down, so that no figure below the threshold looks as if it reached it; shares have four decimals. */
export const wholePercent = (share: number): number => Math.floor(Math.round(1e4 * share) / 100);

/** Reports are read in other time zones than they are made: every time is in UTC and states that. */
export function formatDate({ locale }: Pick<ReportTexts, "locale">, date: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(date);
}

export function formatMoment({ locale }: Pick<ReportTexts, "locale">, date: Date): string {
  return `${new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(date)} UTC`;
}

export function formatNumber({ locale }: ReportTexts, value: number): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value);
}
