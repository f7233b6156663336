import type { Texts } from "../texts.ts";

export const company: Texts["company"] = {
  entities: {
    title: "Entidades",
    lead: "Las partes de su empresa que se revisan: filiales, sedes, departamentos, sistemas.",
    add: "Añadir una entidad",
    empty: "Aún no hay entidades",
    emptyText: "Cada revisión pertenece a una entidad. Añada la primera.",
    name: "Nombre",
    description: "Descripción (opcional)",
    nameMissing: "Introduzca un nombre.",
    renameTitle: "Cambiar el nombre de la entidad",
    rename: (name) => `Cambiar el nombre de ${name}`,
    state: "Estado",
    approved: "Aprobada",
    unapproved: "Aún sin aprobar",
    archived: "Archivada",
    created: "Creada",
    actions: "Acciones",
    facts: "Datos",
    factsTitle: (name) => `Datos sobre ${name}`,
    factsLead:
      "Lo que indique aquí decide qué requisitos se aplican a los documentos que se envíen a partir de ahora, antes de leerlos.",
    notStated: "Sin indicar",
    noFacts: "Ningún control pide datos.",
  },
};
