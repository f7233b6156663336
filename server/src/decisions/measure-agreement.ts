import type { Id } from "../platform/ids.ts";

/** How often people agreed with the engine, counted where they said whether a finding is right. */
export interface AgreementCounts {
  confirmed: number;
  /** Another verdict or level was right, or it was not applicable. */
  corrected: number;
}

export interface Agreement extends AgreementCounts {
  /** confirmed / all; undefined without any. */
  share: number | undefined;
  /** 95 % interval of the share, by Wilson. */
  low: number | undefined;
  high: number | undefined;
  /** Fewer than `fewDecisions`: the share says little. */
  isSmall: boolean;
}

/** Decisions with the same outcome about the same criterion. */
export interface CountedDecisions {
  controlId: Id;
  controlCode: string;
  controlName: string;
  controlItemId: Id;
  externalId: string;
  itemName: string;
  /** Undefined: about the item's level. */
  criterionKey: string | undefined;
  /** The engine's verdict or level. */
  found: string;
  /** The person's: the same where it was confirmed. */
  right: string;
  count: number;
}

export interface AgreementOfSubject extends Agreement {
  controlItemId: Id;
  externalId: string;
  itemName: string;
  criterionKey: string | undefined;
  verdicts: ({ found: string; corrections: { right: string; count: number }[] } & AgreementCounts)[];
}

export interface AgreementOfControl extends Agreement {
  controlId: Id;
  controlCode: string;
  controlName: string;
  /** Criteria and items that somebody decided about, those with most corrections first. */
  subjects: AgreementOfSubject[];
}

/** With 20 decisions of which all agree, the interval still begins at 84 %. */
const fewDecisions = 20;

export interface AgreementStore {
  /** Of the newest decisions that people made and did not withdraw. Without a company, of all. */
  count(companyId: Id | undefined, newest: number): Promise<CountedDecisions[]>;
}

/** Older decisions are about older engines, and counting all would take longer with every day. */
export const newestCounted = 20_000;

export function measureAgreement(counted: CountedDecisions[]): { all: Agreement; controls: AgreementOfControl[] } {
  const controls = groupBy(counted, ({ controlId }) => controlId).map((ofControl) => {
    const { controlId, controlCode, controlName } = ofControl[0];
    const subjects = groupBy(ofControl, ({ controlItemId, criterionKey = "" }) => `${controlItemId} ${criterionKey}`)
      .map(toSubject)
      .toSorted((a, b) => b.corrected - a.corrected || b.confirmed - a.confirmed);
    return { controlId, controlCode, controlName, ...toAgreement(ofControl), subjects };
  });
  return {
    all: toAgreement(counted),
    controls: controls.toSorted((a, b) => a.controlCode.localeCompare(b.controlCode)),
  };
}

function toSubject(ofSubject: [CountedDecisions, ...CountedDecisions[]]): AgreementOfSubject {
  const { controlItemId, externalId, itemName, criterionKey } = ofSubject[0];
  const verdicts = groupBy(ofSubject, ({ found }) => found).map((ofVerdict) => ({
    found: ofVerdict[0].found,
    ...countOf(ofVerdict),
    corrections: ofVerdict
      .filter(({ found, right }) => found !== right)
      .map(({ right, count }) => ({ right, count }))
      .toSorted((a, b) => b.count - a.count),
  }));
  return { controlItemId, externalId, itemName, criterionKey, ...toAgreement(ofSubject), verdicts };
}

function countOf(counted: CountedDecisions[]): AgreementCounts {
  const sum = (some: CountedDecisions[]) => some.reduce((total, { count }) => total + count, 0);
  const confirmed = sum(counted.filter(({ found, right }) => found === right));
  return { confirmed, corrected: sum(counted) - confirmed };
}

/** 97.5 % quantile of the normal distribution. */
const z = 1.96;

function toAgreement(counted: CountedDecisions[]): Agreement {
  const { confirmed, corrected } = countOf(counted);
  const all = confirmed + corrected;
  const isSmall = all < fewDecisions;
  if (all === 0) return { confirmed, corrected, share: undefined, low: undefined, high: undefined, isSmall };
  const share = confirmed / all;
  const centre = share + z ** 2 / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  const whole = 1 + z ** 2 / all;
  const bound = (value: number) => Math.min(1, Math.max(0, value / whole));
  return { confirmed, corrected, share, low: bound(centre - spread), high: bound(centre + spread), isSmall };
}

function groupBy<T>(all: T[], keyOf: (one: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return [...groups.values()];
}
