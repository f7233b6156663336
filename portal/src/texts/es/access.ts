import type { Texts } from "../texts.ts";

export const access: Texts["access"] = {
  title: "Acceso del socio",
  lead: (partner) =>
    `Las personas de ${partner} pueden abrir su trabajo como consultores: leer revisiones, documentos y resultados, enviar y decidir. Todo lo que leen consta en su registro de auditoría.`,
  ofPeople: "Acceso de las personas del socio",
  offSince: (when) => `Desactivado el ${when}`,
  switchOff: "Desactivar",
  switchOffTitle: "¿Desactivar el acceso del socio?",
  switchOffText:
    "A partir de su próxima solicitud, las personas del socio ya no pueden abrir nada suyo. Las claves no se ven afectadas: revoque las que conozca el socio.",
  switchOn: "Activar",
  switchOnTitle: "¿Activar el acceso del socio?",
  switchOnText: "Todas las personas del socio pueden volver a abrir su trabajo.",
  onlyOwner: "Solo un propietario de su empresa puede cambiarlo.",
  on: "Activado",
  off: "Desactivado",
  people: "Personas con acceso",
  peopleWhileOff: "Personas del socio",
  name: "Nombre",
  role: "Función",
  nobody: "Nadie del socio tiene cuenta todavía.",
  nobodyText: "Los propietarios del socio invitan a sus personas.",
  open: "Abrir",
  opened: (company) => `Está trabajando en ${company} como consultor.`,
  openedHint: "La empresa ve en su registro de auditoría lo que usted lee y hace.",
  closedOff: (company) => `${company} ha desactivado el acceso de su socio.`,
  back: "Volver a sus empresas",
};
