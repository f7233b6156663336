import type { Wording } from "./wording.ts";
import {
  lowerFirst,
  makeFormatFigure,
  makeFormatOpening,
  makeFormatPage,
  makeFormatPlaces,
  makeJoin,
} from "./wording-parts.ts";

const formatFigure = makeFormatFigure({
  ...{ atMost: "como máximo", atLeast: "como mínimo", onceEvery: "como mínimo una vez cada", decimalComma: true },
  perYear: ["una vez al año", "dos veces al año"],
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
    count: ["", ""],
  },
});
const join = makeJoin("y");
const quoted = (text: string) => `«${text}»`;
const pageWords = {
  ...{ page: "página", pages: "páginas", slide: "diapositiva", sheet: "hoja", section: "sección" },
  ...{
    mailHeader: "encabezado del correo",
    mailBody: "cuerpo del correo",
    hidden: "oculta",
    asRendered: "según el renderizado",
  },
};

const formatOpening = makeFormatOpening({
  ...{ colon: ": ", semicolon: "; ", topic: lowerFirst },
  ...{ met: "cubierto", partly: "solo en parte", missing: "sin cubrir", contradicted: "contradicho" },
});

const points = ({ length }: string[]) => (length === 1 ? "este punto" : "estos puntos");
const standings = {
  compliant: "El documento cumple este requisito",
  partially_compliant: "El documento cumple en parte este requisito",
  non_compliant: "El documento no cumple este requisito",
  not_applicable: "Este requisito no es aplicable",
};
const formatScore = (score: number) => String(score).replace(".", ",");

export const wordingEs: Wording = {
  page: makeFormatPage(pageWords),
  where: makeFormatPlaces(pageWords, join),
  quoted,
  labelled: (label, text) => `${label}: ${text}`,
  listed: (parts) => parts.join("; "),
  verdict: {
    met: "cumplido",
    partly: "cumplido en parte",
    contradicted: "contradicho",
    missing: "ausente",
    not_applicable: "no aplicable",
  },
  level: {
    compliant: "conforme",
    partially_compliant: "parcialmente conforme",
    non_compliant: "no conforme",
    not_applicable: "no aplicable",
  },
  reason: (reason, f) =>
    ({
      stated: () => (f.where === undefined ? "Consta en el documento." : `Consta: ${f.where}.`),
      figure_not_met: () =>
        `El valor${f.foundFigure === undefined ? "" : ` ${quoted(f.foundFigure)}`} no respeta lo exigido${f.requiredFigure === undefined ? "" : ` (${formatFigure(f.requiredFigure)})`}.`,
      figure_absent: () =>
        `No se indica ningún valor concreto${f.requiredFigure === undefined ? "" : ` (exigido: ${formatFigure(f.requiredFigure)})`}.`,
      not_binding: () =>
        `${f.weakWords === undefined ? "La redacción" : `La expresión ${quoted(f.weakWords)}`} deja margen de apreciación.`,
      exception: () => `Una excepción lo limita${f.exception === undefined ? "" : `: ${quoted(f.exception)}`}.`,
      other_party: () => `La obligación recae en otra parte${f.party === undefined ? "" : `: ${f.party}`}.`,
      incomplete: () => "Cubre solo una parte de lo exigido.",
      duty_denied: () => "Deja sin efecto lo exigido.",
      prohibited: () => "Excluye lo exigido.",
      permitted: () => "Permite lo que debe quedar excluido.",
      opposite: () => "Dice lo contrario de lo exigido.",
      not_found: () => "No se ha encontrado ningún pasaje en este sentido.",
      condition_ruled_out: () =>
        `No aplicable, porque el documento lo excluye${f.condition === undefined ? "." : `: ${lowerFirst(f.condition)}`}${f.quote === undefined ? "" : ` En él se lee ${f.quote}${f.where === undefined ? "" : ` (${f.where})`}.`}`,
      condition_not_stated: () =>
        `No aplicable, porque nada en el documento lo indica${f.condition === undefined ? "." : `: ${lowerFirst(f.condition)}`}`,
      fact_given: () =>
        `No aplicable, porque los datos indicados sobre la empresa lo excluyen${f.condition === undefined ? "." : `: ${lowerFirst(f.condition)}`}`,
      never_applies: () => "No aplicable, por tener solo interés histórico.",
    })[reason](),
  meetsInPart: /(?<!\p{L})en parte(?!\p{L})/u,
  opening: (level, score, topics) => {
    const standing = standings[level];
    if (level === "not_applicable") return `${standing}.`;
    return formatOpening(`${standing} (${formatScore(score)} de 100)`, topics);
  },
  covered: "Cubierto",
  noStrength: "No se ha encontrado ningún pasaje que cumpla un criterio de este requisito.",
  gapMissing: (statement) => `Se exige: ${lowerFirst(statement)} No se ha encontrado ningún pasaje en este sentido.`,
  gapFound: (statement, quote, where, reason) =>
    `Se exige: ${lowerFirst(statement)} El documento dice ${quote} (${where}): ${lowerFirst(reason)}`,
  risk: "Riesgo",
  openingOtherKind: (score, kind) =>
    `${standings.non_compliant} (${formatScore(score)} de 100) – no parece ser un documento del tipo esperado (${kind}). Por ello se reduce la puntuación: lo encontrado solo cuenta una quinta parte.`,
  gapOtherKind: (kind, found, total) =>
    `De ${total} expresiones que un documento del tipo esperado (${kind}) contiene casi siempre, ${found === 0 ? "no se ha encontrado ninguna" : found === 1 ? "se ha encontrado una" : `se han encontrado ${found}`}. Aun así el documento se ha evaluado; lo que no trata no se enumera punto por punto.`,
  otherKindTopic: "Tipo de documento",
  wordsAlone: "Evaluado solo por el texto literal: no se ha podido cargar el modelo que interpreta el significado.",
  dropped: (count) =>
    count === 1
      ? "Se ha eliminado 1 cita porque no figura en la página indicada."
      : `Se han eliminado ${count} citas porque no figuran en la página indicada.`,
  recommendAdd: (topics) => `Añada lo que falta sobre ${points(topics)}: ${topics.map(lowerFirst).join(", ")}.`,
  recommendComplete: (topics) =>
    `Complete lo que se dice sobre ${points(topics)}: ${topics.map(lowerFirst).join(", ")}.`,
  recommendReplace: (quote, where) =>
    `Sustituya la redacción ${quote} (${where}); tal como está, deja sin efecto el requisito.`,
  recommendCheck: (quote, where) =>
    `Consulte con la persona responsable del documento cómo debe entenderse la redacción ${quote} (${where}); podría contradecir el requisito.`,
  locationIn: (heading, where, number) =>
    `En la sección «${heading}» (${where})${number === undefined ? "" : `, con el número ${number}`}`,
  locationAfter: (section, heading, where) => `Como nueva sección «${section}» después de «${heading}» (${where})`,
  locationAtEnd: (section, where) => `Como nueva sección «${section}» al final (${where})`,
  topic: (key) => key,
  lookFor: (kind) => `Envíe el propio documento esperado (${kind}) o las partes que tratan de este requisito.`,
};
