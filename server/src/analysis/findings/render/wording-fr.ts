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
  ...{ atMost: "au plus", atLeast: "au moins", onceEvery: "au moins une fois tous les", decimalComma: true },
  perYear: ["une fois par an", "deux fois par an"],
  units: {
    hours: ["heure", "heures"],
    days: ["jour", "jours"],
    business_days: ["jour ouvré", "jours ouvrés"],
    weeks: ["semaine", "semaines"],
    months: ["mois", "mois"],
    years: ["an", "ans"],
    percent: ["pour cent", "pour cent"],
    times_per_year: ["fois par an", "fois par an"],
    characters: ["caractère", "caractères"],
    count: ["", ""],
  },
});
const join = makeJoin("et");
const quoted = (text: string) => `« ${text} »`;
const pageWords = {
  ...{ page: "page", pages: "pages", slide: "diapositive", sheet: "feuille", section: "section" },
  ...{
    mailHeader: "en-tête du courriel",
    mailBody: "corps du courriel",
    hidden: "masquée",
    asRendered: "selon le rendu",
  },
};
const formatOpening = makeFormatOpening({
  ...{ colon: "\u00a0: ", semicolon: "\u202f; ", topic: lowerFirst },
  ...{ met: "couvert", partly: "en partie seulement", missing: "non couvert", contradicted: "contredit" },
});

const points = ({ length }: string[]) => (length === 1 ? "ce point" : "ces points");
const standings = {
  compliant: "Le document satisfait à cette exigence",
  partially_compliant: "Le document satisfait en partie à cette exigence",
  non_compliant: "Le document ne satisfait pas à cette exigence",
  not_applicable: "Cette exigence est sans objet",
};
const formatScore = (score: number) => String(score).replace(".", ",");

export const wordingFr: Wording = {
  page: makeFormatPage(pageWords),
  where: makeFormatPlaces(pageWords, join),
  quoted,
  labelled: (label, text) => `${label}\u00a0: ${text}`,
  listed: (parts) => parts.join("\u202f; "),
  verdict: {
    met: "satisfait",
    partly: "partiellement satisfait",
    contradicted: "contredit",
    missing: "absent",
    not_applicable: "sans objet",
  },
  level: {
    compliant: "conforme",
    partially_compliant: "partiellement conforme",
    non_compliant: "non conforme",
    not_applicable: "sans objet",
  },
  reason: (reason, f) =>
    ({
      stated: () => (f.where === undefined ? "Cela est énoncé." : `Énoncé : ${f.where}.`),
      figure_not_met: () =>
        `La valeur${f.foundFigure === undefined ? "" : ` ${quoted(f.foundFigure)}`} ne respecte pas l’exigence${f.requiredFigure === undefined ? "" : ` (${formatFigure(f.requiredFigure)})`}.`,
      figure_absent: () =>
        `Aucune valeur précise n’est indiquée${f.requiredFigure === undefined ? "" : ` (exigé : ${formatFigure(f.requiredFigure)})`}.`,
      not_binding: () =>
        `${f.weakWords === undefined ? "La formulation" : `L’expression ${quoted(f.weakWords)}`} laisse une marge d’appréciation.`,
      exception: () =>
        `Une exception en réduit la portée${f.exception === undefined ? "" : ` : ${quoted(f.exception)}`}.`,
      other_party: () => `L’obligation pèse sur une autre partie${f.party === undefined ? "" : ` : ${f.party}`}.`,
      incomplete: () => "Cela ne couvre qu’une partie de ce qui est exigé.",
      duty_denied: () => "Cela écarte ce qui est exigé.",
      prohibited: () => "Cela exclut ce qui est exigé.",
      permitted: () => "Cela autorise ce qui doit être exclu.",
      opposite: () => "Cela dit le contraire de ce qui est exigé.",
      not_found: () => "Aucun passage en ce sens n’a été trouvé.",
      condition_ruled_out: () =>
        `Sans objet, car le document l’exclut${f.condition === undefined ? "." : ` : ${lowerFirst(f.condition)}`}${f.quote === undefined ? "" : ` On y lit ${f.quote}${f.where === undefined ? "" : ` (${f.where})`}.`}`,
      condition_not_stated: () =>
        `Sans objet, car rien dans le document ne l’indique${f.condition === undefined ? "." : ` : ${lowerFirst(f.condition)}`}`,
      fact_given: () =>
        `Sans objet, car les informations données sur l’entreprise l’excluent${f.condition === undefined ? "." : ` : ${lowerFirst(f.condition)}`}`,
      never_applies: () => "Sans objet, car d’intérêt historique seulement.",
    })[reason](),
  meetsInPart: /(?<!\p{L})partiellement(?!\p{L})/u,
  opening: (level, score, topics) => {
    const standing = standings[level];
    if (level === "not_applicable") return `${standing}.`;
    return formatOpening(`${standing} (${formatScore(score)} sur 100)`, topics);
  },
  covered: "Couvert",
  noStrength: "Aucun passage satisfaisant à un critère de cette exigence n’a été trouvé dans le document.",
  gapMissing: (statement) => `Exigé : ${lowerFirst(statement)} Aucun passage en ce sens n’a été trouvé.`,
  gapFound: (statement, quote, where, reason) =>
    `Exigé : ${lowerFirst(statement)} Le document indique ${quote} (${where}) : ${lowerFirst(reason)}`,
  risk: "Risque",
  openingOtherKind: (score, kind) =>
    `${standings.non_compliant} (${formatScore(score)} sur 100) – il ne semble pas être du type attendu (${kind}). La note est abaissée pour cette raison : ce qui a été trouvé ne compte que pour un cinquième.`,
  gapOtherKind: (kind, found, total) =>
    `Sur ${total} expressions qu’un document du type attendu (${kind}) contient presque toujours, ${found === 0 ? "aucune n’a été trouvée" : found === 1 ? "une seule a été trouvée" : `${found} ont été trouvées`}. Le document a néanmoins été examiné ; ce dont il ne parle pas n’est pas énuméré point par point.`,
  otherKindTopic: "Type de document",
  wordsAlone: "Évalué d’après les mots seuls : le modèle qui interprète le sens n’a pas pu être chargé.",
  dropped: (count) =>
    count === 1
      ? "1 citation a été supprimée, car elle ne figure pas à la page indiquée."
      : `${count} citations ont été supprimées, car elles ne figurent pas à la page indiquée.`,
  recommendAdd: (topics) => `Ajouter ce qui manque sur ${points(topics)} : ${topics.map(lowerFirst).join(", ")}.`,
  recommendComplete: (topics) =>
    `Compléter ce qui est dit sur ${points(topics)} : ${topics.map(lowerFirst).join(", ")}.`,
  recommendReplace: (quote, where) =>
    `Remplacer la formulation ${quote} (${where}) ; en l’état, elle prive l’exigence d’effet.`,
  recommendCheck: (quote, where) =>
    `Vérifier auprès de la personne responsable du document comment comprendre la formulation ${quote} (${where}) ; elle pourrait contredire l’exigence.`,
  locationIn: (heading, where, number) =>
    `Dans la section « ${heading} » (${where})${number === undefined ? "" : `, sous le numéro ${number}`}`,
  locationAfter: (section, heading, where) => `Nouvelle section « ${section} » après « ${heading} » (${where})`,
  locationAtEnd: (section, where) => `Nouvelle section « ${section} » à la fin (${where})`,
  topic: (key) => key,
  lookFor: (kind) =>
    `Soumettre le document attendu lui-même (${kind}) ou les parties de celui-ci qui traitent de cette exigence.`,
};
