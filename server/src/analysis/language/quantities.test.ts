import assert from "node:assert/strict";
import { test } from "node:test";
import { meetsFigure, readFigures, readRequiredFigure } from "./quantities.ts";

const hours = (text: string) => readFigures(text).map((figure) => (figure.kind === "duration" ? figure.hours : figure));
const perYear = (text: string) =>
  readFigures(text).map((figure) => (figure.kind === "frequency" ? Math.round(figure.timesPerYear * 10) / 10 : figure));

test("a period is read from digits, from words and from both", () => {
  assert.deepEqual(hours("within 72 hours"), [72]);
  assert.deepEqual(hours("within seventy-two hours"), [72]);
  assert.deepEqual(hours("within seventy-two (72) hours"), [72]);
  assert.deepEqual(hours("within fifty-one (51) hours"), [51]);
  assert.deepEqual(hours("a 30-day period"), [720]);
  assert.deepEqual(hours("within a week"), [168]);
  assert.deepEqual(hours("for 1,000 days"), [24_000]);
  assert.deepEqual(hours("for two years"), [17_520]);
});

test("a number of two words is read whole", () => {
  assert.deepEqual(hours("within twenty-one days"), [504]);
  assert.deepEqual(hours("within seventy two hours"), [72]);
  assert.deepEqual(hours("dans les soixante-douze heures"), [72]);
  assert.deepEqual(hours("en un plazo de setenta y dos horas"), [72]);
  assert.deepEqual(hours("binnen achtundvierzig Stunden"), [48]);
  assert.deepEqual(hours("within 10-15 days"), [360]);
});

test("business days are longer than calendar days", () => {
  assert.deepEqual(hours("within 5 business days"), [168]);
  assert.deepEqual(hours("within five calendar days"), [120]);
  assert.deepEqual(hours("innerhalb von 5 Werktagen"), [168]);
  assert.deepEqual(hours("dans un délai de 5 jours ouvrés"), [168]);
  assert.deepEqual(hours("en un plazo de 5 días hábiles"), [168]);
});

test("periods are read in four languages", () => {
  assert.deepEqual(hours("innerhalb von zweiundsiebzig Stunden"), [72]);
  assert.deepEqual(hours("binnen 14 Tagen"), [336]);
  assert.deepEqual(hours("innerhalb von drei Monaten"), [2190]);
  assert.deepEqual(hours("dans les 48 heures"), [48]);
  assert.deepEqual(hours("pendant trois années"), [26_280]);
  assert.deepEqual(hours("en un plazo de treinta días"), [720]);
  assert.deepEqual(hours("durante dos años"), [17_520]);
});

test("a day without a number is no period", () => {
  assert.deepEqual(readFigures("a day will come when the days are long"), []);
  assert.deepEqual(readFigures("Article 28 of the GDPR, 4 May, page 12"), []);
});

test("how often something happens is read in four languages", () => {
  const known: [string, number][] = [
    ["once a year", 1],
    ["at least twice per calendar year", 2],
    ["three times a year", 3],
    ["every six months", 2],
    ["every three (3) months", 4],
    ["annually", 1],
    ["semi-annually", 2],
    ["every two years", 0.5],
    ["quarterly", 4],
    ["monthly", 12],
    ["mindestens einmal pro Jahr", 1],
    ["einmal im Jahr", 1],
    ["alle drei Monate", 4],
    ["jährlich", 1],
    ["au moins une fois par an", 1],
    ["tous les six mois", 2],
    ["chaque année", 1],
    ["una vez al año", 1],
    ["cada tres meses", 4],
    ["anualmente", 1],
  ];
  for (const [text, times] of known) assert.deepEqual(perYear(text), [times], text);
});

test("percentages and sums of money are read", () => {
  assert.deepEqual(readFigures("99.5 % or 20 percent"), [
    { kind: "percent", value: 99.5, text: "99.5 %" },
    { kind: "percent", value: 20, text: "20 percent" },
  ]);
  const sums = (text: string) => readFigures(text).map((figure) => (figure.kind === "money" ? figure.value : figure));
  assert.deepEqual(sums("EUR 1,000,000"), [1_000_000]);
  assert.deepEqual(sums("€ 2.5 million"), [2_500_000]);
  assert.deepEqual(sums("$1,500.50"), [1500.5]);
  assert.deepEqual(sums("10.000 Euro"), [10_000]);
  assert.deepEqual(sums("20 million euros"), [20_000_000]);
  assert.deepEqual(sums("EUR 50000"), [50_000]);
  assert.deepEqual(sums("€ 2,5 million"), [2_500_000]);
  assert.deepEqual(sums("EUR 10.000,50"), [10_000.5]);
});

test("a deadline is met by a period that is no longer, a minimum by one that is no shorter", () => {
  const deadline = { comparison: "at_most", value: 72, unit: "hours" } as const;
  assert.equal(meetsFigure(deadline, "within 24 hours"), true);
  assert.equal(meetsFigure(deadline, "within 72 hours"), true);
  assert.equal(meetsFigure(deadline, "within three days"), true);
  assert.equal(meetsFigure(deadline, "within 96 hours"), false);
  assert.equal(meetsFigure(deadline, "within five business days"), false);
  assert.equal(meetsFigure(deadline, "without undue delay"), undefined);
  const minimum = { comparison: "at_least", value: 14, unit: "days" } as const;
  assert.equal(meetsFigure(minimum, "thirty (30) days' notice"), true);
  assert.equal(meetsFigure(minimum, "two weeks before"), true);
  assert.equal(meetsFigure(minimum, "ten days before"), false);
});

test("a frequency and the time between are compared with each other", () => {
  const yearly = { comparison: "at_least", value: 1, unit: "times_per_year" } as const;
  assert.equal(meetsFigure(yearly, "annually"), true);
  assert.equal(meetsFigure(yearly, "every 12 months"), true);
  assert.equal(meetsFigure(yearly, "at intervals of no more than 6 months"), true);
  assert.equal(meetsFigure(yearly, "every two years"), false);
  const daily = { comparison: "at_most", value: 24, unit: "hours" } as const;
  assert.equal(meetsFigure(daily, "backups are made daily"), true);
  assert.equal(meetsFigure(daily, "backups are made weekly"), false);
});

test("percentages and sums of money are compared with their own kind only", () => {
  assert.equal(meetsFigure({ comparison: "at_least", value: 99, unit: "percent" }, "99.9 % within 30 days"), true);
  assert.equal(meetsFigure({ comparison: "at_least", value: 1_000_000, unit: "EUR" }, "cover of EUR 500,000"), false);
  assert.equal(meetsFigure({ comparison: "at_least", value: 8, unit: "characters" }, "eight hours"), undefined);
});

test("the required figure is a maximum or a minimum as the sentence says", () => {
  const asked: [sentence: string, comparison: string, value: number, unit: string][] = [
    ["Notify within 72 hours.", "at_most", 72, "hours"],
    ["Keep for at least two days.", "at_least", 48, "hours"],
    ["Review at least once a year.", "at_least", 1, "times_per_year"],
    ["Meldung spätestens nach 24 Stunden.", "at_most", 24, "hours"],
    ["Delete it within 30 days.", "at_most", 30, "days"],
    ["Keep it for at least three months.", "at_least", 3, "months"],
    ["Answer within 3 business days.", "at_most", 3, "business_days"],
  ];
  for (const [sentence, comparison, value, unit] of asked)
    assert.deepEqual(readRequiredFigure(sentence), { comparison, value, unit }, sentence);
  assert.equal(readRequiredFigure("Keep records for 2 days."), undefined);
  assert.equal(readRequiredFigure("Keep records."), undefined);
});
