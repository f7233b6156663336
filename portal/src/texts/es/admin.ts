import type { Texts } from "../texts.ts";

export const admin: Texts["admin"] = {
  partners: { title: "Socios" },
  companies: { title: "Empresas" },
  catalogue: { title: "Catálogo" },
  auditLog: { title: "Registro de auditoría" },
  system: { title: "Sistema" },
};
