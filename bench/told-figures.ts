import { writeFileSync } from "node:fs";

/** At most one of them. */
export interface Bar {
  atLeast?: number;
  below?: number;
  atMost?: number;
}

/** A figure of a benchmark with what it is held against in the same run; `npm run bench` gathers them. */
export interface Figure extends Bar {
  figure: string;
  seen: number;
  unit?: string;
  /** Measured in the same run, in the same unit. The bar, if there is one, is then for the ratio of the two. */
  peer?: { name: string; seen: number };
  /** Where it is not the one by the other: the median of the ratios within each round, say. */
  ratio?: number;
}

const told: Figure[] = [];

/** Besides what a benchmark prints for whoever looks on: the figure alone, for the table of all. */
export function tellFigure(figure: Figure): void {
  told.push(figure);
  const path = process.env["ASSAY_BENCH_FIGURES"];
  if (path !== undefined) writeFileSync(path, JSON.stringify(told));
}

export const limitOf = ({ atLeast, below, atMost }: Bar): number | undefined => atLeast ?? below ?? atMost;

/** To the peer, or to the limit where there is no peer. */
export function findRatio(figure: Figure): number | undefined {
  const against = figure.peer?.seen ?? limitOf(figure) ?? Number.NaN;
  const ratio = figure.ratio ?? (Number.isFinite(figure.seen) ? figure.seen / against : Number.NaN);
  return Number.isFinite(ratio) ? ratio : undefined;
}

export function isMet(figure: Figure): boolean {
  const held = figure.peer === undefined ? figure.seen : findRatio(figure);
  // What could not be measured is null in a file of figures, and null is less than any bar.
  if (held === undefined || !Number.isFinite(held)) return limitOf(figure) === undefined;
  const { atLeast, below, atMost } = figure;
  return (
    (atLeast === undefined || held >= atLeast) &&
    (below === undefined || held < below) &&
    (atMost === undefined || held <= atMost)
  );
}
