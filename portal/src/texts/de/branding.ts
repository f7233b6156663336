import type { Texts } from "../texts.ts";

export const branding: Texts["branding"] = {
  title: "Gestaltung der Berichte",
  lead: "Wie die PDF- und Word-Berichte Ihrer Unternehmen aussehen. Ein einzelner Bericht kommt mit branding=off ohne sie aus.",
  name: "Name in Berichten",
  nameHint: "Anstelle des Namens Ihrer Organisation",
  accentColour: "Hauptfarbe",
  accentHint: "Für Flächen und Überschriften",
  secondColour: "Zweite Farbe",
  secondHint: "Für Linien und kleine Überschriften",
  contact: "Kontakt",
  disclaimer: "Haftungsausschluss",
  logo: "Logo",
  cover: "Titelbild",
  imageHint: "PNG oder JPEG, höchstens 512 KiB",
  choose: "Bild auswählen",
  remove: "Entfernen",
  preview: "Vorschau",
  previewTitle: "Bericht über die Compliance-Prüfung",
  previewName: "Auftragsverarbeitungsvertrag",
  tooLarge: "Das Bild ist größer als 512 KiB.",
};
