import type { Random } from "./seeded-random.ts";
import type { Arrival, Stage } from "./simulate-queue.ts";

/**
 * How a working day's documents spread over its hours, first the one after midnight: little at night, most before and
 * after noon. The busiest hour has 11 % of the day. An assumption, not a measurement: put your own here when you have it.
 */
const hourWeights = [1, 1, 1, 1, 1, 2, 4, 8, 14, 19, 20, 18, 12, 15, 18, 17, 13, 8, 5, 3, 2, 2, 1, 1];
const hoursWeight = hourWeights.reduce((sum, weight) => sum + weight, 0);
export const busiestHourShare = Math.max(...hourWeights) / hoursWeight;
/** A Saturday or Sunday has a fifth of a working day. */
const daysPerMonth = 365.25 / 12;
const workingDaysPerWeek = 5 + 2 * 0.2;
export const daySeconds = 86_400;
const hourSeconds = 3600;

export function documentsOfWorkingDay(perMonth: number): number {
  return (perMonth / daysPerMonth) * (7 / workingDaysPerWeek);
}

export interface Demand {
  perMonth: number;
  /** Working days in a row. */
  days: number;
  companies: number;
  /** Documents that a company sends in one go, on average. */
  perBatch: number;
  /** Of documents; both vary from one to the next. */
  pages: number;
  items: number;
}

/** Relative to the mean. Contracts are mostly short and sometimes very long. */
const pageSpread = 1;

/**
 * Batches come independently of each other, at the rate of their hour. Companies differ as they tend to: the second sends
 * half of what the first sends, the third a third, and so on.
 */
export function arrivalsOf(
  random: Random,
  demand: Demand,
  stagesOf: (pages: number, items: number) => Stage[],
): Arrival[] {
  const { perMonth, days, companies, perBatch, pages, items } = demand;
  const batchesPerDay = documentsOfWorkingDay(perMonth) / perBatch;
  const upTo = sharesUpTo(companies);
  const arrivals: Arrival[] = [];
  for (let hour = 0; hour < days * 24; hour++) {
    const batches = (batchesPerDay * (hourWeights[hour % 24] ?? 0)) / hoursWeight;
    const end = (hour + 1) * hourSeconds;
    const meanGap = hourSeconds / batches;
    for (let at = hour * hourSeconds + random.exponential(meanGap); at < end; at += random.exponential(meanGap)) {
      const company = companyAt(upTo, random.next());
      // Geometric, from 1.
      do {
        const pageCount = Math.max(1, Math.round(random.lognormal(pages, pageSpread)));
        arrivals.push({ at, company, stages: stagesOf(pageCount, items) });
      } while (random.next() > 1 / perBatch);
    }
  }
  return arrivals;
}

function sharesUpTo(companies: number): number[] {
  let sum = 0;
  const sums = Array.from({ length: companies }, (_, at) => {
    sum += 1 / (at + 1);
    return sum;
  });
  return sums.map((one) => one / sum);
}

function companyAt(upTo: number[], chance: number): number {
  let [from, to] = [0, upTo.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((upTo[middle] ?? 1) > chance) to = middle;
    else from = middle + 1;
  }
  return from;
}
