import type { Wording } from "./wording.ts";
import {
  lowerArticle,
  makeFormatFigure,
  makeFormatOpening,
  makeFormatPage,
  makeFormatPlaces,
  makeJoin,
} from "./wording-parts.ts";

const formatFigure = makeFormatFigure({
  ...{ atMost: "au plus", atLeast: "au moins", onceEvery: "au moins une fois tous les", decimalComma: true },
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
    count: ["unité", "unités"],
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
const lower = (text: string) => lowerArticle(text, /^(?:(?:Le|La|Les|Un|Une|Des|Tout|Toute|Chaque)(?=\s)|L['’])/u);

const formatOpening = makeFormatOpening({ join, colon: " : ", semicolon: "\u202f; " });
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

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
      stated: f.where === undefined ? "Cela est énoncé." : `Énoncé : ${f.where}.`,
      figure_not_met: `La valeur${f.foundFigure === undefined ? "" : ` ${quoted(f.foundFigure)}`} ne respecte pas l’exigence${f.requiredFigure === undefined ? "" : ` (${formatFigure(f.requiredFigure)})`}.`,
      figure_absent: `Aucune valeur n’est indiquée${f.requiredFigure === undefined ? "" : ` ; l’exigence est ${formatFigure(f.requiredFigure)}`}.`,
      not_binding: `La formulation${f.weakWords === undefined ? "" : ` ${quoted(f.weakWords)}`} laisse une marge d’appréciation.`,
      exception: `Une exception en réduit la portée${f.exception === undefined ? "" : ` : ${quoted(f.exception)}`}.`,
      other_party: `L’obligation pèse sur une autre partie${f.party === undefined ? "" : ` : ${f.party}`}.`,
      incomplete: "Cela ne couvre qu’une partie de ce qui est exigé.",
      duty_denied: "Cela écarte l’obligation.",
      prohibited: "Cela interdit ce qui doit être possible.",
      permitted: "Cela autorise ce qui doit être exclu.",
      opposite: "Cela dit le contraire de ce qui est exigé.",
      not_found: "Aucun passage qui le dise n’a été trouvé.",
      condition_ruled_out: `Sans objet, car le document l’exclut${f.condition === undefined ? "." : ` : ${lower(f.condition)}`}${f.quote === undefined ? "" : ` Il énonce ${f.quote}${f.where === undefined ? "" : ` (${f.where})`}.`}`,
      condition_not_stated: `Sans objet, car le document ne le dit nulle part${f.condition === undefined ? "." : ` : ${lower(f.condition)}`}`,
      fact_given: `Sans objet, car les informations données sur l’entreprise l’excluent${f.condition === undefined ? "." : ` : ${lower(f.condition)}`}`,
      never_applies: "D’intérêt historique seulement, jamais applicable.",
    })[reason],
  opening: (level, score, topics) => {
    const standing = {
      compliant: "Le document satisfait à cette exigence",
      partially_compliant: "Le document satisfait en partie à cette exigence",
      non_compliant: "Le document ne satisfait pas à cette exigence",
      not_applicable: "Cette exigence est sans objet",
    }[level];
    if (level === "not_applicable") return `${standing}.`;
    return formatOpening(`${standing} (${String(score).replace(".", ",")} sur 100)`, topics, {
      ...{ met: "couvert", partly: "en partie seulement", missing: "absent", contradicted: "contredit" },
    });
  },
  covered: "Couvert",
  noStrength: "Aucun passage trouvé dans le document ne satisfait à un critère de cette exigence.",
  gapMissing: (statement) => `Aucun passage trouvé ne dit ceci : ${lower(statement)}`,
  gapFound: (statement, quote, where, reason) =>
    `Exigé : ${lower(statement)} Le document dit ${quote} (${where}) : ${lowerFirst(reason)}`,
  risk: "Risque",
  otherKind: (kind, found, total) =>
    `Ce document ne semble pas être du type attendu (${kind}) : sur ${total} expressions qu’un tel document contient presque toujours, ${found === 0 ? "aucune n’a été trouvée" : found === 1 ? "une seule a été trouvée" : `${found} ont été trouvées`}. Il a néanmoins été examiné ; ce dont il ne parle pas n’est pas énuméré point par point.`,
  otherKindLowered: "La note est abaissée pour cette raison, et ce qui a été trouvé ne compte que pour un cinquième.",
  otherKindTopic: "Type de document",
  wordsAlone: "Évalué d’après les mots seuls : le modèle qui interprète le sens n’a pas pu être chargé.",
  dropped: (count) =>
    count === 1
      ? "1 citation a été supprimée, car elle ne figure pas à la page indiquée."
      : `${count} citations ont été supprimées, car elles ne figurent pas à la page indiquée.`,
  recommendAdd: (action, topics) => action ?? `Ajoutez ce qui manque : ${join(topics.map(lower))}.`,
  recommendReplace: (quote, where) =>
    `Remplacez la formulation ${quote} (${where}) ; en l’état, elle prive l’exigence d’effet.`,
  recommendCheck: (quote, where) =>
    `Vérifiez auprès du responsable du document ce que la formulation ${quote} (${where}) doit permettre ; elle pourrait contredire l’exigence.`,
  locationIn: (heading, where) => `Dans la section « ${heading} » (${where})`,
  locationAfter: (section, heading, where) => `Nouvelle section « ${section} » après « ${heading} » (${where})`,
  locationAtEnd: (section, where) => `Nouvelle section « ${section} » à la fin (${where})`,
  topic: (key) => key,
  lookFor: (kind) =>
    `Soumettez le document attendu lui-même (${kind}) ou les parties de celui-ci qui traitent de cette exigence.`,
};
