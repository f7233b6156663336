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
const inBrackets = (words: string | undefined) => (words === undefined ? "" : ` (${quoted(words)})`);
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

export const wordingFr: Wording = {
  page: makeFormatPage(pageWords),
  where: makeFormatPlaces(pageWords, join),
  quoted,
  labelled: (label, text) => `${label}\u00a0: ${text}`,
  listed: (parts) => parts.join("\u202f; "),
  verdict: { met: "satisfait", partly: "partiellement satisfait", contradicted: "contredit", missing: "absent" },
  level: { compliant: "conforme", partially_compliant: "partiellement conforme", non_compliant: "non conforme" },
  reason: (reason, required, words) =>
    ({
      stated: "Le passage dit ce qui est exigé.",
      figure_not_met: `La valeur indiquée dans le passage${inBrackets(words)} ne respecte pas l’exigence${required === undefined ? "" : ` (${formatFigure(required)})`}.`,
      figure_absent: `Le passage n’indique aucune valeur${required === undefined ? "" : ` ; l’exigence est ${formatFigure(required)}`}.`,
      not_binding:
        words === undefined
          ? "Le passage n’est pas contraignant : des termes tels que « devrait », « peut » ou « dans la mesure du possible » laissent une marge."
          : `Le passage n’est pas contraignant : l’expression ${quoted(words)} laisse une marge d’appréciation.`,
      exception: "Le passage comporte une exception qui en réduit la portée.",
      other_party: "Le passage met l’obligation à la charge d’une autre partie.",
      incomplete: "Le passage ne couvre qu’une partie de ce qui est exigé.",
      duty_denied: "Le passage écarte l’obligation.",
      prohibited: "Le passage interdit ce qui doit être possible.",
      permitted: "Le passage autorise ce qui doit être exclu.",
      opposite: "Le passage dit le contraire de ce qui est exigé.",
      not_found: "Aucun passage qui le dise n’a été trouvé.",
    })[reason],
  strength: formatProofs,
  noStrength: "Aucun passage trouvé dans le document ne satisfait à un critère de cette exigence.",
  summary({ score, level, total, met, partly, contradicted, missing }) {
    const counts = [
      met > 0 && `${met} satisfait${met > 1 ? "s" : ""}`,
      partly > 0 && `${partly} partiellement satisfait${partly > 1 ? "s" : ""}`,
      contradicted > 0 && `${contradicted} contredit${contradicted > 1 ? "s" : ""}`,
      missing > 0 && `${missing} absent${missing > 1 ? "s" : ""}`,
    ].filter((part) => part !== false);
    return `Note : ${String(score).replace(".", ",")} sur 100, ${level}. Sur ${total} critère${total > 1 ? "s" : ""} : ${join(counts)}.`;
  },
  gapMissing: (statement) => `Aucun passage trouvé ne dit ceci : ${lower(statement)}`,
  gapFound: (statement, reason, quote, where) => `Exigé : ${lower(statement)} ${reason} ${quote} (${where}).`,
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
  recommendRewrite: (quote, where) =>
    `Supprimez ou reformulez le passage ${quote} (${where}) ; en l’état, il prive l’exigence d’effet.`,
  locationIn: (heading, where) => `Dans la section « ${heading} » (${where})`,
  locationAfter: (section, heading, where) => `Nouvelle section « ${section} » après « ${heading} » (${where})`,
  locationAtEnd: (section, where) => `Nouvelle section « ${section} » à la fin (${where})`,
  clause: (statement) => statement,
  topic: (key) => key,
  lookFor: (kind) =>
    `Soumettez le document attendu lui-même (${kind}) ou les parties de celui-ci qui traitent de cette exigence.`,
};
