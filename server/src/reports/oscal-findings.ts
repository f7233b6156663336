import type { ComplianceLevel } from "../analysis/findings/findings.ts";
import type { LanguageFormat } from "../analysis/findings/render/wording.ts";
import type { OwnerQuestion } from "../documents/owner-question.ts";
import { controlIdOf, oneLine, prop, uuidOf } from "./oscal-identifiers.ts";
import type { ReportDocument, ReportFinding, ReportResult } from "./report-content.ts";

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

export function toOscal(format: LanguageFormat, judged: JudgedFinding): OscalFinding {
  const { result, id } = judged;
  const observations = result.criteria.map((criterion) => toObservation(judged, criterion));
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
      ],
      target: {
        type: "objective-id",
        "target-id": controlId,
        title: oneLine(judged.name),
        description: judged.objective,
        props: [prop("reference", judged.externalId)],
        status: {
          state: result.level === "compliant" || result.level === "not_applicable" ? "satisfied" : "not-satisfied",
          reason: reasons[result.level],
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
  if (gaps.length === 0) return [];
  const listed = (lines: string[]) => lines.map((line) => `- ${oneLine(line)}`).join("\n");
  return [
    {
      uuid: uuidOf(id, "risk"),
      title: oneLine(name),
      description: listed(gaps.map(({ topic, description }) => labelled(topic, description))),
      statement: risks.length > 0 ? listed(risks) : listed(gaps.map(({ topic }) => topic)),
      status: "open",
      ...(recommendations.length > 0 && {
        remediations: recommendations.map(({ gap, action, location, text }, index) => ({
          uuid: uuidOf(id, "remediation", String(index)),
          lifecycle: "recommendation",
          title: oneLine(gap),
          description: action || gap,
          ...(text !== "" && { props: [prop("suggested-text-location", location)], remarks: text }),
        })),
      }),
      ...(related.length > 0 && { "related-observations": related }),
    },
  ];
}
