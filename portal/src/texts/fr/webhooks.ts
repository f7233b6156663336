import type { Texts } from "../texts.ts";

export const webhooks: Texts["webhooks"] = {
  title: "Webhooks",
  lead: "Des requêtes signées informent l’une de vos adresses de ce qui arrive à vos documents et à vos examens.",
  register: "Enregistrer une adresse",
  registerAction: "Enregistrer",
  settings: "Paramètres",
  url: "Adresse",
  urlHint: "Une adresse https joignable depuis Internet.",
  urlMissing: "Saisissez l’adresse.",
  events: "Événements à envoyer",
  eventsMissing: "Choisissez au moins un type d’événement.",
  eventNames: {
    "document.submitted": "Un document a été soumis",
    "document.completed": "Un document a été examiné",
    "document.failed": "Un document n’a pas pu être examiné",
    "document.superseded": "Une nouvelle version a remplacé un document",
    "upload.completed": "Un envoi est terminé",
    "upload.expired": "Un envoi a expiré",
    "review.created": "Un examen a été créé",
  },
  active: "Envoyer les événements",
  rotate: "Créer un nouveau secret",
  rotateHint: "Pendant 24 heures, l’ancien signe également, afin que vous puissiez effectuer le changement.",
  secretTitle: "Copiez le secret de signature maintenant",
  secretText:
    "Il n’est affiché qu’une seule fois, ici et maintenant. Il permet à votre récepteur de vérifier qu’une requête vient de ce service.",
  test: "Envoyer un événement de test",
  testSent: "Un événement de test est en route.",
  disabled: "Le service a désactivé ce webhook",
  disabledGone: (when) =>
    `Votre adresse a répondu « 410 Gone » le ${when}. Enregistrez les paramètres pour le réactiver.`,
  disabledFailing: (when) =>
    `Les remises à votre adresse échouaient depuis cinq jours le ${when}. Enregistrez les paramètres pour le réactiver ; les événements en attente seront alors envoyés.`,
  total: "Événements des 7 derniers jours",
  delivered: "Remis",
  failed: "Abandonnés",
  lastDelivered: "Dernière remise",
  deliveries: "Remises",
  empty: "Rien n’a encore été envoyé",
  emptyText:
    "Les événements apparaissent ici au fur et à mesure. Envoyez un événement de test pour vérifier votre récepteur.",
  states: { pending: "En route", delivered: "Remis", failed: "Abandonné" },
  attempts: (count) => `${count} ${count <= 1 ? "tentative" : "tentatives"}`,
  attempt: (when, statusCode, error, milliseconds) =>
    `${when} : ${[statusCode, error].filter((part) => part !== null).join(", ")} (${milliseconds} ms)`,
  nextAttempt: (when) => `Prochaine tentative : ${when}`,
  replay: "Renvoyer",
  replayOf: (type, when) => `Renvoyer : ${type}, ${when}`,
  replayed: "L’événement est en cours de renvoi.",
};
