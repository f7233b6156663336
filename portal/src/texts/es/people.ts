import type { Texts } from "../texts.ts";

export const people: Texts["people"] = {
  title: "Personas",
  lead: "Quién puede iniciar sesión en su organización y qué puede hacer en ella.",
  name: "Nombre",
  email: "Correo electrónico",
  role: "Función",
  lastSignedIn: "Último inicio de sesión",
  secondFactor: "Segundo factor",
  on: "Activado",
  off: "Desactivado",
  you: "Usted",
  nobody: "Nadie tiene cuenta todavía",
  nobodyText: "Invite primero a un propietario: los propietarios invitan y gestionan a todos los demás.",
  nobodyOfOperator: "Invite al primer operador.",
  keyNote:
    "Ha iniciado sesión con una clave. Su organización tiene un propietario que gestiona a sus personas; con una clave solo puede verlas.",
  roleTexts: {
    operator: "Administra el servicio: socios, empresas, catálogo y sistema.",
    partner_owner:
      "Puede hacer todo en nombre del socio y gestiona sus personas, sus claves y la imagen de los informes.",
    partner_consultant: "Ve las empresas y sus puntuaciones, y abre su trabajo.",
    company_owner: "Puede hacer todo y gestiona las personas, las claves, el webhook y el perfil de la empresa.",
    company_reviewer: "Envía documentos, decide sobre los hallazgos, trabaja en las carencias y aprueba revisiones.",
    company_reader: "Lee revisiones, documentos, resultados e informes.",
  },
  ownAccount: "Su cuenta",
  changeRole: {
    label: "Cambiar la función",
    title: (name) => `Cambiar la función de ${name}`,
    text: "La nueva función se aplica desde la próxima solicitud de la persona.",
    ownText: "Es su propia función. Con una inferior ya no podrá gestionar personas.",
    done: (name) => `La función de ${name} ha cambiado.`,
  },
  remove: {
    label: "Quitar",
    title: (name) => `¿Quitar a ${name}?`,
    text: (name) =>
      `Se cierra al instante la sesión de ${name}, que ya no podrá abrir nada de su organización. Para volver hará falta una nueva invitación. Lo que ${name} haya hecho permanece en el registro de auditoría y en las decisiones.`,
    ownText:
      "Se trata de usted. Su sesión se cierra al instante y ya no podrá abrir nada de esta organización hasta que alguien le invite de nuevo.",
    done: (name) => `Se ha quitado a ${name}.`,
  },
  signOut: {
    label: "Cerrar sus sesiones",
    title: (name) => `¿Cerrar las sesiones de ${name}?`,
    text: (name) =>
      `Se cierran en todos los navegadores las sesiones de ${name} en su organización; podrá volver a iniciar sesión. Lo que no esté guardado se pierde.`,
    done: (name) => `Se han cerrado las sesiones de ${name}.`,
  },
  resetFactor: {
    label: "Restablecer el segundo factor",
    title: (name) => `¿Restablecer el segundo factor de ${name}?`,
    text: (name) =>
      `${name} podrá iniciar sesión solo con la contraseña, y sus sesiones se cierran en todas partes. Hágalo solo si se han perdido el dispositivo y los códigos de recuperación, y asegúrese de que es realmente ${name} quien lo pide.`,
    done: (name) => `Se ha restablecido el segundo factor de ${name}.`,
  },
  invitations: {
    title: "Invitaciones abiertas",
    none: "No hay invitaciones abiertas.",
    created: "Fecha de invitación",
    expires: "Válida hasta",
    again: "Nuevo enlace",
    withdraw: "Retirar",
    withdrawTitle: (name) => `¿Retirar la invitación de ${name}?`,
    withdrawText: (email) => `El enlace para ${email} dejará de ser válido.`,
  },
  invite: {
    label: "Invitar a una persona",
    submit: "Invitar",
    emailMissing: "Introduzca una dirección de correo.",
    nameMissing: "Introduzca un nombre.",
    language: "Idioma del correo",
    languageHint: "Si este servicio envía el enlace por correo.",
    again: "El enlace anterior dejará de ser válido.",
    doneTitle: (name) => `Invitación para ${name}`,
    mailed: (email) => `Un correo con el enlace va camino de ${email}.`,
    handOver:
      "Este servicio no envía correos. Copie el enlace y entréguelo usted. Solo se muestra una vez, aquí y ahora.",
    valid: (when) => `El enlace es válido una sola vez, hasta el ${when}.`,
    copy: "Copiar el enlace",
    done: "Listo",
  },
};
