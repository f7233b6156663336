import type { Texts } from "../texts.ts";

export const partner: Texts["partner"] = {
  clients: { title: "Entreprises" },
  onboard: { title: "Intégrer une entreprise" },
  frameworks: {
    title: "Référentiels",
    lead: "Ce que votre clé et celles de vos entreprises permettent d’examiner.",
    controls: (count) => `${count} ${count === 1 ? "contrôle" : "contrôles"}`,
    items: (count) => `${count} ${count === 1 ? "exigence" : "exigences"}`,
    empty: "Aucun référentiel ne vous est encore ouvert",
    emptyText: "L’administrateur décide des référentiels qu’un partenaire peut utiliser.",
  },
};
