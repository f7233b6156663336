import type { FileChild } from "docx";
import type { Branding } from "../../tenancy/branding.ts";
import type { RiskText } from "../content/board-text.ts";
import { type BoardHead, composeBoard } from "../content/compose-board.ts";
import { levelColours } from "../level-colours.ts";
import { formatNumber, type ReportTexts } from "../texts/report-texts.ts";
import { bullet, heading, paragraph, space, table } from "./parts.ts";
import { picture } from "./picture.ts";

/** The report for the board, as paragraphs and tables. */
export function boardParts(texts: ReportTexts, head: BoardHead, branding: Branding | undefined): FileChild[] {
  const { board, columns } = texts;
  const text = composeBoard(texts, head, branding);
  const { score } = text;
  const outcome = score.shown === undefined ? score.levelName : `${score.shown} / 100 · ${score.levelName}`;
  const plain = [
    { title: "", share: 24 },
    { title: "", share: 76 },
  ];
  return [
    ...(branding?.cover === undefined ? [] : [picture(branding.cover, 640, 140)]),
    ...(branding?.logo === undefined ? [] : [picture(branding.logo, 180, 70)]),
    paragraph(texts.title, "Subtitle"),
    paragraph(text.title, "Title"),
    table(
      plain,
      text.facts.map(({ label, text }) => ({ cells: [label, text] })),
    ),
    heading(board.say("standing"), 2),
    paragraph(outcome, "Score", score.level === undefined ? {} : { colour: levelColours[score.level] }),
    paragraph(text.standing.join(" ")),
    paragraph(text.scoreMeaning, "Quiet"),
    heading(board.say("coverage"), 2),
    table(
      [
        { title: texts.columns.cluster, share: 80 },
        { title: columns.score, share: 20, align: "right" },
      ],
      head.rollUp.clusters.map(({ cluster, score }) => ({
        cells: [cluster.name, score === undefined ? texts.levels.notJudged : formatNumber(texts, score)],
      })),
    ),
    heading(board.say("topRisks"), 2),
    ...(text.risksNote === undefined ? [] : [paragraph(text.risksNote, "Quiet")]),
    ...text.risks.flatMap((risk, at) => riskParts(at + 1, risk)),
    ...(text.change === undefined
      ? []
      : [
          heading(board.say("changed"), 2),
          paragraph(`${text.change.lead}: ${text.change.counts}.`),
          ...text.change.lines.map(bullet),
        ]),
    heading(board.say("decisions"), 2),
    ...(text.decisions.length === 0
      ? []
      : [
          table(
            [
              { title: columns.item, share: 36 },
              { title: columns.decision, share: 42 },
              { title: columns.decidedBy, share: 22 },
            ],
            text.decisions.map(({ subject, what, by }) => ({ cells: [subject, what, by] })),
          ),
        ]),
    ...(text.decisionsNote === undefined ? [] : [paragraph(text.decisionsNote, "Quiet")]),
    ...(text.questions.length === 0
      ? []
      : [
          heading(board.say("questions"), 2),
          paragraph(board.say("questionsLead"), "Quiet"),
          table(
            [
              { title: columns.externalId, share: 22 },
              { title: columns.question, share: 53 },
              { title: columns.answer, share: 25 },
            ],
            text.questions.map(({ reference, question, answer }) => ({ cells: [reference, question, answer] })),
          ),
          ...(text.questionsNote === undefined ? [] : [paragraph(text.questionsNote, "Quiet")]),
        ]),
    heading(board.say("method"), 2),
    ...text.method.map(bullet),
    ...(text.disclaimer === undefined ? [] : [paragraph(text.disclaimer, "Quiet")]),
    heading(board.say("signOff"), 2),
    table(
      [
        { title: "", share: 24 },
        { title: board.say("reviewed"), share: 38 },
        { title: board.say("approved"), share: 38 },
      ],
      [board.say("name"), board.say("place"), board.say("sign")].map((label) => ({ cells: [label, "\n", "\n"] })),
    ),
    space(),
  ];
}

function riskParts(number: number, risk: RiskText): FileChild[] {
  const { reference, name, score, level, levelName, status, points } = risk;
  return [
    heading(`${number}. ${name}`, 3),
    paragraph([reference, [score, levelName].filter(Boolean).join(" "), status].join(" · "), "Reference", {
      colour: levelColours[level],
    }),
    table(
      [
        { title: "", share: 18 },
        { title: "", share: 82 },
      ],
      points.map(({ label, text }) => ({ cells: [label, text] })),
      true,
    ),
    space(),
  ];
}
