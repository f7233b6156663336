import type { Texts } from "../texts.ts";

export const branding: Texts["branding"] = {
  title: "Présentation des rapports",
  lead: "L’aspect des rapports PDF et Word de vos entreprises. Un rapport isolé s’en passe avec branding=off.",
  name: "Nom dans les rapports",
  nameHint: "À la place du nom de votre organisation",
  accentColour: "Couleur principale",
  accentHint: "Des bandeaux et des titres",
  secondColour: "Seconde couleur",
  secondHint: "Des traits et des petits titres",
  contact: "Contact",
  disclaimer: "Clause de non-responsabilité",
  logo: "Logo",
  cover: "Image de couverture",
  imageHint: "PNG ou JPEG, 512 Kio au plus",
  choose: "Choisir une image",
  remove: "Retirer",
  preview: "Aperçu",
  previewTitle: "Rapport d’examen de conformité",
  previewName: "Contrat de sous-traitance",
  tooLarge: "L’image dépasse 512 Kio.",
};
