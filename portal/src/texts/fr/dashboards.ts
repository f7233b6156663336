import type { Texts } from "../texts.ts";

export const dashboards: Texts["dashboards"] = {
  title: "Tableau de bord",
  lead: "L’état de vos examens, la note la plus basse d’abord.",
  empty: "Aucun examen pour l’instant",
  emptyText: "Soumettez un document. Son examen apparaîtra ici, avec sa note, ses échéances et ses lacunes.",
  scores: "Notes par contrôle",
  scoresHint: "La moyenne des examens de chaque contrôle, sur les douze dernières semaines.",
  reviewCount: (count, shown) => `${shown} ${count === 1 ? "examen" : "examens"}`,
  allReviews: "Tous les examens",
  noTrend: "La courbe commence avec la deuxième semaine notée.",
  point: (date, score) => `${date} : ${score}`,
  trendOf: (control, points) => `Évolution de la note, ${control} : ${points}`,
  due: {
    title: "Échéances",
    hint: "Documents qui expirent ou sont à revoir dans les 30 jours, et dates dépassées.",
    empty: "Aucune échéance dans les 30 jours",
    emptyText:
      "Indiquez une date d’expiration ou de révision, à la soumission ou sur la page du document, pour qu’elle soit rappelée ici.",
    toDocuments: "Afficher les documents",
    reason: "Motif",
    reasons: {
      soon: { expires: "Expire", review_due: "À revoir" },
      past: { expires: "Expiré", review_due: "Révision en retard" },
    },
    date: "Date",
    past: "Dépassée",
  },
  gaps: {
    title: "Lacunes les plus fréquentes",
    hint: "Les exigences qui ne sont pas entièrement satisfaites, les plus fréquentes d’abord, dans les derniers documents pris en compte.",
    partnerHint:
      "Les exigences que vos entreprises ne satisfont le plus souvent pas entièrement, dans leurs derniers documents pris en compte.",
    empty: "Aucune lacune ouverte",
    emptyText:
      "Toutes les exigences évaluées sont entièrement satisfaites. Soumettez d’autres documents pour en faire évaluer davantage.",
    open: "Pas entièrement satisfaite",
    of: (open, judged) => `${open} sur ${judged}`,
    companies: "Entreprises",
  },
  heatMap: {
    title: "Notes",
    lead: "Vos entreprises par contrôle, la note la plus basse d’abord. Une note ouvre les examens de l’entreprise.",
    empty: "Aucune entreprise n’a encore d’examen",
    emptyText:
      "Intégrez une entreprise et remettez-lui sa clé. Ses notes apparaîtront ici dès qu’elle aura soumis un document.",
    lowest: (shown, all) => `Les ${shown} entreprises aux notes les plus basses, sur ${all}.`,
    legend: "Couleurs",
    noReview: "Aucun examen",
  },
};
