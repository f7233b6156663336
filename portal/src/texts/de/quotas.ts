import type { Texts } from "../texts.ts";

export const quotas: Texts["quotas"] = {
  title: "Kontingente",
  lead: "Was gleichzeitig belegt sein darf. Ein leeres Feld folgt der Einstellung des Dienstes, die es anzeigt.",
  storedBytes: "Gespeicherte Dateien (MB)",
  archiveMembers: "Dateien in Archiven und E-Mails",
  openUploadBytes: "Offene Uploads (MB)",
  waitingDocuments: "Wartende und laufende Dokumente",
  companies: "Unternehmen",
  used: (used, allowed) => `${used} von ${allowed} belegt`,
};
