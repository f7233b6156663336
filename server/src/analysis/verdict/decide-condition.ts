import type { ItemCondition } from "../../catalogue/complete-item.ts";
import type { Passage } from "../passages/passages.ts";
import type { Judgement } from "./judge-criterion.ts";
import type { DecidedBy } from "./reason.ts";

export interface ConditionDecision {
  key: string;
  condition: ItemCondition;
  holds: boolean;
  decidedBy: DecidedBy;
  /** That it holds; undefined if no model gave it. */
  probability: number | undefined;
  /** What shows that it holds, or rules it out; best first. */
  evidence: Passage[];
  /** Absent if a stated fact decided. */
  judgement?: Judgement;
}

/** From this probability on a condition holds, by what silence means for it. */
const holdsFrom: Record<ItemCondition["whenSilent"], number> = { applies: 0.5, does_not_apply: 0.5 };

export function decideByFact(key: string, condition: ItemCondition, holds: boolean): ConditionDecision {
  return { key, condition, holds, decidedBy: "facts", probability: holds ? 1 : 0, evidence: [] };
}

/** Met or partly met, it holds; contradicted, it does not; of a silent document the catalogue says what follows. */
export function decideCondition(key: string, condition: ItemCondition, judgement: Judgement): ConditionDecision {
  const { met, partly, contradicted, missing } = judgement.probabilities ?? surely(judgement);
  const isAppliedInSilence = condition.whenSilent === "applies";
  const stated = met + partly;
  const probability = stated + (isAppliedInSilence ? missing : 0);
  const holds = probability >= holdsFrom[condition.whenSilent];
  const isSilent = holds ? isAppliedInSilence && missing > stated : !isAppliedInSilence && missing > contradicted;
  return {
    ...{ key, condition, holds, decidedBy: isSilent ? "default" : "document" },
    probability: judgement.probabilities && probability,
    evidence: isSilent ? [] : judgement.evidence,
    judgement,
  };
}

function surely({ verdict }: Judgement) {
  return { met: 0, partly: 0, contradicted: 0, missing: 0, [verdict]: 1 };
}
