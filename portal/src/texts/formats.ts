/** Dates and numbers as the reader's locale writes them. */
export interface Formats {
  locale: string;
  /** A day ("2026-12-31") is the same day for every reader; of an instant, the day where the reader is. */
  date(iso: string): string;
  dateTime(iso: string): string;
  number(value: number): string;
  /** 0 to 100, with at most one decimal. */
  score(value: number): string;
  /** 0 to 100. */
  percent(value: number): string;
  bytes(value: number): string;
  /** "a, b": for short notes. */
  list(values: string[]): string;
}

const isDay = (iso: string) => /^\d{4}-\d{2}-\d{2}$/.test(iso);

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function makeFormats(locale: string): Formats {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
  // A day without a time is parsed as midnight UTC, which west of there is still the day before.
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const number = new Intl.NumberFormat(locale);
  const score = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const list = new Intl.ListFormat(locale, { style: "short", type: "unit" });
  return {
    locale,
    date: (iso) => (isDay(iso) ? day : date).format(new Date(iso)),
    dateTime: (iso) => dateTime.format(new Date(iso)),
    number: (value) => number.format(value),
    score: (value) => score.format(value),
    list: (values) => list.format(values),
    percent: (value) => percent.format(value / 100),
    bytes(value) {
      const step = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
      const unit = units[step] ?? "byte";
      const style = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: step === 0 ? 0 : 1 } as const;
      return new Intl.NumberFormat(locale, style).format(value / 1000 ** step);
    },
  };
}
