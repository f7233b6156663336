import type { Texts } from "../texts.ts";

export const suggestions: Texts["suggestions"] = {
  open: "Textes proposés",
  title: "Choisir les textes à proposer",
  lead: "Chaque texte choisi devient une modification suivie, avec un commentaire, dans une copie du fichier Word. Refuser toutes les modifications rétablit l’original.",
  leadOfClauses: "Les textes choisis sont enregistrés dans un fichier Word, avec leur emplacement et leur motif.",
  none: "Aucun texte n’est proposé pour ce document.",
  all: "Tous",
  noneChosen: "Aucun",
  chosen: (count, total) => `${count} sur ${total} choisis`,
  replaces: "Remplace\u00a0:",
  file: "Fichier Word",
  redline: "Enregistrer la version révisée",
  clauses: "Enregistrer le recueil de clauses",
};
