import type { Texts } from "../texts.ts";

export const unfinished: Texts["unfinished"] = {
  title: "En attente et en cours",
  lead: "Les documents dont l’analyse est en attente ou en cours, du plus récent au plus ancien.",
  none: "Aucun document n’est en attente ou en cours.",
  document: "Document",
  company: "Entreprise",
  review: "Examen",
  status: "État",
  submitted: "Soumis",
  stop: "Arrêter l’analyse",
  stopTitle: "Arrêter l’analyse ?",
  stopText: (name) =>
    `L’analyse de ${name} prend fin et le document passe en échec. Ce qui a déjà été évalué est conservé.`,
  stopped: "L’analyse a été arrêtée.",
};
