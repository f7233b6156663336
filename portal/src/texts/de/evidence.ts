import { capitalised, pageNamesIn } from "../page-names.ts";
import type { Texts } from "../texts.ts";

const pageName = pageNamesIn({
  ...{ page: "Seite", slide: "Folie", sheet: "Tabellenblatt", section: "Abschnitt" },
  ...{ mailHeader: "E-Mail-Kopf", mailBody: "E-Mail-Text", hidden: "ausgeblendet", asRendered: "gerendert" },
});

export const evidence: Texts["evidence"] = {
  item: {
    title: "Anforderung",
    absent: "Diese Anforderung gehört nicht zur Prüfung des Dokuments",
    absentText:
      "Sie gehört möglicherweise zu einem anderen Dokument. Gehen Sie zum Dokument zurück und wählen Sie aus seiner Liste.",
    pending: "Noch nicht bewertet",
    pendingText: "Das Dokument wird noch geprüft. Die Feststellungen erscheinen hier von selbst.",
    failed: "Diese Anforderung konnte nicht bewertet werden",
    steps: "Anforderungen dieses Dokuments",
    previousItem: "Vorige Anforderung",
    nextItem: "Nächste Anforderung",
    criteria: "Urteil je Kriterium",
    gaps: "Lücken",
    risks: "Risiken",
    compensations: "Kompensierende Maßnahmen",
    recommendations: "Empfehlungen",
    explanation: "Erläuterung",
    should: "Empfohlen",
    verdicts: {
      met: "Erfüllt",
      partly: "Teilweise erfüllt",
      contradicted: "Im Widerspruch",
      missing: "Fehlt",
      not_applicable: "Nicht anwendbar",
    },
    showQuote: (number, page) => `Zitat ${number} · ${pageName(page)}`,
    copyText: "Textvorschlag kopieren",
    evidence: "Beleg",
    noEvidence: "Nichts anzuzeigen",
    noEvidenceText:
      "Im Dokument wurde nichts zu dieser Anforderung gefunden; daher gibt es keine Passage, die sich zitieren ließe.",
    previousEvidence: "Voriges Zitat",
    nextEvidence: "Nächstes Zitat",
    position: (number, count) => `${number} von ${count}`,
    place: (document, page) => `${document}, ${pageName(page)}`,
    pageOf: (label, count) => `${capitalised(pageName(label))} von ${count}`,
    pageFrame: "Seite des Dokuments",
    showAs: "Seite anzeigen als",
    asPage: "Seite",
    asText: "Text",
    zoomIn: "Größer",
    zoomOut: "Kleiner",
    recognised: (confidence) =>
      `Der Text dieser Seite wurde aus einem Bild erkannt, mit einer Sicherheit von ${confidence} %. Markiert ist der ganze Absatz.`,
  },
  submit: {
    title: "Neue Einreichung",
    lead: "Wählen Sie, was nach welchem Prüfkatalog geprüft werden soll, und fügen Sie die Dokumente hinzu. Der Upload läuft weiter, während Sie andere Seiten ansehen, und lässt sich auch nach dem Schließen des Tabs fortsetzen.",
    target: "Gegenstand der Prüfung",
    mode: "Zuordnung der Dokumente",
    newReview: "Neue Prüfung",
    existingReview: "Bestehende Prüfung",
    entity: "Geschäftseinheit",
    control: "Prüfkatalog",
    controlHint: "Die Anforderungen, nach denen die Dokumente geprüft werden.",
    review: "Prüfung",
    existingHint: "Die Dokumente werden dieser Prüfung hinzugefügt und nach ihrem Prüfkatalog bewertet.",
    required: "Bitte wählen Sie.",
    scope: "Umfang",
    scopeLater: "Wählen Sie zuerst den Prüfkatalog oder die Prüfung.",
    scopeAll: "Alle Anforderungen",
    scopeSome: "Nur diese Gruppen und Anforderungen",
    searchItems: "Anforderungen suchen",
    selectAll: "Alle auswählen",
    selectNone: "Keine auswählen",
    chosenItems: (count, total) => `${count} von ${total} Anforderungen ausgewählt`,
    nothingSought: "Nichts gefunden",
    showItems: (cluster) => `Anforderungen von ${cluster} anzeigen`,
    files: "Dokumente",
    dropHere: "Dateien hier ablegen",
    chooseFiles: "Dateien auswählen",
    formats: "PDF, Word, Excel, PowerPoint, OpenDocument, Text, E-Mail, Bilder und Archive, in jeder Größe.",
    removeFile: (name) => `${name} entfernen`,
    emptyFile: "leer",
    oneDocument: "Alle Dateien als ein Dokument behandeln",
    oneDocumentHint: "Andernfalls wird jede Datei für sich geprüft.",
    language: "Sprache der Feststellungen",
    languageHint: "Zitate bleiben in der Sprache des Dokuments.",
    submit: "Zur Prüfung einreichen",
    targetMissing: "Wählen Sie, was geprüft werden soll.",
    filesMissing: "Fügen Sie mindestens eine Datei hinzu.",
    itemsMissing: "Wählen Sie mindestens eine Anforderung oder alle aus.",
    emptyRefused: (name) => `${name} ist leer. Entfernen Sie die Datei.`,
    sending: "Wird hochgeladen",
    stopped: "Upload angehalten",
    pause: "Anhalten",
    sent: "Eingereicht",
    openReview: "Prüfung öffnen",
    dismiss: "Ausblenden",
    sentOf: (sent, total) => `${sent} von ${total}`,
    progressOf: (name) => `Fortschritt von ${name}`,
    waiting: "Wartet",
    stateOf: ({ status, progress }) => {
      if (status === "completed") return "Geprüft";
      if (status === "failed") return "Fehlgeschlagen";
      if (status === "queued") return "Wartet auf Bearbeitung";
      if (progress.pageCount === 0) return "Wird gelesen";
      if (progress.pagesDone < progress.pageCount)
        return `Wird gelesen: Seite ${progress.pagesDone} von ${progress.pageCount}`;
      return `Wird bewertet: ${progress.itemsDone} von ${progress.itemCount} Anforderungen`;
    },
    interrupted: "Dieser Upload wurde unterbrochen",
    interruptedAt: (sent, total, when) =>
      `Bis ${when} waren ${sent} von ${total} angekommen. Nur der Rest wird noch gesendet.`,
    chooseAgain: "Ihr Browser kann sie nicht von selbst wieder öffnen: Wählen Sie dieselben Dateien noch einmal aus.",
    notTheSame: (name) => `${name} ist nicht unter den ausgewählten Dateien oder wurde inzwischen geändert.`,
    resume: "Fortsetzen",
    discard: "Verwerfen",
  },
};
