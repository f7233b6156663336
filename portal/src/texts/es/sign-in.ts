import type { Texts } from "../texts.ts";

export const signIn: Texts["signIn"] = {
  title: "Iniciar sesión",
  lead: "Utilice el token de administración, una clave de socio o una clave de empresa. Verá lo que esa clave permite ver.",
  key: "Clave o token",
  keyHint: "Se envía una sola vez por esta conexión y no se guarda en el navegador.",
  submit: "Iniciar sesión",
  missing: "Introduzca su clave o token.",
  refused: "Esta clave no se reconoce o ya no es válida.",
  tooMany: (seconds) =>
    `Demasiados intentos. Vuelva a intentarlo en ${seconds} ${seconds === 1 ? "segundo" : "segundos"}.`,
  ended: "Su sesión ha terminado. Inicie sesión de nuevo para continuar.",
  show: "Mostrar la clave",
  hide: "Ocultar la clave",
};
