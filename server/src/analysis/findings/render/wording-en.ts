import type { RequiredFigure } from "../../language/quantities.ts";
import type { Reason } from "../../verdict/reason.ts";
import type { Wording } from "./wording.ts";
import { formatProofs, makeFormatFigure, makeFormatPage, makeFormatPlaces, makeJoin } from "./wording-parts.ts";

const formatFigure = makeFormatFigure({
  ...{ atMost: "at most", atLeast: "at least", onceEvery: "at least once every", decimalComma: false },
  units: {
    hours: ["hour", "hours"],
    days: ["day", "days"],
    business_days: ["business day", "business days"],
    weeks: ["week", "weeks"],
    months: ["month", "months"],
    years: ["year", "years"],
    percent: ["percent", "percent"],
    times_per_year: ["time a year", "times a year"],
  },
});
const join = makeJoin("and");
const pageWords = {
  ...{ page: "page", pages: "pages", slide: "slide", sheet: "sheet", section: "section" },
  ...{ mailHeader: "mail header", mailBody: "body", hidden: "hidden", asRendered: "as rendered" },
};

const quoted = (text: string) => `“${text}”`;

const reasons: Record<Reason, (figure: RequiredFigure | undefined, words: string | undefined) => string> = {
  stated: () => "The passage says what is required.",
  figure_not_met: (figure, words) => {
    const found = words === undefined ? "The figure in the passage" : `The figure in the passage (${quoted(words)})`;
    const required = figure === undefined ? "" : `: ${formatFigure(figure)}`;
    return `${found} does not meet the requirement${required}.`;
  },
  figure_absent: (figure) =>
    figure === undefined
      ? "The passage gives no figure."
      : `The passage gives no figure; ${formatFigure(figure)} is required.`,
  not_binding: (_, words) =>
    words === undefined
      ? "The passage is not binding: words such as “should”, “may” or “where feasible” leave room."
      : `The passage is not binding: the wording ${quoted(words)} leaves room for discretion.`,
  exception: () => "The passage contains an exception that narrows it.",
  other_party: () => "The passage places the duty on another party.",
  incomplete: () => "The passage covers only part of what is required.",
  duty_denied: () => "The passage denies the duty.",
  prohibited: () => "The passage forbids what must be possible.",
  permitted: () => "The passage allows what must be ruled out.",
  opposite: () => "The passage says the opposite of what is required.",
  not_found: () => "No passage was found that says this.",
};

const lowerFirst = (text: string) => (/^[A-Z][a-z]/.test(text) ? (text[0] ?? "").toLowerCase() + text.slice(1) : text);

/** Words of keys that are written as one, and abbreviations: a topic is read by people. */
const compounds =
  /\b(?:opt (?:in|out)|sub processors?|trade offs|toll free|re use|off premises|(?:high risk|third party|third country|role based|need based|post incident|two person)(?= [a-z])|look back|need to know|multi factor|cross border|step in)\b/g;
const abbreviations = /\b(?:admt|ai|cia|dpo|ict)\b/g;

function topicOf(key: string): string {
  const words = key
    .replaceAll("-", " ")
    .replace(compounds, (words) => words.replaceAll(" ", "-"))
    .replace(abbreviations, (letters) => letters.toUpperCase())
    .replace(/\bephi\b/g, "ePHI")
    .replace(/\bart (?=\d)/g, "Art. ")
    .replace(/\bchapter [ivx]+\b/g, (words) => `chapter ${words.slice(8).toUpperCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const wordingEn: Wording = {
  page: makeFormatPage(pageWords),
  where: makeFormatPlaces(pageWords, join),
  quoted,
  labelled: (label, text) => `${label}: ${text}`,
  listed: (parts) => parts.join("; "),
  verdict: { met: "met", partly: "partly met", contradicted: "contradicted", missing: "missing" },
  level: { compliant: "compliant", partially_compliant: "partially compliant", non_compliant: "non-compliant" },
  reason: (reason, figure, words) => reasons[reason](figure, words),
  strength: formatProofs,
  noStrength: "No passage was found in the document that meets a criterion of this requirement.",
  summary({ score, level, total, met, partly, contradicted, missing }) {
    const counts = [
      met > 0 && `${met} met`,
      partly > 0 && `${partly} partly met`,
      contradicted > 0 && `${contradicted} contradicted`,
      missing > 0 && `${missing} missing`,
    ].filter((part) => part !== false);
    return `Score ${score} of 100, ${level}. Of ${total} ${total === 1 ? "criterion" : "criteria"}: ${join(counts)}.`;
  },
  gapMissing: (statement) => `No passage was found that says this: ${lowerFirst(statement)}`,
  gapFound: (statement, reason, quote, where) => `Required: ${lowerFirst(statement)} ${reason} ${quote} (${where}).`,
  otherKind: (kind, found, total) =>
    `This does not look like the kind of document that is expected (${kind}): of ${total} expressions such a document nearly always contains, ${found === 0 ? "none was" : found === 1 ? "one was" : `${found} were`} found. It was judged all the same; what it does not cover is not listed point by point.`,
  otherKindLowered: "The score is lowered because of this: what was found counts for only a fifth.",
  otherKindTopic: "Kind of document",
  wordsAlone: "Judged by words alone: the model that reads meaning could not be loaded.",
  dropped: (count) =>
    `${count} ${count === 1 ? "quote was" : "quotes were"} dropped because ${count === 1 ? "it does" : "they do"} not appear on the page cited.`,
  recommendAdd: (action, topics) => action ?? `Add what is missing: ${join(topics.map(lowerFirst))}.`,
  recommendRewrite: (quote, where) =>
    `Delete or reword the passage ${quote} (${where}); as it stands, it defeats the requirement.`,
  locationIn: (heading, where) => `In the section “${heading}” (${where})`,
  locationAfter: (section, heading, where) => `As a new section “${section}” after “${heading}” (${where})`,
  locationAtEnd: (section, where) => `As a new section “${section}” at the end (${where})`,
  clause: (statement) => statement,
  topic: topicOf,
  lookFor: (kind) =>
    `Submit the expected document itself (${kind}), or the parts of it that deal with this requirement.`,
};
