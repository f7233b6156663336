import type { Texts } from "../texts.ts";

export const shell: Texts["shell"] = {
  product: "Assay",
  skip: "Ir al contenido",
  navigation: "Navegación principal",
  openNavigation: "Abrir la navegación",
  closeNavigation: "Cerrar la navegación",
  language: "Idioma",
  colours: "Colores",
  light: "Claro",
  dark: "Oscuro",
  system: "Como el sistema",
  account: "Cuenta",
  signOut: "Cerrar sesión",
  signOutEverywhere: "Cerrar sesión en todas partes",
  signOutEverywhereHint: "Cierra todas las sesiones iniciadas con esta clave.",
  roles: { admin: "Administrador", partner: "Socio", company: "Empresa" },
  sessionEnds: (when) => `Sesión abierta hasta el ${when}`,
  notFound: {
    title: "Aquí no hay nada",
    text: "La dirección no es correcta o su contenido ya no existe.",
    back: "Ir al inicio",
  },
  noPermission: {
    title: "Su clave no abre esta página",
    text: "Corresponde a otro rol. Inicie sesión con otra clave para verla.",
    signInAgain: "Iniciar sesión con otra clave",
  },
  broken: {
    title: "No se ha podido mostrar esta página",
    text: "Se ha producido un error al mostrarla. Vuelva a cargarla; si persiste, avise a su administrador.",
    reload: "Volver a cargar",
  },
};
