import type { Texts } from "../texts.ts";

export const branding: Texts["branding"] = {
  title: "Imagen de los informes",
  lead: "El aspecto de los informes PDF y Word de sus empresas. Un informe concreto prescinde de ella con branding=off.",
  name: "Nombre en los informes",
  nameHint: "En lugar del nombre de su organización",
  accentColour: "Color principal",
  accentHint: "De franjas y títulos",
  secondColour: "Segundo color",
  secondHint: "De líneas y títulos pequeños",
  contact: "Contacto",
  disclaimer: "Exención de responsabilidad",
  logo: "Logotipo",
  cover: "Imagen de portada",
  imageHint: "PNG o JPEG, 512 KiB como máximo",
  choose: "Elegir una imagen",
  remove: "Quitar",
  preview: "Vista previa",
  previewTitle: "Informe de revisión de cumplimiento",
  previewName: "Contrato de encargo del tratamiento",
  tooLarge: "La imagen supera los 512 KiB.",
};
