import type { Texts } from "../texts.ts";

export const people: Texts["people"] = {
  title: "Personen",
  lead: "Wer sich bei Ihrer Organisation anmelden kann und was diese Personen dort dürfen.",
  name: "Name",
  email: "E-Mail-Adresse",
  role: "Rolle",
  lastSignedIn: "Zuletzt angemeldet",
  secondFactor: "Zweiter Faktor",
  on: "Ein",
  off: "Aus",
  you: "Sie",
  nobody: "Noch hat niemand ein Konto",
  nobodyText: "Laden Sie zuerst einen Inhaber ein: Inhaber laden alle anderen ein und verwalten sie.",
  nobodyOfOperator: "Laden Sie den ersten Betreiber ein.",
  keyNote:
    "Sie sind mit einem Schlüssel angemeldet. Ihre Organisation hat einen Inhaber, der ihre Personen verwaltet; mit einem Schlüssel sehen Sie sie nur.",
  roleTexts: {
    operator: "Verwaltet den Dienst: Partner, Unternehmen, Katalog und System.",
    partner_owner: "Darf für den Partner alles und verwaltet Personen, Schlüssel und die Gestaltung der Berichte.",
    partner_consultant: "Sieht die Unternehmen und ihre Punktzahlen und öffnet deren Arbeit.",
    company_owner: "Darf alles und verwaltet Personen, Schlüssel, Webhook und das Profil des Unternehmens.",
    company_reviewer: "Reicht Dokumente ein, entscheidet über Befunde, bearbeitet Lücken und gibt Prüfungen frei.",
    company_reader: "Liest Prüfungen, Dokumente, Ergebnisse und Berichte.",
  },
  ownAccount: "Ihr Konto",
  changeRole: {
    label: "Rolle ändern",
    title: (name) => `Rolle von ${name} ändern`,
    text: "Die neue Rolle gilt ab der nächsten Anfrage der Person.",
    ownText: "Das ist Ihre eigene Rolle. Mit einer geringeren können Sie keine Personen mehr verwalten.",
    done: (name) => `Die Rolle von ${name} wurde geändert.`,
  },
  remove: {
    label: "Entfernen",
    title: (name) => `${name} entfernen?`,
    text: (name) =>
      `${name} wird hier sofort abgemeldet und kann nichts mehr von Ihrer Organisation öffnen. Für eine Rückkehr ist eine neue Einladung nötig. Was ${name} getan hat, bleibt im Audit-Protokoll und in Entscheidungen stehen.`,
    ownText:
      "Das sind Sie selbst. Sie werden sofort abgemeldet und können nichts mehr von dieser Organisation öffnen, bis Sie wieder jemand einlädt.",
    done: (name) => `${name} wurde entfernt.`,
  },
  signOut: {
    label: "Sitzungen beenden",
    title: (name) => `Sitzungen von ${name} beenden?`,
    text: (name) =>
      `${name} wird in jedem Browser von Ihrer Organisation abgemeldet und kann sich wieder anmelden. Was dort nicht gespeichert ist, geht verloren.`,
    done: (name) => `Die Sitzungen von ${name} wurden beendet.`,
  },
  resetFactor: {
    label: "Zweiten Faktor zurücksetzen",
    title: (name) => `Zweiten Faktor von ${name} zurücksetzen?`,
    text: (name) =>
      `${name} kann sich dann allein mit dem Passwort anmelden und wird überall abgemeldet. Tun Sie das nur, wenn Gerät und Wiederherstellungscodes verloren sind, und vergewissern Sie sich, dass die Bitte wirklich von ${name} kommt.`,
    done: (name) => `Der zweite Faktor von ${name} wurde zurückgesetzt.`,
  },
  invitations: {
    title: "Offene Einladungen",
    none: "Keine Einladung ist offen.",
    created: "Eingeladen",
    expires: "Gültig bis",
    again: "Neuer Link",
    withdraw: "Zurückziehen",
    withdrawTitle: (name) => `Einladung von ${name} zurückziehen?`,
    withdrawText: (email) => `Der Link für ${email} ist danach nicht mehr gültig.`,
  },
  invite: {
    label: "Person einladen",
    submit: "Einladen",
    emailMissing: "Geben Sie eine E-Mail-Adresse ein.",
    nameMissing: "Geben Sie einen Namen ein.",
    language: "Sprache der E-Mail",
    languageHint: "Falls dieser Dienst den Link per E-Mail versendet.",
    again: "Der bisherige Link ist danach nicht mehr gültig.",
    doneTitle: (name) => `${name} ist eingeladen`,
    mailed: (email) => `Eine E-Mail mit dem Link ist unterwegs an ${email}.`,
    handOver:
      "Dieser Dienst versendet keine E-Mails. Kopieren Sie den Link und geben Sie ihn selbst weiter. Er wird nur hier und nur jetzt angezeigt.",
    valid: (when) => `Der Link ist einmal gültig, bis ${when}.`,
    copy: "Link kopieren",
    done: "Fertig",
  },
};
