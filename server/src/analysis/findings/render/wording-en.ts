import { remember } from "./remember.ts";
import { topicOf } from "./topic-en.ts";
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
  ...{ atMost: "at most", atLeast: "at least", onceEvery: "at least once every", decimalComma: false },
  perYear: ["once a year", "twice a year"],
  units: {
    hours: ["hour", "hours"],
    days: ["day", "days"],
    business_days: ["business day", "business days"],
    weeks: ["week", "weeks"],
    months: ["month", "months"],
    years: ["year", "years"],
    percent: ["percent", "percent"],
    times_per_year: ["times a year", "times a year"],
    characters: ["character", "characters"],
    count: ["", ""],
  },
});
const join = makeJoin("and");
const pageWords = {
  ...{ page: "page", pages: "pages", slide: "slide", sheet: "sheet", section: "section" },
  ...{ mailHeader: "mail header", mailBody: "body", hidden: "hidden", asRendered: "as rendered" },
};

const quoted = (text: string) => `“${text}”`;

const lowerTopic = (text: string) => (/^(?:Art\.|Chapter|California)/.test(text) ? text : lowerFirst(text));

const formatOpening = makeFormatOpening({
  ...{ colon: ": ", semicolon: "; ", topic: lowerTopic },
  ...{ met: "covered", partly: "only in part", missing: "not covered", contradicted: "contradicted" },
});

const points = ({ length }: string[]) => (length === 1 ? "this point" : "these points");
const standings = {
  compliant: "The document meets this requirement",
  partially_compliant: "The document meets this requirement in part",
  non_compliant: "The document does not meet this requirement",
  not_applicable: "This requirement does not apply",
};

export const wordingEn: Wording = {
  page: makeFormatPage(pageWords),
  where: makeFormatPlaces(pageWords, join),
  quoted,
  labelled: (label, text) => `${label}: ${text}`,
  listed: (parts) => parts.join("; "),
  verdict: {
    met: "met",
    partly: "partly met",
    contradicted: "contradicted",
    missing: "missing",
    not_applicable: "not applicable",
  },
  level: {
    compliant: "compliant",
    partially_compliant: "partially compliant",
    non_compliant: "non-compliant",
    not_applicable: "not applicable",
  },
  reason: (reason, f) =>
    ({
      stated: () => (f.where === undefined ? "It is stated." : `Stated: ${f.where}.`),
      figure_not_met: () =>
        `The figure${f.foundFigure === undefined ? "" : ` ${quoted(f.foundFigure)}`} does not meet the requirement${f.requiredFigure === undefined ? "" : ` (${formatFigure(f.requiredFigure)})`}.`,
      figure_absent: () =>
        `It gives no figure${f.requiredFigure === undefined ? "" : ` (required: ${formatFigure(f.requiredFigure)})`}.`,
      not_binding: () =>
        `The wording${f.weakWords === undefined ? "" : ` ${quoted(f.weakWords)}`} leaves room for discretion.`,
      exception: () => `An exception narrows it${f.exception === undefined ? "" : `: ${quoted(f.exception)}`}.`,
      other_party: () => `It places the duty on ${f.party ?? "another party"}.`,
      incomplete: () => "It covers only part of what is required.",
      duty_denied: () => "It sets the requirement aside.",
      prohibited: () => "It rules out what is required.",
      permitted: () => "It allows what must be ruled out.",
      opposite: () => "It says the opposite of what is required.",
      not_found: () => "No passage to this effect was found.",
      condition_ruled_out: () =>
        `Not applicable, because the document rules this out${f.condition === undefined ? "." : `: ${lowerFirst(f.condition)}`}${f.quote === undefined ? "" : ` It says ${f.quote}${f.where === undefined ? "" : ` (${f.where})`}.`}`,
      condition_not_stated: () =>
        `Not applicable, because nothing in the document says this${f.condition === undefined ? "." : `: ${lowerFirst(f.condition)}`}`,
      fact_given: () =>
        `Not applicable, because the facts stated about the company rule this out${f.condition === undefined ? "." : `: ${lowerFirst(f.condition)}`}`,
      never_applies: () => "Not applicable: it is of historical interest only.",
    })[reason](),
  meetsInPart: /(?<!\p{L})in part(?!\p{L})/u,
  opening(level, score, topics) {
    const standing = standings[level];
    if (level === "not_applicable") return `${standing}.`;
    return formatOpening(`${standing} (${score} of 100)`, topics);
  },
  covered: "Covered",
  noStrength: "No passage was found in the document that meets a criterion of this requirement.",
  gapMissing: (statement) => `Required: ${lowerFirst(statement)} No passage to this effect was found.`,
  gapFound: (statement, quote, where, reason) =>
    `Required: ${lowerFirst(statement)} The document says ${quote} (${where}): ${lowerFirst(reason)}`,
  risk: "Risk",
  openingOtherKind: (score, kind) =>
    `${standings.non_compliant} (${score} of 100) – it does not look like the kind of document that is expected (${kind}). The score is lowered because of this: what was found counts for only a fifth.`,
  gapOtherKind: (kind, found, total) =>
    `Of ${total} expressions that the expected kind of document (${kind}) nearly always contains, ${found === 0 ? "none was" : found === 1 ? "one was" : `${found} were`} found. The document was judged all the same; what it does not cover is not listed point by point.`,
  otherKindTopic: "Kind of document",
  wordsAlone: "Judged by words alone: the model that reads meaning could not be loaded.",
  dropped: (count) =>
    `${count} ${count === 1 ? "quote was" : "quotes were"} dropped because ${count === 1 ? "it does" : "they do"} not appear on the page cited.`,
  recommendAdd: (topics) => `Add what is missing on ${points(topics)}: ${topics.map(lowerTopic).join(", ")}.`,
  recommendComplete: (topics) => `Complete what is said on ${points(topics)}: ${topics.map(lowerTopic).join(", ")}.`,
  recommendReplace: (quote, where) =>
    `Replace the wording ${quote} (${where}); as it stands, it defeats the requirement.`,
  recommendCheck: (quote, where) =>
    `Check with the owner of the document how the wording ${quote} (${where}) is meant; it may contradict the requirement.`,
  locationIn: (heading, where, number) =>
    `In the section “${heading}” (${where})${number === undefined ? "" : `, as number ${number}`}`,
  locationAfter: (section, heading, where) => `As a new section “${section}” after “${heading}” (${where})`,
  locationAtEnd: (section, where) => `As a new section “${section}” at the end (${where})`,
  topic: remember((key = "") => topicOf(key)),
  lookFor: (kind) =>
    `Submit the expected document itself (${kind}), or the parts of it that deal with this requirement.`,
};
