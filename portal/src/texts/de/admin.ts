import type { Texts } from "../texts.ts";

export const admin: Texts["admin"] = {
  partners: { title: "Partner" },
  companies: { title: "Unternehmen" },
  catalogue: { title: "Katalog" },
  auditLog: { title: "Protokoll" },
  system: { title: "System" },
};
