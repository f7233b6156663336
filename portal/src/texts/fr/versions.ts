import type { Texts } from "../texts.ts";

export const versions: Texts["versions"] = {
  version: (number) => `Version ${number}`,
  before: "Version précédente",
  newer: "Remplacé par la version plus récente",
  proposalTitle: "Une nouvelle version ?",
  proposal: (name) => `Ce document pourrait être une nouvelle version de ${name}.`,
  sure: { high: "Très probable", medium: "Probable", low: "Possible" },
  because: {
    subject: "même objet examiné",
    file_name: "même nom de fichier",
    text: (share) => `${share} du texte est identique`,
  },
  differs: (share) => `mais seulement ${share} du texte est identique`,
  accept: "En faire la nouvelle version",
  acceptText: (name) =>
    `${name} ne comptera plus dans l’examen. Le document reste lisible et les deux versions sont comparées. Cette action est irréversible.`,
  accepted: "Le document est désormais la nouvelle version",
  compare: "Comparer avec la version précédente",
  compareWith: (name) => `Comparer avec ${name}`,
  comparison: {
    title: "Ce qui a changé",
    lead: (newer, older) => `${newer} comparé avec ${older}`,
    counts: {
      added: "Ajoutées",
      removed: "Supprimées",
      reworded: "Reformulées",
      moved: "Déplacées",
      unchanged: "Inchangées",
    },
    kinds: { added: "Ajoutée", removed: "Supprimée", reworded: "Reformulée", moved: "Déplacée" },
    alsoMoved: "également déplacée",
    from: (page) => `avant : ${page}`,
    onlyWithVerdicts: "Seulement les clauses dont une appréciation a changé",
    none: "Aucune clause n’a changé",
    noneShown: "Aucune modification de ce type",
    more: (count) => `En afficher ${count} de plus`,
    leftOut: "Mots supprimés",
    cameIn: "Mots ajoutés",
    verdicts: "Appréciations modifiées",
    otherVerdicts: "Autres appréciations modifiées",
    otherVerdictsHint:
      "Elles ne reposent sur aucune clause modifiée, par exemple après une nouvelle révision du catalogue.",
    notAsked: "Non examiné",
  },
};
