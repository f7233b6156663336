import type { OwnerQuestion } from "../../documents/owner-question.ts";
import type { Branding } from "../../tenancy/branding.ts";
import { measuredAccuracy } from "../measured-accuracy.ts";
import { isOpenLevel, outcomeOf } from "../outcome.ts";
import type { BoardContent, BoardDecision, BoardRisk, ReportHead } from "../report-content.ts";
import { withoutDate } from "../report-name.ts";
import { describeDecision } from "../texts/describe-decision.ts";
import { formatDate, formatNumber, type ReportTexts } from "../texts/report-texts.ts";
import type { BoardText, LabelledText, RiskText } from "./board-text.ts";
import { describeStanding } from "./describe-standing.ts";
import { itemStatus } from "./item-status.ts";
import { toSentences } from "./to-sentences.ts";

/** A report with its board's content. */
export type BoardHead = ReportHead & { board: BoardContent };

const shownDecisions = 6;
const shownQuestions = 6;
const shownChanges = 6;

/** Of the questions, those without an answer come first. */
const orderQuestions = (head: ReportHead): OwnerQuestion[] =>
  head.documents
    .flatMap(({ questions = [] }) => questions)
    .toSorted((a, b) => Number(a.answered !== undefined) - Number(b.answered !== undefined));

/** The words of the report for the board. */
export function composeBoard(texts: ReportTexts, head: BoardHead, branding: Branding | undefined): BoardText {
  const { board } = texts;
  const { rollUp } = head;
  const { score, level } = rollUp.decided ?? rollUp;
  const open = rollUp.items.filter(({ evidence }) => evidence !== undefined && isOpenLevel(outcomeOf(evidence).level));
  const isJudged = rollUp.items.some(({ evidence }) => evidence !== undefined);
  const further = open.length - head.board.risks.length;
  const openNote = further > 0 ? board.count("furtherOpen", further) : undefined;
  const risksNote = isJudged && open.length > 0 ? openNote : isJudged ? board.say("noRisks") : texts.notJudgedYet;
  const { decisions } = head.board;
  const questions = orderQuestions(head);
  const hidden = { decisions: decisions.length - shownDecisions, questions: questions.length - shownQuestions };
  return {
    title: withoutDate(head.review.name),
    facts: describeFacts(texts, head, branding),
    score: {
      shown: score === undefined ? undefined : formatNumber(texts, score),
      value: score,
      level,
      levelName: level === undefined ? texts.notJudgedYet : texts.levels[level],
    },
    standing: describeStanding(texts, head),
    scoreMeaning: board.say("scoreMeaning"),
    risks: head.board.risks.map((risk) => describeRisk(texts, risk)),
    risksNote,
    change: describeChange(texts, head),
    decisions: decisions.slice(0, shownDecisions).map((one) => describeBoardDecision(texts, one)),
    decisionsNote:
      decisions.length === 0
        ? board.say("noDecisions")
        : hidden.decisions > 0
          ? board.count("andMore", hidden.decisions)
          : undefined,
    questions: questions.slice(0, shownQuestions).map(({ controlItemExternalId, question, answered }) => ({
      reference: controlItemExternalId,
      question,
      answer: [texts.answers[answered?.answer ?? "open"], answered?.comment ?? ""].filter(Boolean).join(". "),
    })),
    questionsNote: hidden.questions > 0 ? board.count("andMore", hidden.questions) : undefined,
    method: describeMethod(texts, head),
    disclaimer: branding?.disclaimer,
  };
}

function describeFacts(texts: ReportTexts, head: BoardHead, branding: Branding | undefined): LabelledText[] {
  const { board } = texts;
  const { company, entity, control, framework, review, documents } = head;
  const [first, ...others] = documents;
  const known = head.board.documents.find(({ id }) => id === first?.id);
  const subjects = [...new Set(head.board.documents.flatMap(({ subject }) => subject ?? []))];
  const oneDocument = [
    first?.fileName ?? texts.noDocuments,
    ...(known !== undefined && known.version > 1 ? [board.say("version", { version: known.version })] : []),
    ...(first !== undefined && first.pageCount > 0 ? [board.count("pageCount", first.pageCount)] : []),
  ].join(", ");
  const parties = [company.name, ...(entity.name === company.name ? [] : [entity.name]), ...subjects];
  const facts: [string, string][] = [
    [
      board.say(others.length > 0 ? "documents" : "document"),
      others.length > 0 ? board.count("documentCount", documents.length) : oneDocument,
    ],
    [subjects.length > 0 ? board.say("parties") : texts.company, parties.join(" · ")],
    [texts.control, `${control.name} · ${framework.name} (${framework.version})`],
    [texts.scope, review.scope],
    [board.say("reviewedBy"), describeReviewers(texts, head).join("; ")],
    [texts.date, formatDate(texts, review.reviewDate)],
    [board.say("preparedBy"), describePreparer(head, branding)],
    [texts.signedOff, describeSignOff(texts, head)],
  ];
  return facts.filter(([, text]) => text !== "").map(([label, text]) => ({ label, text }));
}

const describePreparer = ({ board }: BoardHead, branding: Branding | undefined): string =>
  [branding?.name ?? board.partnerName, branding?.contact ?? ""].filter(Boolean).join("\n");

function describeSignOff(texts: ReportTexts, { signOff }: BoardHead): string {
  if (signOff === undefined) return "";
  const { author, signedOffAt, statement } = signOff;
  const words = texts.signedOffBy(author.name, signedOffAt);
  return statement === undefined ? words : texts.labelled(words, statement);
}

function describeReviewers(texts: ReportTexts, { documents, board: { decisions } }: BoardHead): string[] {
  const { board } = texts;
  const judged = documents.find(({ processedAt, judgedBy }) => processedAt !== undefined && judgedBy !== undefined);
  const inEffect = decisions.filter(({ decision }) => decision.state === "in_effect");
  const [newest] = inEffect;
  const reviewers: string[] = [];
  if (judged?.processedAt !== undefined && judged.judgedBy !== undefined) {
    const values = { date: formatDate(texts, judged.processedAt), model: judged.judgedBy.name };
    reviewers.push(board.say(isExternal(judged.judgedBy) ? "judgedByExternal" : "judgedByEngine", values));
  }
  if (newest !== undefined) {
    const names = board.join([...new Set(inEffect.map(({ decision }) => decision.authorName))]);
    reviewers.push(board.say("decidedByPeople", { names, date: formatDate(texts, newest.decision.decidedAt) }));
  }
  return reviewers;
}

const isExternal = ({ name }: { name: string }) => name !== "offline";

function describeRisk(texts: ReportTexts, { finding, owner, dueOn }: BoardRisk): RiskText {
  const { board } = texts;
  const { externalId, name, result } = finding;
  if (result === undefined) throw new Error(`the risk of ${finding.id} has no result`);
  const { score, level } = outcomeOf(result);
  const points: [string, string][] = [
    [board.say("finding"), result.explanation.trim().split("\n", 1)[0] ?? ""],
    [board.say("consequence"), toSentences(result.risks)],
    [board.say("action"), toSentences(result.recommendations.map(({ action }) => action))],
    [board.say("owner"), owner ?? ""],
    [board.say("dueOn"), dueOn === undefined ? "" : formatDate(texts, dueOn)],
  ];
  return {
    ...{ reference: externalId, name, level, levelName: texts.levels[level] },
    score: score === undefined ? "" : formatNumber(texts, score),
    ...itemStatus(texts, result),
    points: points.filter(([, text]) => text !== "").map(([label, text]) => ({ label, text })),
  };
}

function describeChange(texts: ReportTexts, { rollUp: { change, items } }: BoardHead): BoardText["change"] {
  if (change === undefined) return undefined;
  const { board } = texts;
  const names = new Map(items.map(({ item }) => [item.id, `${item.externalId} ${item.name}`]));
  const byDifference = change.items.toSorted(
    (a, b) => Math.abs(b.score - b.previousScore) - Math.abs(a.score - a.previousScore),
  );
  const lines = byDifference.slice(0, shownChanges).map(({ controlItemId, score, previousScore, ...gaps }) =>
    [
      board.say("changedRow", {
        name: names.get(controlItemId) ?? "",
        ...{ before: formatNumber(texts, previousScore), after: formatNumber(texts, score) },
      }),
      ...(gaps.closedGaps.length > 0 ? [board.say("closedGaps", { topics: texts.listed(gaps.closedGaps) })] : []),
      ...(gaps.newGaps.length > 0 ? [board.say("newGaps", { topics: texts.listed(gaps.newGaps) })] : []),
    ].join("; "),
  );
  const hidden = change.items.length - lines.length;
  return {
    lead: texts.changeFrom(change.fileName, change.previousFileName),
    counts: texts.changeCounts(change.improved, change.worsened, change.unchanged),
    lines: hidden > 0 ? [...lines, board.count("andMore", hidden)] : lines,
  };
}

const describeBoardDecision = (texts: ReportTexts, { externalId, name, decision }: BoardDecision) => ({
  subject: [`${externalId} ${name}`, ...(decision.criterion === undefined ? [] : [decision.criterion.statement])].join(
    ": ",
  ),
  what: `${describeDecision(texts, decision)}. ${decision.reason}`,
  by: `${decision.authorName}, ${formatDate(texts, decision.decidedAt)}`,
});

const exactPercent = ({ locale }: ReportTexts, share: number) =>
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(share);

/** In five lines. */
function describeMethod(texts: ReportTexts, { control, framework, documents, rollUp }: BoardHead): string[] {
  const { board, percentOf } = texts;
  const { below, itemCount, criterionCount } = rollUp.review;
  const isExternallyJudged = documents.some(({ judgedBy }) => judgedBy !== undefined && isExternal(judgedBy));
  const counts = { items: itemCount, criteria: criterionCount, percent: percentOf(below) };
  const { documents: measured, verdicts, levels } = measuredAccuracy;
  return [
    board.say("methodLine", { control: control.name, framework: `${framework.name}, ${framework.version}` }),
    isExternallyJudged
      ? board.say("accuracyExternalLine")
      : board.say("accuracyLine", {
          documents: measured,
          verdicts: exactPercent(texts, verdicts),
          levels: exactPercent(texts, levels),
        }),
    board.say(itemCount + criterionCount > 0 ? "confidenceLine" : "confidenceSureLine", counts),
    board.say("limitsLine"),
    board.say("adviceLine"),
  ];
}
