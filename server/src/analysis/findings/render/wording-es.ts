import type { Wording } from "./wording.ts";
import {
  formatProofs,
  lowerArticle,
  makeFormatFigure,
  makeFormatPage,
  makeFormatPlaces,
  makeJoin,
} from "./wording-parts.ts";

const formatFigure = makeFormatFigure({
  ...{ atMost: "como máximo", atLeast: "como mínimo", onceEvery: "como mínimo una vez cada", decimalComma: true },
  units: {
    hours: ["hora", "horas"],
    days: ["día", "días"],
    business_days: ["día hábil", "días hábiles"],
    weeks: ["semana", "semanas"],
    months: ["mes", "meses"],
    years: ["año", "años"],
    percent: ["por ciento", "por ciento"],
    times_per_year: ["vez al año", "veces al año"],
    characters: ["carácter", "caracteres"],
    count: ["unidad", "unidades"],
  },
});
const join = makeJoin("y");
const quoted = (text: string) => `«${text}»`;
const inBrackets = (words: string | undefined) => (words === undefined ? "" : ` (${quoted(words)})`);
const pageWords = {
  ...{ page: "página", pages: "páginas", slide: "diapositiva", sheet: "hoja", section: "sección" },
  ...{
    mailHeader: "encabezado del correo",
    mailBody: "cuerpo del correo",
    hidden: "oculta",
    asRendered: "según el renderizado",
  },
};
const lower = (text: string) => lowerArticle(text, /^(?:El|La|Los|Las|Un|Una|Todo|Toda|Cada)(?=\s)/u);

export const wordingEs: Wording = {
  page: makeFormatPage(pageWords),
  where: makeFormatPlaces(pageWords, join),
  quoted,
  labelled: (label, text) => `${label}: ${text}`,
  listed: (parts) => parts.join("; "),
  verdict: { met: "cumplido", partly: "cumplido en parte", contradicted: "contradicho", missing: "ausente" },
  level: { compliant: "conforme", partially_compliant: "parcialmente conforme", non_compliant: "no conforme" },
  reason: (reason, required, words) =>
    ({
      stated: "El pasaje dice lo que se exige.",
      figure_not_met: `El valor que figura en el pasaje${inBrackets(words)} no respeta lo exigido${required === undefined ? "" : ` (${formatFigure(required)})`}.`,
      figure_absent: `El pasaje no indica ningún valor${required === undefined ? "" : `; se exige ${formatFigure(required)}`}.`,
      not_binding:
        words === undefined
          ? "El pasaje no es vinculante: expresiones como «debería», «puede» o «en la medida de lo posible» dejan margen."
          : `El pasaje no es vinculante: la expresión ${quoted(words)} deja margen de apreciación.`,
      exception: "El pasaje contiene una excepción que lo limita.",
      other_party: "El pasaje impone la obligación a otra parte.",
      incomplete: "El pasaje cubre solo una parte de lo exigido.",
      duty_denied: "El pasaje niega la obligación.",
      prohibited: "El pasaje prohíbe lo que debe ser posible.",
      permitted: "El pasaje permite lo que debe quedar excluido.",
      opposite: "El pasaje dice lo contrario de lo exigido.",
      not_found: "No se ha encontrado ningún pasaje que lo diga.",
    })[reason],
  strength: formatProofs,
  noStrength: "No se ha encontrado ningún pasaje que cumpla un criterio de este requisito.",
  summary({ score, level, total, met, partly, contradicted, missing }) {
    const many = (count: number, word: string) => `${count} ${word}${count > 1 ? "s" : ""}`;
    const counts = [
      met > 0 && many(met, "cumplido"),
      partly > 0 && `${many(partly, "cumplido")} en parte`,
      contradicted > 0 && many(contradicted, "contradicho"),
      missing > 0 && many(missing, "ausente"),
    ].filter((part) => part !== false);
    return `Puntuación: ${String(score).replace(".", ",")} de 100, ${level}. De ${total} criterio${total > 1 ? "s" : ""}: ${join(counts)}.`;
  },
  gapMissing: (statement) => `No se ha encontrado ningún pasaje que diga lo siguiente: ${lower(statement)}`,
  gapFound: (statement, reason, quote, where) => `Se exige: ${lower(statement)} ${reason} ${quote} (${where}).`,
  otherKind: (kind, found, total) =>
    `Este documento no parece ser del tipo esperado (${kind}): de ${total} expresiones que un documento así contiene casi siempre, ${found === 0 ? "no se ha encontrado ninguna" : found === 1 ? "se ha encontrado una" : `se han encontrado ${found}`}. Aun así se ha evaluado; lo que no trata no se enumera punto por punto.`,
  otherKindLowered: "Por ello se reduce la puntuación: lo encontrado solo cuenta una quinta parte.",
  otherKindTopic: "Tipo de documento",
  wordsAlone: "Evaluado solo por el texto literal: no se ha podido cargar el modelo que interpreta el significado.",
  dropped: (count) =>
    count === 1
      ? "Se ha eliminado 1 cita porque no figura en la página indicada."
      : `Se han eliminado ${count} citas porque no figuran en la página indicada.`,
  recommendAdd: (action, topics) => action ?? `Añada lo que falta: ${join(topics.map(lower))}.`,
  recommendRewrite: (quote, where) =>
    `Suprima o modifique el pasaje ${quote} (${where}); tal como está, deja sin efecto el requisito.`,
  locationIn: (heading, where) => `En la sección «${heading}» (${where})`,
  locationAfter: (section, heading, where) => `Como nueva sección «${section}» después de «${heading}» (${where})`,
  locationAtEnd: (section, where) => `Como nueva sección «${section}» al final (${where})`,
  clause: (statement) => statement,
  topic: (key) => key,
  lookFor: (kind) => `Envíe el propio documento esperado (${kind}) o las partes que tratan de este requisito.`,
};
