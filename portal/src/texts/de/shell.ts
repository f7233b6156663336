import type { Texts } from "../texts.ts";

export const shell: Texts["shell"] = {
  product: "Assay",
  skip: "Zum Inhalt springen",
  navigation: "Hauptnavigation",
  openNavigation: "Navigation öffnen",
  closeNavigation: "Navigation schließen",
  language: "Sprache",
  colours: "Farben",
  light: "Hell",
  dark: "Dunkel",
  system: "Wie das System",
  account: "Konto",
  signOut: "Abmelden",
  signOutEverywhere: "Überall abmelden",
  signOutEverywhereHint: "Beendet jede Sitzung, die mit diesem Schlüssel begonnen wurde.",
  roles: { admin: "Administrator", partner: "Partner", company: "Unternehmen" },
  sessionEnds: (when) => `Angemeldet bis ${when}`,
  notFound: {
    title: "Hier ist nichts",
    text: "Die Adresse ist falsch oder der Inhalt ist nicht mehr vorhanden.",
    back: "Zur Startseite",
  },
  noPermission: {
    title: "Ihr Schlüssel öffnet diese Seite nicht",
    text: "Sie gehört zu einer anderen Rolle. Melden Sie sich mit einem anderen Schlüssel an, um sie zu sehen.",
    signInAgain: "Mit einem anderen Schlüssel anmelden",
  },
  broken: {
    title: "Diese Seite konnte nicht angezeigt werden",
    text: "Beim Aufbau ist ein Fehler aufgetreten. Laden Sie die Seite neu; bleibt der Fehler bestehen, informieren Sie Ihren Administrator.",
    reload: "Neu laden",
  },
};
