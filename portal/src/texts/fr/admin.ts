import type { Texts } from "../texts.ts";

export const admin: Texts["admin"] = {
  partners: { title: "Partenaires" },
  companies: { title: "Entreprises" },
  catalogue: { title: "Catalogue" },
  auditLog: { title: "Journal d’audit" },
  system: { title: "Système" },
};
