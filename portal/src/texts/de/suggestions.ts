import type { Texts } from "../texts.ts";

export const suggestions: Texts["suggestions"] = {
  open: "Textvorschläge",
  title: "Textvorschläge auswählen",
  lead: "Jeder ausgewählte Text wird in einer Kopie der Word-Datei zu einer nachverfolgten Änderung mit Kommentar. Lehnt man alle Änderungen ab, bleibt das Original.",
  leadOfClauses: "Die ausgewählten Texte werden mit Stelle und Grund als Word-Datei gespeichert.",
  none: "Für dieses Dokument gibt es keine Textvorschläge.",
  all: "Alle",
  noneChosen: "Keine",
  chosen: (count, total) => `${count} von ${total} ausgewählt`,
  replaces: "Ersetzt:",
  file: "Word-Datei",
  redline: "Änderungsfassung speichern",
  clauses: "Als Klauselsammlung speichern",
};
