import type { Texts } from "../texts.ts";

export const people: Texts["people"] = {
  title: "Personnes",
  lead: "Qui peut se connecter à votre organisation, et ce que chacun peut y faire.",
  name: "Nom",
  email: "Adresse e-mail",
  role: "Rôle",
  lastSignedIn: "Dernière connexion",
  secondFactor: "Second facteur",
  on: "Activé",
  off: "Désactivé",
  you: "Vous",
  nobody: "Personne n’a encore de compte",
  nobodyText: "Invitez d’abord un propriétaire : les propriétaires invitent et gèrent toutes les autres personnes.",
  nobodyOfOperator: "Invitez le premier exploitant.",
  keyNote:
    "Vous êtes connecté avec une clé. Votre organisation a un propriétaire, qui gère ses personnes ; une clé permet seulement de les voir.",
  roleTexts: {
    operator: "Administre le service : partenaires, entreprises, catalogue et système.",
    partner_owner:
      "Peut tout faire pour le partenaire et gère ses personnes, ses clés et la présentation des rapports.",
    partner_consultant: "Voit les entreprises et leurs scores, et ouvre leur travail.",
    company_owner: "Peut tout faire et gère les personnes, les clés, le webhook et le profil de l’entreprise.",
    company_reviewer: "Soumet des documents, décide des constats, traite les lacunes et valide les examens.",
    company_reader: "Lit les examens, les documents, les résultats et les rapports.",
  },
  ownAccount: "Votre compte",
  changeRole: {
    label: "Modifier le rôle",
    title: (name) => `Modifier le rôle de ${name}`,
    text: "Le nouveau rôle s’applique dès la prochaine requête de la personne.",
    ownText: "C’est votre propre rôle. Avec un rôle moindre, vous ne pourrez plus gérer les personnes.",
    done: (name) => `Le rôle de ${name} a été modifié.`,
  },
  remove: {
    label: "Retirer",
    title: (name) => `Retirer ${name} ?`,
    text: (name) =>
      `Les sessions de ${name} prennent fin ici immédiatement, et plus rien de votre organisation ne lui est accessible. Pour revenir, il faudra une nouvelle invitation. Ce que ${name} a fait reste dans le journal d’audit et dans les décisions.`,
    ownText:
      "Il s’agit de vous. Vous êtes immédiatement déconnecté et ne pouvez plus rien ouvrir de cette organisation, jusqu’à ce que quelqu’un vous invite de nouveau.",
    done: (name) => `${name} ne fait plus partie de votre organisation.`,
  },
  signOut: {
    label: "Mettre fin aux sessions",
    title: (name) => `Mettre fin aux sessions de ${name} ?`,
    text: (name) =>
      `Les sessions de ${name} dans votre organisation prennent fin dans tous les navigateurs ; une nouvelle connexion reste possible. Ce qui n’y est pas enregistré est perdu.`,
    done: (name) => `Les sessions de ${name} sont terminées.`,
  },
  resetFactor: {
    label: "Réinitialiser le second facteur",
    title: (name) => `Réinitialiser le second facteur de ${name} ?`,
    text: (name) =>
      `${name} pourra alors se connecter avec le seul mot de passe et toutes ses sessions prendront fin. Ne le faites que si l’appareil et les codes de récupération sont perdus, et assurez-vous que la demande vient bien de ${name}.`,
    done: (name) => `Le second facteur de ${name} a été réinitialisé.`,
  },
  invitations: {
    title: "Invitations en cours",
    none: "Aucune invitation n’est en cours.",
    created: "Invitation du",
    expires: "Valable jusqu’au",
    again: "Nouveau lien",
    withdraw: "Retirer",
    withdrawTitle: (name) => `Retirer l’invitation de ${name} ?`,
    withdrawText: (email) => `Le lien destiné à ${email} ne sera plus valable.`,
  },
  invite: {
    label: "Inviter une personne",
    submit: "Inviter",
    emailMissing: "Saisissez une adresse e-mail.",
    nameMissing: "Saisissez un nom.",
    language: "Langue de l’e-mail",
    languageHint: "Si ce service envoie le lien par e-mail.",
    again: "Le lien précédent ne sera alors plus valable.",
    doneTitle: (name) => `Invitation de ${name}`,
    mailed: (email) => `Un e-mail contenant le lien est en route vers ${email}.`,
    handOver:
      "Ce service n’envoie pas d’e-mails. Copiez le lien et remettez-le vous-même. Il n’est affiché qu’une seule fois, ici et maintenant.",
    valid: (when) => `Le lien est valable une seule fois, jusqu’au ${when}.`,
    copy: "Copier le lien",
    done: "Terminé",
  },
};
