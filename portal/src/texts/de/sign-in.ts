import type { Texts } from "../texts.ts";

export const signIn: Texts["signIn"] = {
  title: "Anmelden",
  lead: "Verwenden Sie das Administrator-Token, einen Partnerschlüssel oder einen Unternehmensschlüssel. Sie sehen, was dieser Schlüssel sehen darf.",
  key: "Schlüssel oder Token",
  keyHint: "Die Eingabe wird einmal über diese Verbindung gesendet und nicht im Browser gespeichert.",
  submit: "Anmelden",
  missing: "Geben Sie Ihren Schlüssel oder Ihr Token ein.",
  refused: "Dieser Schlüssel ist nicht bekannt oder nicht mehr gültig.",
  tooMany: (seconds) =>
    `Zu viele Versuche. Versuchen Sie es in ${seconds} ${seconds === 1 ? "Sekunde" : "Sekunden"} erneut.`,
  ended: "Ihre Sitzung ist beendet. Melden Sie sich erneut an, um fortzufahren.",
  show: "Schlüssel anzeigen",
  hide: "Schlüssel verbergen",
};
