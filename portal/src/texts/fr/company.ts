import type { Texts } from "../texts.ts";

export const company: Texts["company"] = {
  entities: {
    title: "Entités",
    lead: "Les parties de votre entreprise qui sont examinées : filiales, sites, services, systèmes.",
    add: "Ajouter une entité",
    empty: "Aucune entité pour l’instant",
    emptyText: "Chaque examen appartient à une entité. Ajoutez la première.",
    name: "Nom",
    description: "Description (facultative)",
    nameMissing: "Saisissez un nom.",
    renameTitle: "Renommer l’entité",
    rename: (name) => `Renommer ${name}`,
    state: "État",
    approved: "Approuvée",
    unapproved: "Pas encore approuvée",
    archived: "Archivée",
    created: "Créée",
    actions: "Actions",
    facts: "Informations",
    factsTitle: (name) => `Informations sur ${name}`,
    factsLead:
      "Ce que vous indiquez ici détermine quelles exigences s’appliquent aux documents soumis par la suite, avant toute lecture.",
    notStated: "Non indiqué",
    noFacts: "Aucun contrôle ne demande d’informations.",
  },
};
