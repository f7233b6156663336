import type { Texts } from "../texts.ts";

export const suggestions: Texts["suggestions"] = {
  open: "Textos propuestos",
  title: "Elegir los textos que se proponen",
  lead: "Cada texto elegido se convierte en un cambio controlado, con un comentario, en una copia del archivo de Word. Al rechazar todos los cambios queda el original.",
  leadOfClauses: "Los textos elegidos se guardan en un archivo de Word con su lugar y su motivo.",
  none: "No hay textos propuestos para este documento.",
  all: "Todos",
  noneChosen: "Ninguno",
  chosen: (count, total) => `${count} de ${total} elegidos`,
  replaces: "Sustituye a:",
  file: "Archivo de Word",
  redline: "Guardar versión con cambios",
  clauses: "Guardar como cláusulas",
};
