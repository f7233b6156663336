import type { AuditLanguage } from "../documents/document.ts";
import type { DocumentRecommendation } from "./document-recommendation.ts";
import { redlineTextsIn } from "./redline-texts.ts";

/** The paragraphs of its comment: requirement, reasons, what it refers to. */
export function describeRecommendation(recommendation: DocumentRecommendation, language: AuditLanguage): string[] {
  const { controlItemExternalId, controlItemName, controlName, reasons, suggestedTextLocation } = recommendation;
  const texts = redlineTextsIn(language);
  return [
    `${texts.requirement} ${controlItemExternalId}, ${controlItemName}`,
    ...(reasons.length > 0 ? [`${texts.why} ${reasons.join(" ")}`] : []),
    ...(suggestedTextLocation === "" ? [] : [`${texts.place} ${suggestedTextLocation}`]),
    `${texts.reference} ${controlName}`,
  ];
}
