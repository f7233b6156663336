import { writeFileSync } from "node:fs";

/** At most one of these is set. */
export interface Bar {
  atLeast?: number;
  below?: number;
  atMost?: number;
}

/** One result of a benchmark, with its peer or limit; `npm run bench` collects them. */
export interface Figure extends Bar {
  figure: string;
  measured: number;
  unit?: string;
  /** Measured in the same run, in the same unit. The bar, if any, then applies to the ratio of the two. */
  peer?: { name: string; measured: number };
  /** Where it is not simply the quotient, for example the median of the ratios of each round. */
  ratio?: number;
}

const reported: Figure[] = [];

/** Adds a figure to the file that `npm run bench` reads. */
export function reportFigure(figure: Figure): void {
  reported.push(figure);
  const path = process.env["ASSAY_BENCH_FIGURES"];
  if (path !== undefined) writeFileSync(path, JSON.stringify(reported));
}

export const limitOf = ({ atLeast, below, atMost }: Bar): number | undefined => atLeast ?? below ?? atMost;

/** Ratio to the peer, or to the limit where there is no peer. */
export function findRatio(figure: Figure): number | undefined {
  const reference = figure.peer?.measured ?? limitOf(figure) ?? Number.NaN;
  const ratio = figure.ratio ?? (Number.isFinite(figure.measured) ? figure.measured / reference : Number.NaN);
  return Number.isFinite(ratio) ? ratio : undefined;
}

export function isMet(figure: Figure): boolean {
  const compared = figure.peer === undefined ? figure.measured : findRatio(figure);
  // A figure that could not be measured is null in JSON, and null would be less than any bar.
  if (compared === undefined || !Number.isFinite(compared)) return limitOf(figure) === undefined;
  const { atLeast, below, atMost } = figure;
  return (
    (atLeast === undefined || compared >= atLeast) &&
    (below === undefined || compared < below) &&
    (atMost === undefined || compared <= atMost)
  );
}
