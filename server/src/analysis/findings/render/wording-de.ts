import type { Wording } from "./wording.ts";
import { formatProofs, makeFormatFigure, makeFormatPage, makeFormatPlaces, makeJoin } from "./wording-parts.ts";

const formatFigure = makeFormatFigure({
  ...{ atMost: "höchstens", atLeast: "mindestens", onceEvery: "mindestens einmal alle", decimalComma: true },
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
    count: ["Stück", "Stück"],
  },
});
const join = makeJoin("und");
const quoted = (text: string) => `„${text}“`;
const inBrackets = (words: string | undefined) => (words === undefined ? "" : ` (${quoted(words)})`);
const pageWords = {
  ...{ page: "Seite", pages: "Seiten", slide: "Folie", sheet: "Tabellenblatt", section: "Abschnitt" },
  ...{ mailHeader: "E-Mail-Kopf", mailBody: "E-Mail-Text", hidden: "ausgeblendet", asRendered: "gerendert" },
};

export const wordingDe: Wording = {
  page: makeFormatPage(pageWords),
  where: makeFormatPlaces(pageWords, join),
  quoted,
  labelled: (label, text) => `${label}: ${text}`,
  listed: (parts) => parts.join("; "),
  verdict: { met: "erfüllt", partly: "teilweise erfüllt", contradicted: "im Widerspruch", missing: "fehlt" },
  level: { compliant: "konform", partially_compliant: "teilweise konform", non_compliant: "nicht konform" },
  reason: (reason, required, words) =>
    ({
      stated: "Die Passage sagt, was gefordert ist.",
      figure_not_met: `Der Wert in der Passage${inBrackets(words)} entspricht nicht der Anforderung${required === undefined ? "" : ` (${formatFigure(required)})`}.`,
      figure_absent: `Die Passage nennt keinen Wert${required === undefined ? "" : `; gefordert ist ${formatFigure(required)}`}.`,
      not_binding:
        words === undefined
          ? "Die Passage ist nicht verbindlich: Wörter wie „sollte“, „kann“ oder „soweit möglich“ lassen Spielraum."
          : `Die Passage ist nicht verbindlich: Die Formulierung ${quoted(words)} lässt Spielraum.`,
      exception: "Die Passage enthält eine Ausnahme, die sie einschränkt.",
      other_party: "Die Passage erlegt die Pflicht einer anderen Partei auf.",
      incomplete: "Die Passage deckt nur einen Teil des Geforderten ab.",
      duty_denied: "Die Passage verneint die Pflicht.",
      prohibited: "Die Passage verbietet, was möglich sein muss.",
      permitted: "Die Passage erlaubt, was ausgeschlossen sein muss.",
      opposite: "Die Passage sagt das Gegenteil des Geforderten.",
      not_found: "Es wurde keine Passage gefunden, die dies sagt.",
    })[reason],
  strength: formatProofs,
  noStrength: "Im Dokument wurde keine Passage gefunden, die ein Kriterium dieser Anforderung erfüllt.",
  summary({ score, level, total, met, partly, contradicted, missing }) {
    const counts = [
      met > 0 && `${met} erfüllt`,
      partly > 0 && `${partly} teilweise erfüllt`,
      contradicted > 0 && `${contradicted} im Widerspruch`,
      missing > 0 && `${missing} fehlend`,
    ].filter((part) => part !== false);
    const of = total === 1 ? "Von 1 Kriterium" : `Von ${total} Kriterien`;
    return `Bewertung ${String(score).replace(".", ",")} von 100, ${level}. ${of}: ${join(counts)}.`;
  },
  gapMissing: (statement) => `Es wurde keine Passage gefunden, die dies sagt: ${statement}`,
  gapFound: (statement, reason, quote, where) => `Gefordert: ${statement} ${reason} ${quote} (${where}).`,
  otherKind: (kind, found, total) =>
    `Dies scheint kein Dokument der erwarteten Art zu sein (${kind}): Von ${total} Ausdrücken, die ein solches Dokument fast immer enthält, ${found === 0 ? "wurde keiner" : found === 1 ? "wurde einer" : `wurden ${found}`} gefunden. Es wurde dennoch geprüft; was darin nicht vorkommt, wird nicht Punkt für Punkt aufgeführt.`,
  otherKindLowered: "Die Bewertung ist deshalb herabgesetzt: Was gefunden wurde, zählt nur zu einem Fünftel.",
  otherKindTopic: "Art des Dokuments",
  wordsAlone: "Nur anhand des Wortlauts bewertet: Das Modell, das die Bedeutung erfasst, konnte nicht geladen werden.",
  dropped: (count) =>
    count === 1
      ? "1 Zitat wurde gestrichen, weil es nicht auf der genannten Seite steht."
      : `${count} Zitate wurden gestrichen, weil sie nicht auf der genannten Seite stehen.`,
  recommendAdd: (action, topics) => action ?? `Ergänzen Sie, was fehlt: ${join(topics)}.`,
  recommendRewrite: (quote, where) =>
    `Streichen oder ändern Sie die Passage ${quote} (${where}); in dieser Fassung läuft sie der Anforderung zuwider.`,
  locationIn: (heading, where) => `Im Abschnitt „${heading}“ (${where})`,
  locationAfter: (section, heading, where) => `Als neuer Abschnitt „${section}“ nach „${heading}“ (${where})`,
  locationAtEnd: (section, where) => `Als neuer Abschnitt „${section}“ am Ende (${where})`,
  clause: (statement) => statement,
  topic: (key) => key,
  lookFor: (kind) =>
    `Reichen Sie das erwartete Dokument (${kind}) selbst ein oder die Teile davon, die diese Anforderung behandeln.`,
};
