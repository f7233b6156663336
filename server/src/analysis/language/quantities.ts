import { numberWords } from "./number-words.ts";

/** Figures in sentences: "within seventy-two (72) hours", "at least once a year", "30 days". */

export type TimeUnit = "hours" | "days" | "business_days" | "weeks" | "months" | "years";

export type Figure =
  | { kind: "duration"; hours: number; text: string }
  | { kind: "frequency"; timesPerYear: number; text: string }
  | { kind: "percent"; value: number; text: string }
  | { kind: "money"; value: number; text: string }
  | { kind: "count"; value: number; text: string };

const hoursPer: Record<TimeUnit, number> = {
  hours: 1,
  days: 24,
  business_days: 33.6,
  weeks: 168,
  months: 730,
  years: 8760,
};

const numberPattern = `\\d{1,3}(?:[.,]\\d{3})+|\\d{1,9}(?:[.,]\\d{1,9})?|${Object.keys(numberWords)
  .sort((a, b) => b.length - a.length)
  .join("|")}`;
const unitPattern: [RegExp, TimeUnit][] = [
  [
    /^(?:business|working|banking) days?$|^(?:werk|arbeits)tage?n?$|^jours? ouvr(?:és?|ables?)$|^días? hábil(?:es)?$/iu,
    "business_days",
  ],
  [/^hours?$|^hrs?$|^stunden?$|^heures?$|^horas?$/iu, "hours"],
  [/^(?:calendar )?days?$|^(?:kalender)?tage?n?$|^jours?(?: calendaires?)?$|^días?(?: naturales?)?$/iu, "days"],
  [/^weeks?$|^wochen?$|^semaines?$|^semanas?$/iu, "weeks"],
  [/^(?:calendar )?months?$|^monate?n?$|^mois$|^mes(?:es)?$/iu, "months"],
  [/^years?$|^jahre?n?$|^ans?$|^années?$|^años?$/iu, "years"],
];
const units =
  "(?:business|working|banking|calendar) days?|(?:werk|arbeits|kalender)tage?n?|jours? ouvr(?:és?|ables?)|jours? calendaires?|días? hábil(?:es)?|días? naturales?|hours?|hrs?|stunden?|heures?|horas?|days?|tage?n?|jours?|días?|weeks?|wochen?|semaines?|semanas?|(?:calendar )?months?|monate?n?|mois|meses|mes|years?|jahre?n?|années?|ans?|años?";
const duration = new RegExp(
  `(?<![\\p{L}\\p{N}]|\\p{L}-)(${numberPattern})(?:[\\s-]*\\((\\d+)\\))?[\\s-]+(${units})(?![\\p{L}])`,
  "giu",
);
const every = new RegExp(
  `(?:every|each|alle|jede[ns]?|tous les|toutes les|chaque|cada)\\s+(?:(${numberPattern})(?:\\s*\\(\\d+\\))?\\s+)?(${units})`,
  "giu",
);
const timesPer = new RegExp(
  `(?:(once|twice|einmal|zweimal|une fois|deux fois|una vez|dos veces)|(${numberPattern})\\s+(?:times|mal|fois|veces))\\s+(?:(?:in|within|innerhalb von)\\s+)?(?:an?|per|each|every|im|pro|par|al|por|in any|every)\\s+(?:(?:calendar|business|financial)\\s+)?(${units})`,
  "giu",
);
const adverbs: [RegExp, number][] = [
  [/\b(?:bi-?annually|semi-?annually|half-yearly|every six months|halbjährlich|semestriel\w*|semestral\w*)\b/giu, 2],
  [/\b(?:bi-?ennially|every other year|every two years)\b/giu, 0.5],
  [/\b(?:annual(?:ly)?|yearly|jährlich\w*|annuel\w*|anual(?:mente)?)\b/giu, 1],
  [/\b(?:quarterly|vierteljährlich|quartalsweise|trimestriel\w*|trimestral\w*)\b/giu, 4],
  [/\b(?:monthly|monatlich\w*|mensuel\w*|mensual\w*)\b/giu, 12],
  [/\b(?:weekly|wöchentlich\w*|hebdomadaire\w*|semanal\w*)\b/giu, 52],
  [/\b(?:daily|täglich\w*|quotidien\w*|diari[oa]\w*|nightly)\b/giu, 365],
];
const percent = /(?<!\d)(\d{1,9}(?:[.,]\d{1,9})?)\s?(?:%|per ?cent|prozent|pour cent|por ciento)/giu;
const money =
  /(?:(?:EUR|USD|US\$|€|\$|£)\s?(\d{1,3}(?:[.,\s]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d{1,15}(?:[.,]\d{1,9})?)(\s?(?:million|m\b))?)|(?:(?<!\d)(\d{1,3}(?:[.,\s]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d{1,15}(?:[.,]\d{1,9})?)(\s?million)?\s?(?:EUR|euros?|USD|dollars?|€))/giu;

function toNumber(text: string): number {
  const word = numberWords[text.toLowerCase()];
  if (word !== undefined) return word;
  return Number(/^\d{1,3}(?:[.,]\d{3})+$/.test(text) ? text.replace(/[.,]/g, "") : text.replace(",", "."));
}

function toTimeUnit(text: string): TimeUnit {
  return unitPattern.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? "days";
}

function toHours(value: number, unit: TimeUnit): number {
  return value * hoursPer[unit];
}

export function readFigures(text: string): Figure[] {
  const figures: Figure[] = [];
  const isClaimed = new Uint8Array(text.length);
  const claim = (match: RegExpMatchArray, figure: Figure) => {
    const at = match.index ?? 0;
    if (isClaimed[at] === 1) return;
    isClaimed.fill(1, at, at + match[0].length);
    figures.push(figure);
  };
  for (const match of text.matchAll(timesPer)) {
    const [found, word, number, unit = "years"] = match;
    const times = word === undefined ? toNumber(number ?? "1") : /^(?:twice|zweimal|deux|dos)/iu.test(word) ? 2 : 1;
    claim(match, {
      kind: "frequency",
      timesPerYear: (times * hoursPer.years) / toHours(1, toTimeUnit(unit)),
      text: found,
    });
  }
  for (const match of text.matchAll(every)) {
    const [found, number, unit = "years"] = match;
    const between = toHours(number === undefined ? 1 : toNumber(number), toTimeUnit(unit));
    claim(match, { kind: "frequency", timesPerYear: hoursPer.years / between, text: found });
  }
  for (const [pattern, timesPerYear] of adverbs)
    for (const match of text.matchAll(pattern)) claim(match, { kind: "frequency", timesPerYear, text: match[0] });
  for (const match of text.matchAll(duration)) {
    const [found, number = "1", inDigits, unit = "days"] = match;
    if (/^an?$/i.test(number) && /^days?$/i.test(unit)) continue;
    claim(match, {
      kind: "duration",
      hours: toHours(inDigits === undefined ? toNumber(number) : Number(inDigits), toTimeUnit(unit)),
      text: found,
    });
  }
  for (const match of text.matchAll(percent))
    claim(match, { kind: "percent", value: toNumber(match[1] ?? "0"), text: match[0] });
  for (const match of text.matchAll(money)) {
    const digits = (match[1] ?? match[3] ?? "0").replace(/[.,\s](?=\d{3}(?!\d))/g, "").replace(",", ".");
    const value = Number(digits) * (match[2] !== undefined || match[4] !== undefined ? 1_000_000 : 1);
    claim(match, { kind: "money", value, text: match[0].trim() });
  }
  return figures;
}

export interface RequiredFigure {
  comparison: "at_most" | "at_least";
  value: number;
  unit: string;
}

/** Whether the sentence meets the required figure; undefined if it names none of that kind. */
export function meetsFigure(required: RequiredFigure, text: string): boolean | undefined {
  const wanted = normalise(required);
  const found = comparableFigures(required, text).map(({ value }) => value);
  if (wanted === undefined || found.length === 0) return undefined;
  // Of several figures in one sentence the most favourable counts.
  return required.comparison === "at_most"
    ? Math.min(...found) <= wanted.value * 1.02
    : Math.max(...found) >= wanted.value * 0.98;
}

/** The figures of that kind in a sentence, each converted to the required unit, and as written. */
export function comparableFigures(required: RequiredFigure, text: string): { value: number; text: string }[] {
  const wanted = normalise(required);
  if (wanted === undefined) return [];
  return readFigures(text).flatMap((figure) =>
    convert(figure, wanted.kind).map((value) => ({ value, text: figure.text })),
  );
}

function normalise({ value, unit }: RequiredFigure): { kind: Figure["kind"]; value: number } | undefined {
  if (unit in hoursPer) return { kind: "duration", value: toHours(value, unit as TimeUnit) };
  if (unit === "times_per_year") return { kind: "frequency", value };
  if (unit === "percent") return { kind: "percent", value };
  if (unit === "EUR" || unit === "USD") return { kind: "money", value };
  return undefined;
}

/** "every 24 hours" can be compared with a period, "12 months" with a frequency. */
function convert(figure: Figure, kind: Figure["kind"]): number[] {
  if (figure.kind === "duration") {
    if (kind === "duration") return [figure.hours];
    return kind === "frequency" ? [hoursPer.years / figure.hours] : [];
  }
  if (figure.kind === "frequency") {
    if (kind === "frequency") return [figure.timesPerYear];
    return kind === "duration" ? [hoursPer.years / figure.timesPerYear] : [];
  }
  return figure.kind === kind ? [figure.value] : [];
}

const atMost =
  /\b(?:within|no later than|not later than|at the latest|at most|not exceed\w*|maximum|up to|innerhalb|binnen|spätestens|höchstens|dans (?:un délai de|les)|au plus tard|au maximum|en un plazo de|a más tardar|como máximo|dentro de)\b/iu;
const atLeast =
  /\b(?:at least|no less than|not less than|minimum|mindestens|wenigstens|au moins|minimum de|al menos|como mínimo|por lo menos|annual\w*|every|once|quarterly|monthly)\b/iu;

/** The figure a statement requires, for criteria without `quantity`. */
export function readRequiredFigure(statement: string): RequiredFigure | undefined {
  const figure = readFigures(statement).find(({ kind }) => kind === "duration" || kind === "frequency");
  if (figure === undefined) return undefined;
  if (figure.kind === "frequency")
    return { comparison: "at_least", value: figure.timesPerYear, unit: "times_per_year" };
  if (figure.kind !== "duration") return undefined;
  const required = toSpokenUnit(figure.hours);
  if (atMost.test(statement)) return { comparison: "at_most", ...required };
  return atLeast.test(statement) ? { comparison: "at_least", ...required } : undefined;
}

/** Up to this many, people speak of hours. */
const maxSpokenHours = 96;

/** The largest unit in which a time is a whole number: 30 days, not 720 hours. */
function toSpokenUnit(hours: number): { value: number; unit: TimeUnit } {
  const spoken: TimeUnit[] =
    hours <= maxSpokenHours ? ["hours"] : ["years", "months", "days", "hours", "business_days"];
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6;
  const unit = spoken.find((one) => isWhole(hours / hoursPer[one])) ?? "hours";
  const value = hours / hoursPer[unit];
  return { value: isWhole(value) ? Math.round(value) : value, unit };
}
