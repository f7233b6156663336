import type { Texts } from "../texts.ts";

export const access: Texts["access"] = {
  title: "Accès du partenaire",
  lead: (partner) =>
    `Les collaborateurs de ${partner} peuvent ouvrir votre travail en tant que consultants : lire les évaluations, les documents et les résultats, soumettre et décider. Tout ce qu’ils lisent figure dans votre journal d’audit.`,
  ofPeople: "Accès des collaborateurs du partenaire",
  offSince: (when) => `Désactivé le ${when}`,
  switchOff: "Désactiver",
  switchOffTitle: "Désactiver l’accès du partenaire ?",
  switchOffText:
    "Dès leur prochaine requête, les collaborateurs du partenaire ne peuvent plus rien ouvrir chez vous. Les clés ne sont pas concernées : révoquez celles que le partenaire connaît.",
  switchOn: "Activer",
  switchOnTitle: "Activer l’accès du partenaire ?",
  switchOnText: "Tous les collaborateurs du partenaire peuvent de nouveau ouvrir votre travail.",
  onlyOwner: "Seul un propriétaire de votre entreprise peut le modifier.",
  on: "Activé",
  off: "Désactivé",
  people: "Personnes ayant accès",
  peopleWhileOff: "Personnes du partenaire",
  name: "Nom",
  role: "Rôle",
  nobody: "Personne chez le partenaire n’a encore de compte.",
  nobodyText: "Les propriétaires du partenaire invitent ses collaborateurs.",
  open: "Ouvrir",
  opened: (company) => `Vous travaillez chez ${company} en tant que consultant.`,
  openedHint: "L’entreprise voit dans son journal d’audit ce que vous lisez et faites.",
  closedOff: (company) => `${company} a désactivé l’accès de son partenaire.`,
  back: "Revenir à vos entreprises",
};
