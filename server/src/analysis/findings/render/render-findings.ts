import { getOrCreate } from "../../../platform/get-or-create.ts";
import type { ControlToJudge } from "../../analyser.ts";
import { type ItemToRender, selectItemTexts } from "../../catalogue-texts.ts";
import type { Language } from "../../language/words.ts";
import type {
  ConditionFinding,
  CriterionFinding,
  Evidence,
  ItemFindings,
  PageRef,
  Recommendation,
  Unit,
  Verdict,
} from "../findings.ts";
import type { RecommendedChange } from "../suggested-change.ts";
import { toUnits } from "../units.ts";
import { assignRisks } from "./assign-risks.ts";
import { formatPlace, formatQuote, type RenderedFile, toPageRefs } from "./places.ts";
import { recommend } from "./recommend.ts";
import {
  expectedKind,
  firstSentence,
  isOpen,
  meetsInPart,
  type Rendering,
  requirementOf,
  topicOf,
} from "./rendering.ts";
import { wordingOf } from "./wording-by-language.ts";

/** What rendering needs besides the findings: the catalogue's texts as they were when the document was judged. */
export interface RenderInput {
  language: Language;
  control: ControlToJudge;
  item: ItemToRender;
  /** In the order of the findings' file numbers. */
  files: RenderedFile[];
}

export interface RenderedCriterion extends Omit<CriterionFinding, "reason"> {
  reason: CriterionFinding["reason"];
  /** The reason in words. */
  description: string;
}

/** The contract's texts. */
export interface RenderedFindings {
  strength: string;
  explanation: string;
  gaps: { topic: string; description: string; pageRefs: PageRef[] }[];
  pageRefs: PageRef[];
  risks: string[];
  compensatingControls: string[];
  recommendations: Recommendation[];
  criteria: RenderedCriterion[];
  conditions: ConditionFinding[];
  units: Unit[];
}

/** Data and a language become words. The only way from findings to sentences. */
export function renderFindings(input: RenderInput, findings: ItemFindings): RenderedFindings {
  if (findings.earlierTexts !== undefined) return renderEarlier(findings, findings.earlierTexts);
  const rendering = openRendering(input, findings);
  const { texts } = rendering;
  const gaps = renderGaps(rendering);
  const met = metCriteria(rendering);
  return {
    strength: renderStrength(rendering, met),
    explanation: renderExplanation(rendering, met),
    gaps,
    pageRefs: toPageRefs(
      rendering,
      findings.criteria.flatMap(({ evidence }) => evidence),
    ),
    risks: gaps.length > 0 ? texts.risks : [],
    compensatingControls: gaps.length > 0 ? texts.compensatingControls : [],
    recommendations: gaps.length > 0 ? recommend(rendering).map(({ recommendation }) => recommendation) : [],
    criteria: findings.criteria.map((criterion) => ({
      ...criterion,
      statement: texts.statementOf(criterion),
      description: renderReason(rendering, criterion),
    })),
    conditions: (findings.conditions ?? []).map((condition) => ({
      ...condition,
      statement: texts.conditionOf(condition),
    })),
    units: toUnits(findings),
  };
}

function openRendering({ language, control, item, files }: RenderInput, findings: ItemFindings): Rendering {
  const texts = selectItemTexts(item, language, findings.catalogueLanguage);
  return { findings, wording: wordingOf(texts.language), texts, control, item, files };
}

/** The recommendations of `renderFindings`, with what each changes in the document; findings of the earlier form do not say. */
export function renderRecommendations(input: RenderInput, findings: ItemFindings): RecommendedChange[] {
  if (findings.earlierTexts !== undefined)
    return findings.earlierTexts.recommendations.map((recommendation) => ({ recommendation }));
  const rendering = openRendering(input, findings);
  return renderGaps(rendering).length > 0 ? recommend(rendering) : [];
}

/** Findings of the earlier form have one language. */
function renderEarlier(findings: ItemFindings, { descriptions, ...texts }: NonNullable<ItemFindings["earlierTexts"]>) {
  const criteria = findings.criteria.map((criterion) => ({
    ...criterion,
    description: descriptions[criterion.key] ?? "",
  }));
  const format = wordingOf(texts.language);
  const translate = (refs: PageRef[]) => refs.map(({ file, pages }) => ({ file, pages: pages.map(format.page) }));
  const gaps = texts.gaps.map((gap) => ({ ...gap, pageRefs: translate(gap.pageRefs) }));
  return { ...texts, gaps, pageRefs: translate(texts.pageRefs), criteria, conditions: [] };
}

/** The topics of an item's criteria in one language, by key; a document of another kind has a topic of its own. */
export function renderTopics(item: ItemToRender, language: Language, catalogueLanguage: Language) {
  const texts = selectItemTexts(item, language, catalogueLanguage);
  const wording = wordingOf(texts.language);
  return { otherKind: wording.otherKindTopic, topicOf: (key: string) => topicOf({ wording, texts }, { key }) };
}

function topicsByVerdict(rendering: Rendering): Record<Verdict, string[]> {
  const topics: Record<Verdict, string[]> = { met: [], partly: [], contradicted: [], missing: [], not_applicable: [] };
  for (const criterion of rendering.findings.criteria) topics[criterion.verdict].push(topicOf(rendering, criterion));
  return topics;
}

const byWeight = (criteria: CriterionFinding[]) => criteria.toSorted((a, b) => b.weight - a.weight);
const metCriteria = ({ findings }: Rendering) =>
  byWeight(findings.criteria).flatMap((criterion) => {
    const [first] = criterion.evidence;
    return criterion.verdict !== "met" || first === undefined ? [] : [{ criterion, first }];
  });
type Met = ReturnType<typeof metCriteria>;

function renderStrength(rendering: Rendering, met: Met): string {
  const { wording, findings } = rendering;
  if (findings.level === "not_applicable") return renderOpening(rendering);
  const covered = met.map(
    ({ criterion, first }) => `${topicOf(rendering, criterion)} (${formatPlace(rendering, first)})`,
  );
  return covered.length === 0 ? wording.noStrength : `${wording.labelled(wording.covered, wording.listed(covered))}.`;
}

/** Where the item stands and why, then what is there, with quotes. What is missing is in the gaps. */
function renderExplanation(rendering: Rendering, met: Met): string {
  const { findings, wording } = rendering;
  const { otherKind, level, score, quotesDropped, criteria } = findings;
  // Of an item that does not apply, the reasons say where it stands.
  const opening = level === "not_applicable" ? [] : [renderOpening(rendering), ...renderProofs(rendering, met)];
  return [
    ...(otherKind === undefined ? opening : [wording.openingOtherKind(score, expectedKind(rendering))]),
    ...renderWhatDoesNotApply(rendering),
    ...(criteria.some(({ judge }) => judge === "words") ? [wording.wordsAlone] : []),
    ...(quotesDropped > 0 ? [wording.dropped(quotesDropped)] : []),
  ].join("\n");
}

/** What is met, with its quote; what rests on the same quote is told together. */
function renderProofs(rendering: Rendering, met: Met): string[] {
  const statements = new Map<string, string[]>();
  for (const { criterion, first } of met) {
    const quoted = `${formatQuote(rendering, first)} (${formatPlace(rendering, first)})`;
    getOrCreate(statements, quoted, () => []).push(requirementOf(rendering.texts, criterion));
  }
  return [...statements].map(([quoted, own]) => `${own.join(" ")} ${quoted}.`);
}

const renderOpening = (rendering: Rendering) => {
  const { level, score } = rendering.findings;
  return rendering.wording.opening(level, score, topicsByVerdict(rendering));
};

/** Criteria that do not apply for the same reason are listed together. */
function renderWhatDoesNotApply(rendering: Rendering): string[] {
  const { findings, wording } = rendering;
  const topics = new Map<string, string[]>();
  for (const criterion of findings.criteria.filter(({ verdict }) => verdict === "not_applicable"))
    getOrCreate(topics, renderReason(rendering, criterion), () => []).push(topicOf(rendering, criterion));
  // Of an item that does not apply at all, every criterion would be listed.
  if (findings.level === "not_applicable") return [...topics.keys()];
  return [...topics].map(([reason, own]) => wording.labelled(wording.listed(own), reason));
}

function renderReason(rendering: Rendering, criterion: CriterionFinding): string {
  const { reason, facts, evidence } = criterion;
  const { findings, wording } = rendering;
  const [first] = evidence;
  const party = facts.party === undefined ? undefined : findings.terms[facts.party];
  // Of an exception that cannot be shown only the effect is told.
  const told = reason === "exception" && facts.exception === undefined ? "incomplete" : reason;
  // What the catalogue says of such clauses tells more than that something is missing, or weak in words that cannot be shown.
  const isVague = told === "incomplete" || (told === "not_binding" && facts.weakWords === undefined);
  return (
    (isVague ? meetsInPart(rendering, criterion) : undefined) ??
    wording.reason(told, {
      requiredFigure: facts.requiredFigure,
      foundFigure: facts.foundFigure,
      weakWords: facts.weakWords,
      party: party && (wording === wordingOf("en") ? `${party.article}${party.word}` : party.word),
      exception: facts.exception && first && sliceQuote(first, facts.exception),
      condition: facts.condition && describeCondition(rendering, facts.condition),
      quote: first && formatQuote(rendering, first),
      where: first && formatPlace(rendering, first),
    })
  );
}

function describeCondition({ findings, texts }: Rendering, key: string): string | undefined {
  const condition = findings.conditions?.find((one) => one.key === key);
  return condition && firstSentence(texts.conditionOf(condition));
}

/** The quote before it has the rest. */
const maxExceptionLength = 80;

function sliceQuote({ text, start }: Evidence, span: { start: number; end: number }): string {
  const words = text.slice(span.start - start, span.end - start).replace(/\s+/g, " ");
  return words.length <= maxExceptionLength ? words : `${words.slice(0, words.lastIndexOf(" ", maxExceptionLength))} …`;
}

/** A document of another kind has one gap: what it lacks is not listed point by point. */
function renderGaps(rendering: Rendering): RenderedFindings["gaps"] {
  const { findings, wording, texts, item } = rendering;
  if (findings.level === "not_applicable") return [];
  if (findings.otherKind !== undefined) {
    const { found, total } = findings.otherKind;
    const description = wording.gapOtherKind(expectedKind(rendering), found, total);
    return [{ topic: wording.otherKindTopic, description, pageRefs: [] }];
  }
  const open = findings.criteria.filter(isOpen);
  const risks = assignRisks(
    item.risks ?? [],
    open.map(({ statement }) => firstSentence(statement)),
  );
  return open.map((criterion, at) => {
    const risk = formatRisk(texts.risks[risks[at] ?? -1]);
    const described = describeGap(rendering, criterion);
    return {
      topic: topicOf(rendering, criterion),
      description: risk === undefined ? described : `${described} ${wording.labelled(wording.risk, risk)}`,
      pageRefs: toPageRefs(rendering, criterion.evidence),
    };
  });
}

const formatRisk = (risk: string | undefined) => (risk === undefined || /[.!?]$/u.test(risk) ? risk : `${risk}.`);

/** What is required, and what the document says instead. */
function describeGap(rendering: Rendering, criterion: CriterionFinding): string {
  const { wording, texts } = rendering;
  const statement = requirementOf(texts, criterion);
  const [first] = criterion.evidence;
  if (first === undefined) return wording.gapMissing(statement);
  const { foundFigure, weakWords, exception } = criterion.facts;
  const words = foundFigure ?? weakWords ?? (exception && sliceQuote(first, exception).replace(/ …$/u, ""));
  const [quote, where] = [formatQuote(rendering, first, words), formatPlace(rendering, first)];
  return wording.gapFound(statement, quote, where, renderReason(rendering, criterion));
}
