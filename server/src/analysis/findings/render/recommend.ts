import { type ItemTexts, selectItemTexts } from "../../catalogue-texts.ts";
import type { CriterionFinding, Evidence, InsertionPlace, Recommendation } from "../findings.ts";
import { fillTerms } from "./fill-terms.ts";
import { formatPlace, formatQuote } from "./places.ts";
import { expectedKind, isOpen, type Rendering, topicOf } from "./rendering.ts";
import { selectSentences } from "./select-sentences.ts";

/** Below this probability of a contradiction the advice is to check a clause, not to replace it. */
const surelyContradicted = 0.8;

/** To insert what is missing, to replace a wording that contradicts, or to check it with the owner. */
export function recommend(rendering: Rendering): Recommendation[] {
  const { findings, wording, texts } = rendering;
  if (findings.otherKind !== undefined) {
    return [
      {
        gapIdentified: wording.otherKindTopic,
        actionableRecommendation: wording.lookFor(expectedKind(rendering)),
        // No clause turns the wrong document into the right one.
        ...{ suggestedTextLocation: "", suggestedTextToBeAdded: "" },
      },
    ];
  }
  const open = findings.criteria.filter(isOpen);
  const contradictions = open.flatMap((criterion) => {
    const [first] = criterion.evidence;
    return criterion.verdict !== "contradicted" || first === undefined
      ? []
      : [recommendInstead(rendering, criterion, first)];
  });
  const additions = open.filter(({ verdict }) => verdict !== "contradicted");
  if (additions.length === 0) return contradictions;
  const topics = additions.map((criterion) => topicOf(rendering, criterion));
  return [
    {
      gapIdentified: wording.listed(topics),
      actionableRecommendation: wording.recommendAdd(texts.recommendation?.action, topics),
      suggestedTextLocation: formatInsertion(rendering, findings.insertAt),
      suggestedTextToBeAdded: suggestText(rendering, additions),
    },
    ...contradictions,
  ];
}

function recommendInstead(rendering: Rendering, criterion: CriterionFinding, first: Evidence): Recommendation {
  const { wording } = rendering;
  const { file, page, heading } = first;
  const isSure = (criterion.probabilities?.contradicted ?? 0) >= surelyContradicted;
  const action = isSure ? wording.recommendReplace : wording.recommendCheck;
  return {
    gapIdentified: topicOf(rendering, criterion),
    actionableRecommendation: action(formatQuote(rendering, first), formatPlace(rendering, first)),
    suggestedTextLocation:
      heading === undefined
        ? formatPlace(rendering, first)
        : formatInsertion(rendering, { relation: "in", file, page, heading }),
    suggestedTextToBeAdded: suggestText(rendering, [criterion]),
  };
}

function formatInsertion(rendering: Rendering, { relation, heading = "", ...place }: InsertionPlace): string {
  const { wording, texts } = rendering;
  const where = formatPlace(rendering, place);
  if (relation === "in") return wording.locationIn(heading, where);
  const usual = texts.recommendation?.section ?? texts.name;
  return relation === "after" ? wording.locationAfter(usual, heading, where) : wording.locationAtEnd(usual, where);
}

/** In the document's own language and terms. */
function suggestText({ findings, texts, item, control }: Rendering, open: CriterionFinding[]): string {
  const { documentLanguage, catalogueLanguage, terms } = findings;
  const inDocument = selectItemTexts(item, documentLanguage, catalogueLanguage);
  const own: ItemTexts = inDocument.language === documentLanguage ? inDocument : texts;
  const statements = open.map((criterion) => own.statementOf(criterion));
  const whole = own.recommendation?.text;
  if (whole === undefined) return statements.join("\n");
  const isMostMissing = open.length * 2 > findings.criteria.length;
  const sentences = selectSentences(whole, statements, isMostMissing, own.language);
  const names = { ownWord: (key: string) => terms[key]?.word, article: (key: string) => terms[key]?.article ?? "" };
  return fillTerms(sentences, own.language, names, control);
}
