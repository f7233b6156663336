import type { Texts } from "../texts.ts";

export const shell: Texts["shell"] = {
  product: "Assay",
  skip: "Aller au contenu",
  navigation: "Navigation principale",
  openNavigation: "Ouvrir la navigation",
  closeNavigation: "Fermer la navigation",
  language: "Langue",
  colours: "Couleurs",
  light: "Clair",
  dark: "Sombre",
  system: "Comme le système",
  account: "Compte",
  signOut: "Se déconnecter",
  signOutEverywhere: "Se déconnecter partout",
  signOutEverywhereHint: "Met fin à toutes les sessions ouvertes avec cette clé.",
  roles: { admin: "Administrateur", partner: "Partenaire", company: "Entreprise" },
  sessionEnds: (when) => `Connecté jusqu’au ${when}`,
  notFound: {
    title: "Il n’y a rien ici",
    text: "L’adresse est incorrecte ou son contenu n’existe plus.",
    back: "Aller à la page d’accueil",
  },
  noPermission: {
    title: "Votre clé n’ouvre pas cette page",
    text: "Elle relève d’un autre rôle. Connectez-vous avec une autre clé pour la consulter.",
    signInAgain: "Se connecter avec une autre clé",
  },
  broken: {
    title: "Cette page n’a pas pu s’afficher",
    text: "Une erreur est survenue pendant l’affichage. Rechargez la page ; si l’erreur persiste, prévenez votre administrateur.",
    reload: "Recharger",
  },
};
