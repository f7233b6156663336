export const quotas = {
  title: "Quotas",
  lead: "What may be held at a time. An empty field follows the service’s setting, which it shows.",
  storedBytes: "Stored files (MB)",
  archiveMembers: "Files in archives and mails",
  openUploadBytes: "Open uploads (MB)",
  waitingDocuments: "Documents waiting or in progress",
  companies: "Companies",
  used: (used: string, allowed: string) => `${used} of ${allowed} used`,
};
