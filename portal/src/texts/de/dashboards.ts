import type { Texts } from "../texts.ts";

export const dashboards: Texts["dashboards"] = {
  title: "Übersicht",
  lead: "Wie Ihre Prüfungen stehen, die niedrigste Bewertung zuerst.",
  empty: "Noch keine Prüfung",
  emptyText: "Reichen Sie ein Dokument ein. Seine Prüfung erscheint dann hier, mit Bewertung, Fristen und Lücken.",
  scores: "Bewertung je Prüfkatalog",
  scoresHint: "Der Mittelwert der Prüfungen je Prüfkatalog, über die letzten zwölf Wochen.",
  reviewCount: (count, shown) => `${shown} ${count === 1 ? "Prüfung" : "Prüfungen"}`,
  allReviews: "Alle Prüfungen",
  noTrend: "Die Linie beginnt mit der zweiten Woche, in der es eine Bewertung gibt.",
  point: (date, score) => `${date}: ${score}`,
  trendOf: (control, points) => `Bewertung im Zeitverlauf, ${control}: ${points}`,
  due: {
    title: "Anstehende Termine",
    hint: "Dokumente, die innerhalb von 30 Tagen ablaufen oder zu überprüfen sind, und verstrichene Termine.",
    empty: "Innerhalb von 30 Tagen steht nichts an",
    emptyText:
      "Geben Sie Dokumenten bei der Einreichung oder auf ihrer Seite ein Ablauf- oder Überprüfungsdatum, um hier erinnert zu werden.",
    toDocuments: "Dokumente anzeigen",
    reason: "Anlass",
    reasons: {
      soon: { expires: "Läuft ab", review_due: "Zu überprüfen" },
      past: { expires: "Abgelaufen", review_due: "Überprüfung überfällig" },
    },
    date: "Datum",
    past: "Verstrichen",
  },
  gaps: {
    title: "Häufigste Lücken",
    hint: "Anforderungen, die nicht vollständig erfüllt sind, die häufigsten zuerst, in den neuesten gültigen Dokumenten.",
    partnerHint:
      "Anforderungen, die Ihre Unternehmen am häufigsten nicht vollständig erfüllen, in ihren neuesten gültigen Dokumenten.",
    empty: "Keine offenen Lücken",
    emptyText:
      "Alle beurteilten Anforderungen sind vollständig erfüllt. Reichen Sie weitere Dokumente ein, um mehr beurteilen zu lassen.",
    open: "Nicht vollständig erfüllt",
    of: (open, judged) => `${open} von ${judged}`,
    companies: "Unternehmen",
  },
  heatMap: {
    title: "Bewertungen",
    lead: "Ihre Unternehmen je Prüfkatalog, die niedrigste Bewertung zuerst. Eine Bewertung öffnet die Prüfungen des Unternehmens.",
    empty: "Noch hat kein Unternehmen eine Prüfung",
    emptyText:
      "Nehmen Sie ein Unternehmen auf und übergeben Sie ihm seinen Schlüssel. Sobald es ein Dokument eingereicht hat, erscheinen hier seine Bewertungen.",
    lowest: (shown, all) => `Die ${shown} Unternehmen mit den niedrigsten Bewertungen, von ${all}.`,
    legend: "Farben",
    noReview: "Keine Prüfung",
  },
};
