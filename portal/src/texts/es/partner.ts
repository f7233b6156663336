import type { Texts } from "../texts.ts";

export const partner: Texts["partner"] = {
  clients: { title: "Empresas" },
  onboard: { title: "Incorporar una empresa" },
  frameworks: {
    title: "Marcos normativos",
    lead: "Lo que su clave y las claves de sus empresas permiten revisar.",
    controls: (count) => `${count} ${count === 1 ? "control" : "controles"}`,
    items: (count) => `${count} ${count === 1 ? "requisito" : "requisitos"}`,
    empty: "Todavía no tiene ningún marco disponible",
    emptyText: "El administrador decide qué marcos puede utilizar un socio.",
  },
};
