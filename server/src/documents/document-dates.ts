import { AppError } from "../platform/app-error.ts";
import { secondsAfter } from "../platform/clock.ts";

/** A day in UTC as YYYY-MM-DD. Days compare like their text. */
export type Day = string;

export const dateFields = ["effectiveFrom", "validUntil", "reviewBy"] as const;
export type DateField = (typeof dateFields)[number];
export type DocumentDates = { [Field in DateField]?: Day | undefined };

export const datesOf = ({ effectiveFrom, validUntil, reviewBy }: DocumentDates): DocumentDates => ({
  ...{ effectiveFrom, validUntil, reviewBy },
});

/** "What expires within 30 days": so early an event is sent and the dashboards show the document. */
export const expiryNoticeDays = 30;

const secondsPerDay = 86_400;

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);

export const daysAfter = (at: Date, days: number): Day => dayOf(secondsAfter(at, days * secondsPerDay));

export function readDay(field: string, text: string): Day {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) && !text.startsWith("0000") ? new Date(text) : undefined;
  // 30 February would become 2 March.
  if (at === undefined || Number.isNaN(at.getTime()) || dayOf(at) !== text)
    throw new AppError("invalid_request", `${field} must be a date such as 2026-12-31`);
  return text;
}

export function checkDates({ effectiveFrom, validUntil }: DocumentDates): void {
  if (effectiveFrom !== undefined && validUntil !== undefined && validUntil < effectiveFrom)
    throw new AppError("unprocessable", "validUntil is before effectiveFrom.");
}
