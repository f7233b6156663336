import type { Texts } from "../texts.ts";

export const access: Texts["access"] = {
  title: "Zugriff des Partners",
  lead: (partner) =>
    `Die Mitarbeitenden von ${partner} können Ihre Arbeit als Berater öffnen: Prüfungen, Dokumente und Ergebnisse lesen, einreichen und entscheiden. Was sie lesen, steht in Ihrem Audit-Protokoll.`,
  ofPeople: "Zugriff der Mitarbeitenden des Partners",
  offSince: (when) => `Abgeschaltet am ${when}`,
  switchOff: "Abschalten",
  switchOffTitle: "Zugriff des Partners abschalten?",
  switchOffText:
    "Ab der nächsten Anfrage können die Mitarbeitenden des Partners bei Ihnen nichts mehr öffnen. Schlüssel sind nicht betroffen: Widerrufen Sie diejenigen, die der Partner kennt.",
  switchOn: "Einschalten",
  switchOnTitle: "Zugriff des Partners einschalten?",
  switchOnText: "Alle Mitarbeitenden des Partners können Ihre Arbeit wieder öffnen.",
  onlyOwner: "Nur Inhaber Ihres Unternehmens können ihn umschalten.",
  on: "Eingeschaltet",
  off: "Abgeschaltet",
  people: "Personen mit Zugriff",
  peopleWhileOff: "Personen des Partners",
  name: "Name",
  role: "Rolle",
  nobody: "Beim Partner hat noch niemand ein Konto.",
  nobodyText: "Inhaber des Partners laden seine Mitarbeitenden ein.",
  open: "Öffnen",
  opened: (company) => `Sie arbeiten als Berater bei ${company}.`,
  openedHint: "Das Unternehmen sieht in seinem Audit-Protokoll, was Sie lesen und tun.",
  closedOff: (company) => `${company} hat den Zugriff seines Partners abgeschaltet.`,
  back: "Zurück zu Ihren Unternehmen",
};
