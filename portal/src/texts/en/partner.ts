export const partner = {
  clients: { title: "Companies" },
  onboard: { title: "Onboard a company" },
  frameworks: {
    title: "Frameworks",
    lead: "What your key, and the keys of your companies, may be used to review against.",
    controls: (count: number) => `${count} ${count === 1 ? "control" : "controls"}`,
    items: (count: number) => `${count} ${count === 1 ? "item" : "items"}`,
    empty: "No framework is open to you yet",
    emptyText: "The administrator decides which frameworks a partner may use.",
  },
};
