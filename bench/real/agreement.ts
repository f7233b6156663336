import type { DocumentLabels } from "./reading.ts";

export interface Agreement {
  verdicts: number;
  sameVerdicts: number;
  levels: number;
  sameLevels: number;
  /** Doubts of both readings, out of twice the verdicts. */
  doubts: number;
  differences: string[];
}

/** How far two independent readings of one document agree, verdict by verdict and level by level. */
export function compareReadings(first: DocumentLabels, second: DocumentLabels): Agreement {
  const agreement: Agreement = { verdicts: 0, sameVerdicts: 0, levels: 0, sameLevels: 0, doubts: 0, differences: [] };
  for (const { key, holds } of first.conditions) {
    const other = second.conditions.find((condition) => condition.key === key);
    if (other?.holds !== holds) agreement.differences.push(`? ${key}: ${holds} | ${other?.holds}`);
  }
  for (const item of first.items) {
    const other = second.items.find(({ externalId }) => externalId === item.externalId);
    agreement.levels++;
    if (other?.level === item.level) agreement.sameLevels++;
    else agreement.differences.push(`# ${item.externalId}: ${item.level} | ${other?.level}`);
    for (const one of item.criteria) {
      const two = other?.criteria.find(({ key }) => key === one.key);
      agreement.verdicts++;
      agreement.doubts += Number(one.doubt !== undefined) + Number(two?.doubt !== undefined);
      if (two?.verdict === one.verdict) agreement.sameVerdicts++;
      else {
        const written = (label: typeof two) =>
          `${label?.verdict}: ${label?.reason ?? ""}${label?.doubt === undefined ? "" : ` ~ ${label.doubt}`}`;
        agreement.differences.push(`${item.externalId} / ${one.key}\n   A ${written(one)}\n   B ${written(two)}`);
      }
    }
  }
  return agreement;
}
