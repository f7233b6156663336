import type { Texts } from "../texts.ts";

export const partner: Texts["partner"] = {
  clients: { title: "Unternehmen" },
  onboard: { title: "Unternehmen aufnehmen" },
  frameworks: {
    title: "Regelwerke",
    lead: "Wogegen mit Ihrem Schlüssel und den Schlüsseln Ihrer Unternehmen geprüft werden darf.",
    controls: (count) => `${count} ${count === 1 ? "Prüfkatalog" : "Prüfkataloge"}`,
    items: (count) => `${count} ${count === 1 ? "Anforderung" : "Anforderungen"}`,
    empty: "Für Sie ist noch kein Regelwerk freigegeben",
    emptyText: "Der Administrator legt fest, welche Regelwerke ein Partner verwenden darf.",
  },
};
