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
};
