import type { Texts } from "../texts.ts";

export const keys: Texts["keys"] = {
  title: "Clés",
  titleOf: (company) => `Clés de ${company}`,
  lead: "Les programmes appellent le service avec des clés. Une clé n’est affichée qu’à son émission. Donnez à chaque programme sa propre clé, limitée à ce dont il a besoin.",
  leadOfClient: "L’entreprise voit dans son journal d’audit ce que vous modifiez ici.",
  empty: "Aucune clé pour l’instant",
  emptyText: "Émettez la première pour l’un de vos programmes.",
  label: "Libellé",
  labelHint: "À quoi sert la clé, par exemple le nom d’un programme.",
  scopes: "Autorise à",
  scope: {
    all: "Tout faire",
    read: "Lire",
    submit: "Soumettre des documents",
    webhooks: "Gérer le webhook",
  },
  scopeMissing: "Choisissez-en au moins un.",
  networks: "Réseaux",
  networksHint:
    "Un par ligne, par exemple 203.0.113.0/24 (IPv4 ou IPv6). Laissez vide pour autoriser tous les réseaux.",
  everywhere: "De partout",
  lastUsedAt: "Dernière utilisation",
  state: "État",
  until: (when) => `jusqu’au ${when}`,
  edit: "Modifier",
  editTitle: "Modifier cette clé",
  rotate: "Remplacer",
  rotateTitle: "Remplacer cette clé",
  rotateText: (key) =>
    `Une nouvelle clé avec les mêmes droits est émise et affichée une seule fois. Combien de temps ${key} doit-elle rester valable ?`,
  overlap: "L’ancienne clé reste valable",
  overlaps: { none: "Elle prend fin immédiatement", hour: "1 heure", day: "24 heures", week: "7 jours" },
  rotated: (when) => `L’ancienne clé est valable jusqu’au ${when}.`,
  issuedBy: "Émise par",
  issuers: { admin: "Exploitant", partner: "Partenaire", company: "Entreprise" },
};
