import type { Texts } from "../texts.ts";

export const company: Texts["company"] = {
  entities: {
    title: "Geschäftseinheiten",
    lead: "Die Teile Ihres Unternehmens, die geprüft werden: Tochtergesellschaften, Standorte, Abteilungen, Systeme.",
    add: "Einheit hinzufügen",
    empty: "Noch keine Geschäftseinheit",
    emptyText: "Jede Prüfung gehört zu einer Einheit. Fügen Sie die erste hinzu.",
    name: "Name",
    description: "Beschreibung (optional)",
    nameMissing: "Geben Sie einen Namen ein.",
    renameTitle: "Einheit umbenennen",
    rename: (name) => `${name} umbenennen`,
    state: "Status",
    approved: "Freigegeben",
    unapproved: "Noch nicht freigegeben",
    archived: "Archiviert",
    created: "Angelegt",
    actions: "Aktionen",
    facts: "Angaben",
    factsTitle: (name) => `Angaben zu ${name}`,
    factsLead:
      "Was Sie hier angeben, entscheidet bei künftigen Einreichungen, welche Anforderungen gelten, noch bevor ein Dokument gelesen wird.",
    notStated: "Keine Angabe",
    noFacts: "Kein Prüfkatalog fragt nach Angaben.",
  },
};
