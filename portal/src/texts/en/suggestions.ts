export const suggestions = {
  open: "Suggested texts",
  title: "Choose the texts to suggest",
  lead: "Each text you choose becomes a tracked change with a comment in a copy of the Word file. Rejecting all changes gives back the original.",
  leadOfClauses: "The texts you choose are saved as a Word file with their places and reasons.",
  none: "No text is suggested for this document.",
  all: "All",
  noneChosen: "None",
  chosen: (count: number, total: number) => `${count} of ${total} chosen`,
  replaces: "Replaces:",
  file: "Word file",
  redline: "Save redline",
  clauses: "Save as clause pack",
};
