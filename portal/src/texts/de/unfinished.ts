import type { Texts } from "../texts.ts";

export const unfinished: Texts["unfinished"] = {
  title: "Wartend und in Bearbeitung",
  lead: "Dokumente, die auf ihre Analyse warten oder gerade analysiert werden, die neuesten zuerst.",
  none: "Kein Dokument wartet oder ist in Bearbeitung.",
  document: "Dokument",
  company: "Unternehmen",
  review: "Prüfung",
  status: "Status",
  submitted: "Eingereicht",
  stop: "Analyse stoppen",
  stopTitle: "Die Analyse stoppen?",
  stopText: (name) =>
    `${name} wird nicht weiter analysiert und endet als fehlgeschlagen. Was bisher bewertet wurde, bleibt erhalten.`,
  stopped: "Die Analyse wurde gestoppt.",
};
