import type { Texts } from "../texts.ts";

export const webhooks: Texts["webhooks"] = {
  title: "Webhooks",
  lead: "Signierte Anfragen melden einer Ihrer Adressen, was mit Ihren Dokumenten und Prüfungen geschieht.",
  register: "Adresse registrieren",
  registerAction: "Registrieren",
  settings: "Einstellungen",
  url: "Adresse",
  urlHint: "Eine https-Adresse, die aus dem Internet erreichbar ist.",
  urlMissing: "Geben Sie die Adresse ein.",
  events: "Zu sendende Ereignisse",
  eventsMissing: "Wählen Sie mindestens eine Art von Ereignis.",
  eventNames: {
    "document.submitted": "Ein Dokument wurde eingereicht",
    "document.completed": "Ein Dokument wurde geprüft",
    "document.failed": "Ein Dokument konnte nicht geprüft werden",
    "document.superseded": "Eine neue Fassung hat ein Dokument ersetzt",
    "upload.completed": "Ein Upload ist abgeschlossen",
    "upload.expired": "Ein Upload ist abgelaufen",
    "review.created": "Eine Prüfung wurde angelegt",
  },
  active: "Ereignisse senden",
  rotate: "Neues Geheimnis erzeugen",
  rotateHint: "24 Stunden lang signiert auch das alte, damit Sie umstellen können.",
  secretTitle: "Kopieren Sie das Signaturgeheimnis jetzt",
  secretText:
    "Es wird nur hier und nur jetzt angezeigt. Damit prüft Ihr Empfänger, ob eine Anfrage von diesem Dienst kommt.",
  test: "Testereignis senden",
  testSent: "Ein Testereignis ist unterwegs.",
  disabled: "Der Dienst hat diesen Webhook abgeschaltet",
  disabledGone: (when) =>
    `Ihre Adresse hat am ${when} mit „410 Gone“ geantwortet. Speichern Sie die Einstellungen, um ihn wieder einzuschalten.`,
  disabledFailing: (when) =>
    `Zustellungen an Ihre Adresse waren bis ${when} fünf Tage lang erfolglos. Speichern Sie die Einstellungen, um ihn wieder einzuschalten; wartende Ereignisse werden dann gesendet.`,
  total: "Ereignisse der letzten 7 Tage",
  delivered: "Zugestellt",
  failed: "Aufgegeben",
  lastDelivered: "Zuletzt zugestellt",
  deliveries: "Zustellungen",
  empty: "Noch nichts gesendet",
  emptyText:
    "Ereignisse erscheinen hier, sobald sie eintreten. Senden Sie ein Testereignis, um Ihren Empfänger zu prüfen.",
  states: { pending: "Unterwegs", delivered: "Zugestellt", failed: "Aufgegeben" },
  attempts: (count) => `${count} ${count === 1 ? "Versuch" : "Versuche"}`,
  attempt: (when, statusCode, error, milliseconds) =>
    `${when}: ${[statusCode, error].filter((part) => part !== null).join(", ")} (${milliseconds} ms)`,
  nextAttempt: (when) => `Nächster Versuch: ${when}`,
  replay: "Erneut senden",
  replayOf: (type, when) => `Erneut senden: ${type}, ${when}`,
  replayed: "Das Ereignis wird erneut gesendet.",
};
