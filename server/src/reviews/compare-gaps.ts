import { hasOtherKindGap } from "../analysis/findings/render/wording-by-language.ts";
import type { Language } from "../analysis/language/words.ts";

/** The parts of a finding that are compared with an earlier finding about the same item. */
export interface JudgedGaps {
  /** The language of the topics. */
  language: Language;
  gapTopics: string[];
  /** Keys of the criteria that are met. */
  metKeys: string[];
  /** Keys of all other criteria, in order. */
  openKeys: string[];
}

export interface ChangedGaps {
  /** Topics of the newer finding. */
  newGaps: string[];
  /** Topics of the older finding, because a criterion that is met has no topic. */
  closedGaps: string[];
}

interface KeyedGap {
  key: string;
  topic: string;
}

interface CriteriaKeys {
  open: Set<string>;
  /** Closes a gap of an earlier document. */
  met: Set<string>;
}

/** Never a criterion's key, because those have no capitals. */
const otherKindKey = "otherKind";

/**
 * Compares criteria, not texts, so that a gap stays the same gap in another language. A gap is closed when its criterion
 * is met, not when it is no longer mentioned.
 */
export function compareGaps(now: JudgedGaps, then: JudgedGaps): ChangedGaps {
  const byTopic = compareTopics(now, then);
  const [newer, older] = [criteriaKeys(now), criteriaKeys(then)];
  return {
    newGaps: topicsOf(older && keyedGaps(now)?.filter(({ key }) => !older.open.has(key))) ?? byTopic.newGaps,
    closedGaps: topicsOf(newer && keyedGaps(then)?.filter(({ key }) => newer.met.has(key))) ?? byTopic.closedGaps,
  };
}

function topicsOf(gaps: KeyedGap[] | undefined): string[] | undefined {
  return gaps?.map(({ topic }) => topic);
}

/** Gaps are in the order of the open criteria; where the numbers differ, a gap cannot be assigned to its criterion. */
function keyedGaps({ gapTopics, openKeys }: JudgedGaps): KeyedGap[] | undefined {
  const keys = hasOtherKindGap(gapTopics) ? [otherKindKey] : openKeys;
  if (keys.length !== gapTopics.length) return undefined;
  return keys.map((key, at) => ({ key, topic: gapTopics[at] ?? "" }));
}

function criteriaKeys({ gapTopics, metKeys, openKeys }: JudgedGaps): CriteriaKeys | undefined {
  if (metKeys.length + openKeys.length === 0) return undefined;
  if (!hasOtherKindGap(gapTopics)) return { open: new Set(openKeys), met: new Set([...metKeys, otherKindKey]) };
  // A document of another kind has a single gap, but what it lacks is not new in the next document. It closes nothing
  // either, because it meets a criterion only in passing.
  return { open: new Set([...openKeys, otherKindKey]), met: new Set() };
}

/** For gaps without criteria: compares their texts, which is possible only within one language. */
function compareTopics(now: JudgedGaps, then: JudgedGaps): ChangedGaps {
  const isComparable = now.language === then.language || now.gapTopics.length === 0 || then.gapTopics.length === 0;
  if (!isComparable) return { newGaps: [], closedGaps: [] };
  const isOtherKind = hasOtherKindGap(now.gapTopics);
  return {
    newGaps: now.gapTopics.filter((topic) => !then.gapTopics.includes(topic)),
    closedGaps: isOtherKind ? [] : then.gapTopics.filter((topic) => !now.gapTopics.includes(topic)),
  };
}
