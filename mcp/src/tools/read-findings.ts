import { type ComplianceItem, type DocumentResult, resolveFindings } from "@assay/sdk";
import { z } from "zod";
import { defineTool, reads } from "../tool.ts";

const defaultLimit = 10;

/** Worst first, and of equal ones the least sure. */
const byNeed = (a: ComplianceItem, b: ComplianceItem) =>
  (a.result?.score ?? 101) - (b.result?.score ?? 101) || (a.confidence ?? 1) - (b.confidence ?? 1);

export const readFindings = defineTool({
  name: "read_findings",
  title: "Read findings",
  description:
    "The findings of a judged document, worst first: for each requirement its level and score, what is there with quotes and pages, what is missing, and the text to insert. Paged by offset.",
  input: z.object({
    documentId: z.string(),
    level: z
      .enum(["compliant", "partially_compliant", "non_compliant", "not_applicable"])
      .optional()
      .describe("Only requirements of this level."),
    needsReview: z.boolean().optional().describe("Only requirements that a person should check, or only others."),
    reference: z.string().optional().describe('Only the requirement with this reference, such as "GDPR Art. 33(2)".'),
    language: z.enum(["en", "de", "fr", "es"]).optional().describe("The language of the findings."),
    offset: z.number().int().min(0).optional(),
    limit: z.number().int().min(1).max(50).optional().describe("Default: 10."),
  }),
  annotations: reads,
  async run(
    { assay, signal },
    { documentId, level, needsReview, reference, language, offset = 0, limit = defaultLimit },
  ) {
    const result = await assay.getDocumentResult(
      documentId,
      { language, complianceLevel: level === undefined ? undefined : [level], include: ["quotes", "statements"] },
      { signal },
    );
    const items = result.complianceItems
      .filter((item) => needsReview === undefined || item.needsReview === needsReview)
      .filter((item) => reference === undefined || item.controlItemExternalId === reference)
      .sort(byNeed);
    const shown = items.slice(offset, offset + limit);
    return {
      documentId,
      fileName: result.fileName,
      status: result.status,
      total: items.length,
      offset,
      ...(offset + limit < items.length && { nextOffset: offset + limit }),
      findings: shown.map((item) => toFinding(result, item)),
    };
  },
});

function toFinding(result: DocumentResult, item: ComplianceItem) {
  const { id, controlItemExternalId, controlItemName, complianceLevel, confidence, needsReview, decision } = item;
  const own = { itemId: id, reference: controlItemExternalId, requirement: controlItemName, complianceLevel };
  if (item.result === null) return { ...own, status: item.status, failureReason: item.failureReason };
  const { score, explanation, recommendations } = item.result;
  const quotes = resolveFindings(result, item).criteria.flatMap(({ evidence }) => evidence);
  const distinct = [
    ...new Map(quotes.map((quote) => [`${quote.fileId} ${quote.start} ${quote.pageNumber}`, quote])).values(),
  ];
  return {
    ...own,
    score,
    confidence,
    needsReview,
    ...(decision != null && { decision: decision.decision, decidedBy: decision.author.name, because: decision.reason }),
    explanation: explanation.explanation,
    gaps: explanation.gaps.map(({ topic, description }) => ({ topic, description })),
    recommendations: recommendations.map((one) => ({
      action: one.actionableRecommendation,
      where: one.suggestedTextLocation,
      textToInsert: one.suggestedTextToBeAdded,
    })),
    evidence: distinct.map(({ fileId, page, pageNumber, role, text }) => ({
      ...{ fileId, page, pageNumber, role, untrustedText: text },
    })),
  };
}
