import type { Texts } from "../texts.ts";

export const signIn: Texts["signIn"] = {
  title: "Connexion",
  lead: "Utilisez le jeton d’administration, une clé de partenaire ou une clé d’entreprise. Vous voyez ce que cette clé permet de voir.",
  key: "Clé ou jeton",
  keyHint: "La saisie est envoyée une seule fois par cette connexion et n’est pas conservée dans le navigateur.",
  submit: "Se connecter",
  missing: "Saisissez votre clé ou votre jeton.",
  refused: "Cette clé n’est pas reconnue ou n’est plus valable.",
  tooMany: (seconds) => `Trop de tentatives. Réessayez dans ${seconds} ${seconds <= 1 ? "seconde" : "secondes"}.`,
  ended: "Votre session est terminée. Connectez-vous de nouveau pour continuer.",
  show: "Afficher la clé",
  hide: "Masquer la clé",
};
