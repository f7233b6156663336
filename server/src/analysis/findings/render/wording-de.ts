import type { Wording } from "./wording.ts";
import { makeFormatFigure, makeFormatOpening, makeFormatPage, makeFormatPlaces, makeJoin } from "./wording-parts.ts";

const formatFigure = makeFormatFigure({
  ...{ atMost: "höchstens", atLeast: "mindestens", onceEvery: "mindestens einmal alle", decimalComma: true },
  perYear: ["einmal im Jahr", "zweimal im Jahr"],
  units: {
    hours: ["Stunde", "Stunden"],
    days: ["Tag", "Tage"],
    business_days: ["Arbeitstag", "Arbeitstage"],
    weeks: ["Woche", "Wochen"],
    months: ["Monat", "Monate"],
    years: ["Jahr", "Jahre"],
    percent: ["Prozent", "Prozent"],
    times_per_year: ["Mal im Jahr", "Mal im Jahr"],
    characters: ["Zeichen", "Zeichen"],
    count: ["", ""],
  },
});
const join = makeJoin("und");
const quoted = (text: string) => `„${text}“`;
const pageWords = {
  ...{ page: "Seite", pages: "Seiten", slide: "Folie", sheet: "Tabellenblatt", section: "Abschnitt" },
  ...{ mailHeader: "E-Mail-Kopf", mailBody: "E-Mail-Text", hidden: "ausgeblendet", asRendered: "gerendert" },
};

const formatOpening = makeFormatOpening({
  ...{ colon: ": ", semicolon: "; ", topic: (text) => text },
  ...{ met: "abgedeckt", partly: "nur teilweise", missing: "nicht abgedeckt", contradicted: "im Widerspruch" },
});

const points = ({ length }: string[]) => (length === 1 ? "diesem Punkt" : "diesen Punkten");
const standings = {
  compliant: "Das Dokument erfüllt diese Anforderung",
  partially_compliant: "Das Dokument erfüllt diese Anforderung teilweise",
  non_compliant: "Das Dokument erfüllt diese Anforderung nicht",
  not_applicable: "Diese Anforderung ist nicht anwendbar",
};
const formatScore = (score: number) => String(score).replace(".", ",");

export const wordingDe: Wording = {
  page: makeFormatPage(pageWords),
  where: makeFormatPlaces(pageWords, join),
  quoted,
  labelled: (label, text) => `${label}: ${text}`,
  listed: (parts) => parts.join("; "),
  verdict: {
    met: "erfüllt",
    partly: "teilweise erfüllt",
    contradicted: "im Widerspruch",
    missing: "fehlt",
    not_applicable: "nicht anwendbar",
  },
  level: {
    compliant: "konform",
    partially_compliant: "teilweise konform",
    non_compliant: "nicht konform",
    not_applicable: "nicht anwendbar",
  },
  reason: (reason, f) =>
    ({
      stated: () => (f.where === undefined ? "Das ist geregelt." : `Geregelt: ${f.where}.`),
      figure_not_met: () =>
        `Die Angabe${f.foundFigure === undefined ? "" : ` ${quoted(f.foundFigure)}`} entspricht nicht der Anforderung${f.requiredFigure === undefined ? "" : ` (${formatFigure(f.requiredFigure)})`}.`,
      figure_absent: () =>
        `Ein bestimmter Wert ist nicht genannt${f.requiredFigure === undefined ? "" : ` (gefordert: ${formatFigure(f.requiredFigure)})`}.`,
      not_binding: () =>
        `Die Formulierung${f.weakWords === undefined ? "" : ` ${quoted(f.weakWords)}`} lässt Spielraum.`,
      exception: () => `Eine Ausnahme schränkt dies ein${f.exception === undefined ? "" : `: ${quoted(f.exception)}`}.`,
      other_party: () => `Verpflichtet ist eine andere Partei${f.party === undefined ? "" : `: ${f.party}`}.`,
      incomplete: () => "Das deckt nur einen Teil des Geforderten ab.",
      duty_denied: () => "Damit wird die Anforderung aufgehoben.",
      prohibited: () => "Damit ist ausgeschlossen, was gefordert ist.",
      permitted: () => "Damit ist erlaubt, was ausgeschlossen sein muss.",
      opposite: () => "Das ist das Gegenteil des Geforderten.",
      not_found: () => "Es wurde keine entsprechende Passage gefunden.",
      condition_ruled_out: () =>
        `Nicht anwendbar, weil das Dokument dies ausschließt${f.condition === undefined ? "." : `: ${f.condition}`}${f.quote === undefined ? "" : ` Darin steht ${f.quote}${f.where === undefined ? "" : ` (${f.where})`}.`}`,
      condition_not_stated: () =>
        `Nicht anwendbar, weil im Dokument nichts davon steht${f.condition === undefined ? "." : `: ${f.condition}`}`,
      fact_given: () =>
        `Nicht anwendbar, weil die Angaben zum Unternehmen dies ausschließen${f.condition === undefined ? "." : `: ${f.condition}`}`,
      never_applies: () => "Nicht anwendbar, da nur von historischem Interesse.",
    })[reason](),
  meetsInPart: /(?<!\p{L})teilweise(?!\p{L})/u,
  opening: (level, score, topics) => {
    const standing = standings[level];
    if (level === "not_applicable") return `${standing}.`;
    return formatOpening(`${standing} (${formatScore(score)} von 100)`, topics);
  },
  covered: "Abgedeckt",
  noStrength: "Im Dokument wurde keine Passage gefunden, die ein Kriterium dieser Anforderung erfüllt.",
  gapMissing: (statement) => `Gefordert: ${statement} Im Dokument wurde keine entsprechende Passage gefunden.`,
  gapFound: (statement, quote, where, reason) =>
    `Gefordert: ${statement} Im Dokument steht ${quote} (${where}): ${reason}`,
  risk: "Risiko",
  openingOtherKind: (score, kind) =>
    `${standings.non_compliant} (${formatScore(score)} von 100) – es scheint kein Dokument der erwarteten Art zu sein (${kind}). Die Bewertung ist deshalb herabgesetzt: Was gefunden wurde, zählt nur zu einem Fünftel.`,
  gapOtherKind: (kind, found, total) =>
    `Von ${total} Ausdrücken, die ein Dokument der erwarteten Art (${kind}) fast immer enthält, ${found === 0 ? "wurde keiner" : found === 1 ? "wurde einer" : `wurden ${found}`} gefunden. Das Dokument wurde dennoch geprüft; was darin nicht vorkommt, wird nicht Punkt für Punkt aufgeführt.`,
  otherKindTopic: "Art des Dokuments",
  wordsAlone: "Nur anhand des Wortlauts bewertet: Das Modell, das die Bedeutung erfasst, konnte nicht geladen werden.",
  dropped: (count) =>
    count === 1
      ? "1 Zitat wurde gestrichen, weil es nicht auf der genannten Seite steht."
      : `${count} Zitate wurden gestrichen, weil sie nicht auf der genannten Seite stehen.`,
  recommendAdd: (topics) => `Zu ergänzen ist, was zu ${points(topics)} fehlt: ${topics.join(", ")}.`,
  recommendComplete: (topics) => `Zu vervollständigen ist, was zu ${points(topics)} gesagt wird: ${topics.join(", ")}.`,
  recommendReplace: (quote, where) =>
    `Zu ersetzen ist der Wortlaut ${quote} (${where}); in dieser Fassung läuft er der Anforderung zuwider.`,
  recommendCheck: (quote, where) =>
    `Mit der für das Dokument verantwortlichen Person ist zu klären, wie der Wortlaut ${quote} (${where}) gemeint ist; er könnte der Anforderung widersprechen.`,
  locationIn: (heading, where, number) =>
    `Im Abschnitt „${heading}“ (${where})${number === undefined ? "" : `, als Nummer ${number}`}`,
  locationAfter: (section, heading, where) => `Als neuer Abschnitt „${section}“ nach „${heading}“ (${where})`,
  locationAtEnd: (section, where) => `Als neuer Abschnitt „${section}“ am Ende (${where})`,
  topic: (key) => key,
  lookFor: (kind) =>
    `Einzureichen sind das erwartete Dokument selbst (${kind}) oder diejenigen Teile davon, die diese Anforderung behandeln.`,
};
