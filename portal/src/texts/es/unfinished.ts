import type { Texts } from "../texts.ts";

export const unfinished: Texts["unfinished"] = {
  title: "En espera y en curso",
  lead: "Documentos que esperan su análisis o se están analizando, los más recientes primero.",
  none: "Ningún documento está en espera ni en curso.",
  document: "Documento",
  company: "Empresa",
  review: "Revisión",
  status: "Estado",
  submitted: "Enviado",
  stop: "Detener el análisis",
  stopTitle: "¿Detener el análisis?",
  stopText: (name) =>
    `El análisis de ${name} termina y el documento queda como fallido. Lo evaluado hasta ahora se conserva.`,
  stopped: "El análisis se ha detenido.",
};
