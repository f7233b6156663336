import type { Texts } from "../texts.ts";

export const quotas: Texts["quotas"] = {
  title: "Cuotas",
  lead: "Lo que puede ocuparse a la vez. Un campo vacío sigue el ajuste del servicio, que se muestra en él.",
  storedBytes: "Archivos almacenados (MB)",
  archiveMembers: "Archivos dentro de archivos comprimidos y correos",
  openUploadBytes: "Cargas abiertas (MB)",
  waitingDocuments: "Documentos en espera o en curso",
  companies: "Empresas",
  used: (used, allowed) => `${used} de ${allowed} en uso`,
};
