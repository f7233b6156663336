import type { Texts } from "../texts.ts";

export const quotas: Texts["quotas"] = {
  title: "Quotas",
  lead: "Ce qui peut être occupé en même temps. Un champ vide suit le réglage du service, qu’il affiche.",
  storedBytes: "Fichiers stockés (Mo)",
  archiveMembers: "Fichiers contenus dans les archives et les e-mails",
  openUploadBytes: "Envois ouverts (Mo)",
  waitingDocuments: "Documents en attente ou en cours",
  companies: "Entreprises",
  used: (used, allowed) => `Occupation : ${used} sur ${allowed}`,
};
