import type { Texts } from "../texts.ts";

export const versions: Texts["versions"] = {
  version: (number) => `Fassung ${number}`,
  before: "Vorherige Fassung",
  newer: "Ersetzt durch die neuere Fassung",
  proposalTitle: "Eine neue Fassung?",
  proposal: (name) => `Dies könnte eine neue Fassung von ${name} sein.`,
  sure: { high: "Sehr wahrscheinlich", medium: "Wahrscheinlich", low: "Möglich" },
  because: {
    subject: "gleicher Gegenstand",
    file_name: "gleicher Dateiname",
    text: (share) => `${share} des Textes stimmen überein`,
  },
  differs: (share) => `aber nur ${share} des Textes stimmen überein`,
  accept: "Als neue Fassung übernehmen",
  acceptText: (name) =>
    `${name} zählt dann nicht mehr in der Prüfung. Das Dokument bleibt lesbar, und die beiden Fassungen werden verglichen. Das lässt sich nicht rückgängig machen.`,
  accepted: "Das Dokument ist jetzt die neue Fassung",
  compare: "Mit der vorherigen Fassung vergleichen",
  compareWith: (name) => `Mit ${name} vergleichen`,
  comparison: {
    title: "Was sich geändert hat",
    lead: (newer, older) => `${newer} verglichen mit ${older}`,
    counts: {
      added: "Hinzugefügt",
      removed: "Entfernt",
      reworded: "Umformuliert",
      moved: "Verschoben",
      unchanged: "Unverändert",
    },
    kinds: { added: "Hinzugefügt", removed: "Entfernt", reworded: "Umformuliert", moved: "Verschoben" },
    alsoMoved: "auch verschoben",
    from: (page) => `vorher: ${page}`,
    onlyWithVerdicts: "Nur Klauseln mit geänderter Bewertung",
    none: "Keine Klausel hat sich geändert",
    noneShown: "Keine Änderung dieser Art",
    more: (count) => `${count} weitere anzeigen`,
    leftOut: "Entfernte Wörter",
    cameIn: "Hinzugefügte Wörter",
    verdicts: "Geänderte Bewertungen",
    otherVerdicts: "Weitere geänderte Bewertungen",
    otherVerdictsHint:
      "Sie stützen sich auf keine geänderte Klausel, zum Beispiel nach einer neuen Revision des Katalogs.",
    notAsked: "Nicht geprüft",
  },
};
