import { isDeepStrictEqual } from "node:util";
import type { CriterionFinding } from "../analysis/findings/findings.ts";
import { systemContext } from "../audit/audit-context.ts";
import type { AuditDeps } from "../audit/audit-log.ts";
import type { DecidableItem, Decision, DecisionStore, MarkedPassage, PlacedDecision } from "../documents/decision.ts";
import type { Document } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";
import { announceChange, type DecisionStores, saveConsequences } from "./change-decision.ts";

/** Marked passages of the version before that stand in the new version, by the ids of their decisions. */
export type FoundAgain = ReadonlyMap<Id, MarkedPassage>;

/** The decisions with a marked passage, which is to be looked for in the new version. */
export async function listMarked(
  decisions: Pick<DecisionStore, "listDecidedItems">,
  documentId: Id,
): Promise<{ id: Id; evidence: MarkedPassage }[]> {
  const items = await decisions.listDecidedItems(documentId);
  return items.flatMap(({ decisions: made }) =>
    made.flatMap(({ id, evidence }) => (evidence === undefined ? [] : [{ id, evidence }])),
  );
}

/**
 * Carries decisions over to the new version of a document. They stay in effect where what decided is unchanged; elsewhere
 * they ask to be looked at again and do not count. Call in the transaction that makes the new version count.
 */
export async function carryDecisions(
  deps: AuditDeps,
  stores: DecisionStores,
  { superseded, document, foundAgain }: { superseded: Id; document: Document; foundAgain: FoundAgain },
  requestId: string,
): Promise<void> {
  const { decisions } = stores;
  const before = await decisions.listDecidedItems(superseded);
  if (before.length === 0) return;
  const after = await decisions.listItemsOf(
    document.id,
    before.map(({ controlItemId }) => controlItemId),
  );
  const itemOf = new Map(after.map((item) => [item.controlItemId, item]));
  const now = deps.clock.now();
  const all: PlacedDecision[] = [];
  for (const old of before) {
    const item = itemOf.get(old.controlItemId);
    if (item === undefined) continue;
    for (const decision of old.decisions) {
      const isDecidedAnew = item.decisions.some(({ criterionKey }) => criterionKey === decision.criterionKey);
      const isOver = decision.acceptedUntil !== undefined && decision.acceptedUntil <= now;
      const state = isDecidedAnew || isOver ? undefined : carriedState(decision, old, item, foundAgain);
      if (state === undefined) continue;
      const carried: PlacedDecision = {
        ...decision,
        ...{ id: deps.ids.next(), companyId: document.companyId, reviewId: document.reviewId, documentId: document.id },
        ...{ itemId: item.id, controlItemId: item.controlItemId, state, carriedFrom: decision.id },
        found: undefined,
        evidence: foundAgain.get(decision.id),
      };
      await decisions.insert(carried);
      const change =
        state === "look_again"
          ? ({ event: "finding.reopened", status: state } as const)
          : ({ event: "finding.decided", status: decision.kind } as const);
      const context = systemContext(requestId);
      await announceChange(deps, stores, context, carried, { ...change, action: "decision.carried_over" });
      all.push(carried);
    }
  }
  await saveConsequences(stores, { companyId: document.companyId, documentId: document.id, at: now }, all);
}

/** Undefined: the new version does not have what the decision is about. */
function carriedState(
  decision: Decision,
  old: DecidableItem,
  item: DecidableItem,
  foundAgain: FoundAgain,
): "in_effect" | "look_again" | undefined {
  const [before, after] = [old.findings, item.findings];
  if (before === undefined || after === undefined) return undefined;
  const { criterionKey, evidence, state } = decision;
  const [was, is] = [pickCriteria(before.criteria, criterionKey), pickCriteria(after.criteria, criterionKey)];
  if (criterionKey !== undefined && is.length === 0) return undefined;
  const isOfSameKind = (before.otherKind === undefined) === (after.otherKind === undefined);
  const isUnchanged =
    isOfSameKind && was.length === is.length && was.every(isFoundIn(is)) && isDefinedAlike(old, item, criterionKey);
  // An override of what rests on no passage may rest on words that nobody marked, so it is looked at again.
  const hasPassage = evidence !== undefined || was.some((one) => one.evidence.length > 0);
  const restsOnPassages = decision.kind !== "override" || hasPassage;
  const isMarkedThere = evidence === undefined || foundAgain.has(decision.id);
  return state === "in_effect" && isUnchanged && restsOnPassages && isMarkedThere ? "in_effect" : "look_again";
}

const pickCriteria = <Criterion extends { key: string }>(criteria: Criterion[], key: string | undefined) =>
  key === undefined ? criteria : criteria.filter((one) => one.key === key);

/** Whether both revisions of the requirement ask the same by the criterion, or by all of them. */
const isDefinedAlike = (old: DecidableItem, item: DecidableItem, criterionKey: string | undefined) =>
  old.revision === item.revision ||
  isDeepStrictEqual(pickCriteria(old.definedCriteria, criterionKey), pickCriteria(item.definedCriteria, criterionKey));

/** The same verdict on the same words, wherever they stand now. */
const isFoundIn = (criteria: CriterionFinding[]) => (one: CriterionFinding) => {
  const other = criteria.find(({ key }) => key === one.key);
  return other !== undefined && other.verdict === one.verdict && wordsOf(other) === wordsOf(one);
};

const wordsOf = ({ evidence }: CriterionFinding): string =>
  evidence
    .map(({ text }) => text.replaceAll(/\s+/g, " ").trim())
    .sort()
    .join("\n");
