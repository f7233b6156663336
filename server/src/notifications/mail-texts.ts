import type { MailLanguage, NotificationKind } from "./notification.ts";

/** `{…}` is filled in. */
export interface MailTexts {
  greeting: string;
  /** By kind; the second form is for an occasion that no person caused. */
  kinds: Record<NotificationKind, { subject: string; text: string; without?: string }>;
  openGap: string;
  openReview: string;
  digestSubject: string;
  digestText: string;
  footer: string;
  invitation: {
    subject: string;
    text: string;
    thisService: string;
    accept: string;
    valid: string;
    footer: string;
  };
}

export const mailTexts: Record<MailLanguage, MailTexts> = {
  en: {
    greeting: "Hello {name},",
    kinds: {
      assigned: {
        subject: "A gap is yours: {what}",
        text: "{actor} made you the owner of a gap.",
        without: "You are now the owner of a gap.",
      },
      mentioned: {
        subject: "You are mentioned: {what}",
        text: "{actor} mentioned you in a comment on a gap.",
        without: "You are mentioned in a comment on a gap.",
      },
      due: { subject: "Due on {date}: {what}", text: "A gap of yours is due on {date}." },
      overdue: { subject: "Overdue: {what}", text: "A gap of yours was due on {date}." },
      review_completed: { subject: "Review completed: {what}", text: "All documents of a review are judged." },
      score_fell: { subject: "Score fell: {what}", text: "The score of a review fell from {before} to {after}." },
    },
    openGap: "Open the gap",
    openReview: "Open the review",
    digestSubject: "{organisation}: {count} new notifications",
    digestText: "This is what happened at {organisation}.",
    footer: "You receive this mail because you belong to {organisation}. Choose which mails you receive:",
    invitation: {
      subject: "Invitation to {organisation}",
      text: "You are invited to work with {organisation} in Assay.",
      thisService: "Assay",
      accept: "Accept the invitation",
      valid: "The link is valid once, until {date}.",
      footer: "If you do not expect this invitation, ignore this mail.",
    },
  },
  de: {
    greeting: "Guten Tag {name},",
    kinds: {
      assigned: {
        subject: "Ihnen zugewiesen: {what}",
        text: "{actor} hat Ihnen eine Lücke zugewiesen.",
        without: "Ihnen wurde eine Lücke zugewiesen.",
      },
      mentioned: {
        subject: "Sie wurden erwähnt: {what}",
        text: "{actor} hat Sie in einem Kommentar zu einer Lücke erwähnt.",
        without: "Sie wurden in einem Kommentar zu einer Lücke erwähnt.",
      },
      due: { subject: "Fällig am {date}: {what}", text: "Eine Ihrer Lücken ist am {date} fällig." },
      overdue: { subject: "Überfällig: {what}", text: "Eine Ihrer Lücken war am {date} fällig." },
      review_completed: {
        subject: "Prüfung abgeschlossen: {what}",
        text: "Alle Dokumente einer Prüfung sind beurteilt.",
      },
      score_fell: {
        subject: "Punktzahl gesunken: {what}",
        text: "Die Punktzahl einer Prüfung ist von {before} auf {after} gesunken.",
      },
    },
    openGap: "Lücke öffnen",
    openReview: "Prüfung öffnen",
    digestSubject: "{organisation}: {count} neue Benachrichtigungen",
    digestText: "Das ist bei {organisation} geschehen.",
    footer:
      "Sie erhalten diese E-Mail, weil Sie zu {organisation} gehören. Hier wählen Sie, welche E-Mails Sie erhalten:",
    invitation: {
      subject: "Einladung zu {organisation}",
      text: "Sie sind eingeladen, in Assay mit {organisation} zu arbeiten.",
      thisService: "Assay",
      accept: "Einladung annehmen",
      valid: "Der Link gilt einmal, bis zum {date}.",
      footer: "Falls Sie diese Einladung nicht erwarten, können Sie diese E-Mail ignorieren.",
    },
  },
  fr: {
    greeting: "Bonjour {name},",
    kinds: {
      assigned: {
        subject: "Lacune attribuée : {what}",
        text: "{actor} vous a attribué une lacune.",
        without: "Une lacune vous a été attribuée.",
      },
      mentioned: {
        subject: "Vous êtes mentionné(e) : {what}",
        text: "{actor} vous a mentionné(e) dans un commentaire sur une lacune.",
        without: "Vous êtes mentionné(e) dans un commentaire sur une lacune.",
      },
      due: {
        subject: "Échéance le {date} : {what}",
        text: "L’une de vos lacunes arrive à échéance le {date}.",
      },
      overdue: { subject: "En retard : {what}", text: "L’une de vos lacunes était à traiter pour le {date}." },
      review_completed: {
        subject: "Examen terminé : {what}",
        text: "Tous les documents d’un examen ont été évalués.",
      },
      score_fell: {
        subject: "Score en baisse : {what}",
        text: "Le score d’un examen est passé de {before} à {after}.",
      },
    },
    openGap: "Ouvrir la lacune",
    openReview: "Ouvrir l’examen",
    digestSubject: "{organisation} : {count} nouvelles notifications",
    digestText: "Voici ce qui s’est passé chez {organisation}.",
    footer:
      "Vous recevez cet e-mail parce que vous faites partie de {organisation}. Choisissez les e-mails que vous recevez :",
    invitation: {
      subject: "Invitation à rejoindre {organisation}",
      text: "Vous êtes invité(e) à travailler avec {organisation} dans Assay.",
      thisService: "Assay",
      accept: "Accepter l’invitation",
      valid: "Le lien est valable une seule fois, jusqu’au {date}.",
      footer: "Si vous n’attendez pas cette invitation, ignorez cet e-mail.",
    },
  },
  es: {
    greeting: "Hola, {name}:",
    kinds: {
      assigned: {
        subject: "Carencia asignada: {what}",
        text: "{actor} le ha asignado una carencia.",
        without: "Se le ha asignado una carencia.",
      },
      mentioned: {
        subject: "Le han mencionado: {what}",
        text: "{actor} le ha mencionado en un comentario sobre una carencia.",
        without: "Le han mencionado en un comentario sobre una carencia.",
      },
      due: { subject: "Vence el {date}: {what}", text: "Una de sus carencias vence el {date}." },
      overdue: { subject: "Fuera de plazo: {what}", text: "Una de sus carencias venció el {date}." },
      review_completed: {
        subject: "Revisión completada: {what}",
        text: "Se han evaluado todos los documentos de una revisión.",
      },
      score_fell: {
        subject: "Puntuación más baja: {what}",
        text: "La puntuación de una revisión ha bajado de {before} a {after}.",
      },
    },
    openGap: "Abrir la carencia",
    openReview: "Abrir la revisión",
    digestSubject: "{organisation}: {count} notificaciones nuevas",
    digestText: "Esto es lo que ha ocurrido en {organisation}.",
    footer: "Recibe este correo porque pertenece a {organisation}. Elija qué correos quiere recibir:",
    invitation: {
      subject: "Invitación a {organisation}",
      text: "Se le invita a trabajar con {organisation} en Assay.",
      thisService: "Assay",
      accept: "Aceptar la invitación",
      valid: "El enlace es válido una sola vez, hasta el {date}.",
      footer: "Si no espera esta invitación, ignore este correo.",
    },
  },
};
