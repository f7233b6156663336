import type { Language } from "../analysis/language/words.ts";
import { hasOtherKindGap } from "../analysis/search/document-kind.ts";

/** What two findings about the same item are compared by. */
export interface JudgedGaps {
  /** What the topics are told in; null in findings from before they said so. */
  language: Language | null;
  gapTopics: string[];
  /** Of the criteria that are met; both lists are empty in findings that name no criteria. */
  metKeys: string[];
  /** Of all other criteria, in their order. */
  openKeys: string[];
}

export interface ChangedGaps {
  /** In the words of the newer finding. */
  newGaps: string[];
  /** In the words of the older one: a criterion that is met has no topic of its own. */
  closedGaps: string[];
}

interface KeyedGap {
  key: string;
  topic: string;
}

interface CriteriaKeys {
  open: Set<string>;
  /** What a gap of an earlier document is closed by. */
  met: Set<string>;
}

/** That of no criterion: theirs have no capitals. */
const otherKindKey = "otherKind";

/**
 * A gap is the same gap in whatever language it is told, so criteria are compared, not texts. It is closed when its
 * criterion is met, not when it is no longer spoken of.
 */
export function changedGaps(now: JudgedGaps, then: JudgedGaps): ChangedGaps {
  const byTopic = changedTopics(now, then);
  const [newer, older] = [criteriaKeys(now), criteriaKeys(then)];
  return {
    newGaps: topicsOf(older && keyedGaps(now)?.filter(({ key }) => !older.open.has(key))) ?? byTopic.newGaps,
    closedGaps: topicsOf(newer && keyedGaps(then)?.filter(({ key }) => newer.met.has(key))) ?? byTopic.closedGaps,
  };
}

function topicsOf(gaps: KeyedGap[] | undefined): string[] | undefined {
  return gaps?.map(({ topic }) => topic);
}

/** Gaps are told in the order of the open criteria; where they are not one for one, nothing says which is whose. */
function keyedGaps({ gapTopics, openKeys }: JudgedGaps): KeyedGap[] | undefined {
  const keys = hasOtherKindGap(gapTopics) ? [otherKindKey] : openKeys;
  if (keys.length !== gapTopics.length) return undefined;
  return keys.map((key, at) => ({ key, topic: gapTopics[at] ?? "" }));
}

function criteriaKeys({ gapTopics, metKeys, openKeys }: JudgedGaps): CriteriaKeys | undefined {
  if (metKeys.length + openKeys.length === 0) return undefined;
  if (!hasOtherKindGap(gapTopics)) return { open: new Set(openKeys), met: new Set([...metKeys, otherKindKey]) };
  // What such a document lacks is not told point by point, and yet it is not new in the next one. Nor does it close
  // anything: what it says in passing is not what was asked for.
  return { open: new Set([...openKeys, otherKindKey]), met: new Set() };
}

/** Where criteria do not tell, only the texts are left, and those of two languages differ whatever they say. */
function changedTopics(now: JudgedGaps, then: JudgedGaps): ChangedGaps {
  const isComparable = now.language === then.language || now.gapTopics.length === 0 || then.gapTopics.length === 0;
  if (!isComparable) return { newGaps: [], closedGaps: [] };
  const isOtherKind = hasOtherKindGap(now.gapTopics);
  return {
    newGaps: now.gapTopics.filter((topic) => !then.gapTopics.includes(topic)),
    closedGaps: isOtherKind ? [] : then.gapTopics.filter((topic) => !now.gapTopics.includes(topic)),
  };
}
