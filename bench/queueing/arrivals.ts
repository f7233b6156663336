import type { Random } from "./seeded-random.ts";
import type { Arrival, Stage } from "./simulate-queue.ts";

/**
 * Distribution of a working day's documents over its hours, from midnight. The busiest hour has 11 % of the day. An
 * assumption, not a measurement: replace it by your own.
 */
const hourWeights = [1, 1, 1, 1, 1, 2, 4, 8, 14, 19, 20, 18, 12, 15, 18, 17, 13, 8, 5, 3, 2, 2, 1, 1];
const hoursWeight = hourWeights.reduce((sum, weight) => sum + weight, 0);
export const busiestHourShare = Math.max(...hourWeights) / hoursWeight;
const daysPerMonth = 365.25 / 12;
/** A Saturday or Sunday has a fifth of a working day. */
const workingDaysPerWeek = 5 + 2 * 0.2;
export const daySeconds = 86_400;
const hourSeconds = 3600;

export function documentsOfWorkingDay(perMonth: number): number {
  return (perMonth / daysPerMonth) * (7 / workingDaysPerWeek);
}

export interface Demand {
  perMonth: number;
  /** Consecutive working days. */
  days: number;
  companies: number;
  /** Mean number of documents that a company sends at once. */
  perBatch: number;
  /** Per document. */
  pages: number;
  items: number;
}

/** Standard deviation relative to the mean. */
const pageSpread = 1;

/**
 * Batches arrive as a Poisson process with the rate of the hour. The sizes of companies follow Zipf's law: the second sends
 * half as much as the first, the third a third, and so on.
 */
export function arrivalsOf(
  random: Random,
  demand: Demand,
  stagesOf: (pages: number, items: number) => Stage[],
): Arrival[] {
  const { perMonth, days, companies, perBatch, pages, items } = demand;
  const batchesPerDay = documentsOfWorkingDay(perMonth) / perBatch;
  const cumulativeShares = zipfShares(companies);
  const arrivals: Arrival[] = [];
  for (let hour = 0; hour < days * 24; hour++) {
    const batches = (batchesPerDay * (hourWeights[hour % 24] ?? 0)) / hoursWeight;
    const end = (hour + 1) * hourSeconds;
    const meanGap = hourSeconds / batches;
    for (let at = hour * hourSeconds + random.exponential(meanGap); at < end; at += random.exponential(meanGap)) {
      const company = companyAt(cumulativeShares, random.next());
      // Geometric, from 1.
      do {
        const pageCount = Math.max(1, Math.round(random.lognormal(pages, pageSpread)));
        arrivals.push({ at, company, stages: stagesOf(pageCount, items) });
      } while (random.next() > 1 / perBatch);
    }
  }
  return arrivals;
}

function zipfShares(companies: number): number[] {
  let sum = 0;
  const sums = Array.from({ length: companies }, (_, at) => {
    sum += 1 / (at + 1);
    return sum;
  });
  return sums.map((one) => one / sum);
}

function companyAt(cumulativeShares: number[], random: number): number {
  let [from, to] = [0, cumulativeShares.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((cumulativeShares[middle] ?? 1) > random) to = middle;
    else from = middle + 1;
  }
  return from;
}
