import { createHash } from "node:crypto";
import type { Recommendation } from "../analysis/findings/findings.ts";
import {
  type RenderInput,
  renderFindings,
  renderRecommendations,
} from "../analysis/findings/render/render-findings.ts";
import type { SuggestedChange } from "../analysis/findings/suggested-change.ts";
import type { Decision } from "../documents/decision.ts";
import type { DocumentItem } from "../documents/document.ts";
import { labelOfPage } from "../documents/document-file.ts";
import type { ItemRendering } from "../results/item-rendering.ts";

/** A suggested text for a document, with what it is for and what it changes. */
export interface DocumentRecommendation extends Recommendation {
  /** The same while the text and what it is for are the same. */
  id: string;
  itemId: string;
  controlItemId: string;
  controlItemExternalId: string;
  controlItemName: string;
  controlName: string;
  controlClusterName: string;
  /** Why, in words: one for each criterion that it closes. */
  reasons: string[];
  /** Whether it is taken unless people choose otherwise. */
  isPreselected: boolean;
  /** The file that it is for, by its index among the document's readable files. */
  file: number;
  /** Absent for findings of an earlier version, which do not say. */
  change: SuggestedChange | undefined;
}

type CompletedItem = DocumentItem & { status: "completed" };

/** Those with a text, in the order of the items. */
export function listRecommendations(rendering: ItemRendering, items: DocumentItem[]): DocumentRecommendation[] {
  return items.flatMap((item) => (item.status === "completed" ? recommendationsOf(rendering, item) : []));
}

function recommendationsOf(rendering: ItemRendering, item: CompletedItem): DocumentRecommendation[] {
  const { findings } = item;
  const input = toRenderInput(rendering, item);
  const found = renderRecommendations(input, findings).filter(
    ({ recommendation }) => recommendation.suggestedTextToBeAdded !== "",
  );
  if (found.length === 0) return [];
  const { criteria } = renderFindings(input, findings);
  return found.map(({ recommendation, change }) => {
    const closed = criteria.filter(({ key }) => change === undefined || change.criteria.includes(key));
    const reasons = closed.filter(({ verdict }) => verdict !== "met" && verdict !== "not_applicable");
    return {
      ...recommendation,
      id: idOf(item, recommendation, change),
      ...{ itemId: item.id, controlItemId: item.controlItemId, controlItemExternalId: item.externalId },
      ...{ controlItemName: item.name, controlName: rendering.control.name, controlClusterName: item.clusterName },
      reasons: [...new Set(reasons.map(({ description }) => description))],
      isPreselected: isPreselected(item, change),
      file: change?.replaces[0]?.quote.file ?? change?.insertAt.file ?? 0,
      change,
    };
  });
}

function toRenderInput({ cited, control, language }: ItemRendering, item: CompletedItem): RenderInput {
  const { name, objective, texts } = item;
  const files = cited.files.map(({ displayName, pages }) => ({
    name: displayName,
    labelOf: (page: number) => labelOfPage(pages, page),
  }));
  return { language, control, item: { name, objective, ...texts }, files };
}

function idOf(
  { controlItemId }: CompletedItem,
  { suggestedTextToBeAdded }: Recommendation,
  change: SuggestedChange | undefined,
): string {
  const text = change?.text ?? suggestedTextToBeAdded;
  const parts = [controlItemId, ...(change?.criteria ?? []), text];
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}

/** Insertions, unless people decided that they are not needed, and replacements of wordings that a person confirmed. */
function isPreselected({ decisions }: CompletedItem, change: SuggestedChange | undefined): boolean {
  const inEffect = decisions.filter(({ state }) => state === "in_effect");
  const ofItem = inEffect.find(({ criterionKey }) => criterionKey === undefined);
  const decisionOf = (key: string) => inEffect.find(({ criterionKey }) => criterionKey === key) ?? ofItem;
  if (change === undefined) return ofItem === undefined || !isSettled(ofItem);
  if (change.criteria.every((key) => isSettled(decisionOf(key)))) return false;
  return change.replaces.flatMap(({ criteria }) => criteria).every((key) => isConfirmed(decisionOf(key)));
}

function isSettled(decision: Decision | undefined): boolean {
  if (decision === undefined) return false;
  const { kind, verdict, level } = decision;
  if (kind === "override") return verdict === "met" || level === "compliant";
  return kind === "not_applicable" || kind === "accept_risk";
}

const isConfirmed = (decision: Decision | undefined) =>
  decision?.kind === "confirm" || (decision?.kind === "override" && decision.verdict === "contradicted");
