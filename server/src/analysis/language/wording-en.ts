import type { Reason } from "../judge-criterion.ts";
import type { RequiredFigure } from "../quantities.ts";
import type { Wording } from "./wording.ts";
import { figureWith, joinedWith, lines, places } from "./wording-parts.ts";

const figureInWords = figureWith({
  ...{ atMost: "at most", atLeast: "at least", decimalComma: false },
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
const joined = joinedWith("and");

const reasons: Record<Reason, (figure: RequiredFigure | undefined) => string> = {
  "says-it": () => "The passage says what is asked.",
  "figure-broken": (figure) =>
    figure === undefined
      ? "The figure in the passage does not keep to what is asked."
      : `The figure in the passage does not keep to what is asked: ${figureInWords(figure)}.`,
  "figure-absent": (figure) =>
    figure === undefined
      ? "The passage names no figure."
      : `The passage names no figure; what is asked is ${figureInWords(figure)}.`,
  "not-firm": () =>
    "The passage does not bind firmly: it leaves room by words such as “should”, “may” or “where feasible”.",
  exception: () => "The passage has an exception that narrows it.",
  "other-party": () => "The passage lays the duty on another party.",
  "only-part": () => "The passage covers only part of what is asked.",
  frees: () => "The passage denies the duty.",
  forbids: () => "The passage forbids what has to be possible.",
  allows: () => "The passage allows what has to be ruled out.",
  opposite: () => "The passage says the opposite of what is asked.",
  "not-found": () => "No passage says this.",
};

const lowerFirst = (text: string) => (/^[A-Z][a-z]/.test(text) ? (text[0] ?? "").toLowerCase() + text.slice(1) : text);

export const wordingEn: Wording = {
  where: places({ page: "page", pages: "pages", slide: "slide", sheet: "sheet", section: "section" }, joined),
  quoted: (text) => `“${text}”`,
  verdict: { met: "met", partly: "partly met", contradicted: "contradicted", missing: "missing" },
  level: { compliant: "compliant", partially_compliant: "partially compliant", non_compliant: "not compliant" },
  reason: (reason, figure) => reasons[reason](figure),
  strength: lines,
  noStrength: "No passage of the document meets a criterion of this requirement.",
  summary({ score, level, total, met, partly, contradicted, missing }) {
    const counts = [
      met > 0 && `${met} met`,
      partly > 0 && `${partly} partly met`,
      contradicted > 0 && `${contradicted} contradicted`,
      missing > 0 && `${missing} missing`,
    ].filter((part) => part !== false);
    return `Score ${score} of 100, ${level}. Of ${total} ${total === 1 ? "criterion" : "criteria"}: ${joined(counts)}.`;
  },
  gapMissing: (statement) => `The document was searched for this, and no passage says it: ${lowerFirst(statement)}`,
  gapFound: (statement, reason, quote, where) =>
    `What is asked: ${lowerFirst(statement)} ${reason} ${quote} (${where}).`,
  otherKind: (kind, found, total) =>
    `This does not look like a ${kind}: of ${total} expressions such a document nearly always contains, ${found === 0 ? "none was" : found === 1 ? "one was" : `${found} were`} found. It was judged all the same, and what it does not speak of is not listed point by point.`,
  otherKindTopic: "Kind of document",
  wordsAlone: "Judged by words alone: the model that reads meaning could not be loaded.",
  dropped: (count) =>
    `${count} ${count === 1 ? "quote was" : "quotes were"} dropped because ${count === 1 ? "it does" : "they do"} not stand on the page named.`,
  recommendAdd: (action, topics) => action ?? `Add what is missing: ${joined(topics.map(lowerFirst))}.`,
  recommendRewrite: (quote, where) =>
    `Delete or reword the passage ${quote} (${where}); as it stands it defeats the requirement.`,
  locationIn: (heading, where) => `In the section “${heading}” (${where})`,
  locationAfter: (section, heading, where) => `As a new section “${section}” after “${heading}” (${where})`,
  locationAtEnd: (section, where) => `As a new section “${section}” at the end (${where})`,
  clause: (statement) => statement,
  topic: (key) => {
    const words = key.replaceAll("-", " ");
    return words.charAt(0).toUpperCase() + words.slice(1);
  },
  lookFor: (kind) => `Submit the ${kind} itself, or the parts of it that deal with this requirement.`,
};
