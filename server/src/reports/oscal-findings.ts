import type { ComplianceLevel } from "../analysis/findings/findings.ts";
import type { LanguageFormat } from "../analysis/findings/render/wording.ts";
import type { OwnerQuestion } from "../documents/owner-question.ts";
import { controlIdOf, oneLine, prop, uuidOf } from "./oscal-identifiers.ts";
import type { ReportDecision, ReportDocument, ReportFinding, ReportResult } from "./report-content.ts";

/** A finding in OSCAL's terms: observations, risks, and whether the objective is satisfied. */
export interface OscalFinding {
  observations: object[];
  risks: object[];
  finding: object;
  controlId: string;
}

export type JudgedFinding = ReportFinding & { result: ReportResult; judgedAt: Date };

const reasons: Record<ComplianceLevel, string> = {
  compliant: "pass",
  partially_compliant: "other",
  non_compliant: "fail",
  not_applicable: "other",
};

/** `party`: the organization whose people decide about findings. */
export function toOscal(format: LanguageFormat, judged: JudgedFinding, party: string): OscalFinding {
  const { result, id } = judged;
  const decisions = result.decisions ?? [];
  const { score, level } = result.decided ?? result;
  const observations = [
    ...result.criteria.map((criterion) => toObservation(judged, criterion)),
    ...decisions.map((decision) => toDecisionObservation(judged, decision, party)),
  ];
  const related = observations.map(({ uuid }) => ({ "observation-uuid": uuid }));
  const risks = toRisks(format, judged, related);
  const controlId = controlIdOf(judged);
  return {
    observations,
    risks,
    controlId,
    finding: {
      uuid: uuidOf(id, "finding"),
      title: oneLine(judged.name),
      description: result.explanation || judged.objective,
      props: [
        ...[prop("score", String(result.score)), prop("compliance-level", result.level)],
        ...toDoubtProps(result),
        ...(result.decided === undefined ? [] : [prop("decided-compliance-level", level)]),
        ...(result.decided === undefined || score === undefined ? [] : [prop("decided-score", String(score))]),
      ],
      target: {
        type: "objective-id",
        "target-id": controlId,
        title: oneLine(judged.name),
        description: judged.objective,
        props: [prop("reference", judged.externalId)],
        status: {
          state: level === "compliant" || level === "not_applicable" ? "satisfied" : "not-satisfied",
          reason: reasons[level],
          ...(result.strength !== "" && { remarks: result.strength }),
        },
      },
      ...(related.length > 0 && { "related-observations": related }),
      ...(risks.length > 0 && { "related-risks": risks.map(({ uuid }) => ({ "risk-uuid": uuid })) }),
    },
  };
}

/** Without a confidence it is unknown. */
const toDoubtProps = ({ confidence, needsReview }: Pick<ReportResult, "confidence" | "needsReview">) => [
  ...(confidence === null ? [] : [prop("confidence", String(confidence))]),
  prop("needs-review", String(needsReview)),
];

function toObservation(
  { id, documentId, judgedAt }: JudgedFinding,
  {
    key,
    statement,
    level,
    verdict,
    confidence,
    needsReview,
    probabilities,
    reason,
    description,
    condition,
    quotes,
  }: ReportResult["criteria"][number],
) {
  return {
    uuid: uuidOf(id, "observation", key),
    title: oneLine(statement),
    description: description || statement,
    props: [
      ...[prop("criterion", key), prop("verdict", verdict), prop("reason", reason), prop("obligation", level)],
      ...(condition === undefined
        ? []
        : [prop("condition", condition.key), prop("condition-decided-by", condition.decidedBy)]),
      ...toDoubtProps({ confidence, needsReview }),
      ...Object.entries(probabilities ?? {}).map(([name, value]) => prop(`probability-${name}`, String(value))),
    ],
    methods: ["EXAMINE"],
    types: ["control-objective"],
    subjects: [{ "subject-uuid": uuidOf(documentId, "document"), type: "resource" }],
    ...(quotes.length > 0 && {
      "relevant-evidence": quotes.map(({ documentName, fileId, page, pageNumber, start, end, text, role }) => ({
        href: `#${uuidOf(fileId, "file")}`,
        description: text,
        props: [
          ...[prop("file", documentName), prop("page", page), prop("page-number", String(pageNumber))],
          ...[prop("start", String(start)), prop("end", String(end)), prop("role", role)],
        ],
      })),
    }),
    collected: judgedAt.toISOString(),
  };
}

/** A question to the owner is an interview; its answer is the observation. */
export function toInterview(
  { id, processedAt, createdAt }: ReportDocument,
  { controlItemId, controlItemExternalId: externalId, key, question, answered }: OwnerQuestion,
) {
  return {
    uuid: uuidOf(id, "question", controlItemId, key),
    title: oneLine(question),
    description: answered?.comment || question,
    props: [
      ...[prop("question", key), prop("control-id", controlIdOf({ controlItemId, externalId }))],
      prop("answer", answered?.answer ?? "open"),
    ],
    methods: ["INTERVIEW"],
    subjects: [{ "subject-uuid": uuidOf(id, "document"), type: "resource" }],
    collected: (answered?.answeredAt ?? processedAt ?? createdAt).toISOString(),
  };
}

/** All gaps of an item are one risk, with remediations. An item without gaps has no risk. */
function toRisks(
  { labelled }: LanguageFormat,
  { id, name, result }: JudgedFinding,
  related: { "observation-uuid": string }[],
) {
  const { gaps, risks, recommendations } = result;
  const log = toRiskLog(id, result);
  if (gaps.length === 0) return [];
  const listed = (lines: string[]) => lines.map((line) => `- ${oneLine(line)}`).join("\n");
  return [
    {
      uuid: uuidOf(id, "risk"),
      title: oneLine(name),
      description: listed(gaps.map(({ topic, description }) => labelled(topic, description))),
      statement: risks.length > 0 ? listed(risks) : listed(gaps.map(({ topic }) => topic)),
      ...toRiskStatus(result),
      ...(recommendations.length > 0 && {
        remediations: recommendations.map(({ gap, action, location, text }, index) => ({
          uuid: uuidOf(id, "remediation", String(index)),
          lifecycle: "recommendation",
          title: oneLine(gap),
          description: action || gap,
          ...(text !== "" && { props: [prop("suggested-text-location", location)], remarks: text }),
        })),
      }),
      ...(log.length > 0 && { "risk-log": { entries: log } }),
      ...(related.length > 0 && { "related-observations": related }),
    },
  ];
}

const inEffect = ({ decisions = [] }: ReportResult) => decisions.filter(({ state }) => state === "in_effect");

/** An accepted risk is an approved deviation with a deadline; where people see no gap, the risk is closed. */
function toRiskStatus(result: ReportResult): { status: string; deadline?: string } {
  const { level } = result.decided ?? result;
  const untils = inEffect(result).flatMap(({ acceptedUntil }) => acceptedUntil ?? []);
  const isSettled = result.decided?.score === undefined || level === "compliant";
  if (result.decided === undefined || !isSettled) return { status: "open" };
  if (untils.length === 0) return { status: level === "compliant" || level === "not_applicable" ? "closed" : "open" };
  const first = new Date(Math.min(...untils.map((until) => until.getTime())));
  return { status: "deviation-approved", deadline: first.toISOString() };
}

const statusChanges: Partial<Record<ReportDecision["kind"], string>> = {
  accept_risk: "deviation-approved",
  not_applicable: "closed",
};

const toRiskLog = (id: string, result: ReportResult) =>
  inEffect(result).map(({ id: decisionId, kind, reason, decidedAt, acceptedUntil }) => ({
    uuid: uuidOf(id, "risk-log", decisionId),
    title: oneLine(kind),
    description: reason,
    start: decidedAt.toISOString(),
    ...(acceptedUntil !== undefined && { end: acceptedUntil.toISOString() }),
    ...(statusChanges[kind] !== undefined && { "status-change": statusChanges[kind] }),
  }));

/** What a person decided is an observation of its own, beside those of the engine. */
function toDecisionObservation(
  { id, documentId }: JudgedFinding,
  { id: decisionId, criterion, kind, verdict, level, acceptedUntil, state, reason, ...decision }: ReportDecision,
  party: string,
) {
  const { authorName, decidedAt, quote } = decision;
  return {
    uuid: uuidOf(id, "decision", decisionId),
    title: oneLine(criterion?.statement ?? kind),
    description: reason,
    props: [
      ...[prop("decision", kind), prop("decision-state", state), prop("decided-by", authorName)],
      ...(criterion === undefined ? [] : [prop("criterion", criterion.key)]),
      ...(verdict === undefined ? [] : [prop("verdict", verdict)]),
      ...(level === undefined ? [] : [prop("compliance-level", level)]),
      ...(acceptedUntil === undefined ? [] : [prop("accepted-until", acceptedUntil.toISOString())]),
    ],
    methods: ["EXAMINE"],
    types: ["control-objective"],
    origins: [{ actors: [{ type: "party", "actor-uuid": party }] }],
    subjects: [{ "subject-uuid": uuidOf(documentId, "document"), type: "resource" }],
    ...(quote !== undefined && {
      "relevant-evidence": [
        {
          href: `#${uuidOf(quote.fileId, "file")}`,
          description: quote.text,
          props: [
            ...[prop("file", quote.documentName), prop("page", quote.page)],
            ...[prop("page-number", String(quote.pageNumber)), prop("start", String(quote.start))],
            prop("end", String(quote.end)),
          ],
        },
      ],
    }),
    collected: decidedAt.toISOString(),
  };
}
