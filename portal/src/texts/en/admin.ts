export const admin = {
  partners: { title: "Partners" },
  companies: { title: "Companies" },
  catalogue: { title: "Catalogue" },
  auditLog: { title: "Audit log" },
  system: { title: "System" },
};
