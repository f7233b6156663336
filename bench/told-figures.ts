import { writeFileSync } from "node:fs";

/** A figure of a benchmark with what it is held against in the same run; `npm run bench` gathers them. */
export interface Figure {
  figure: string;
  seen: number;
  unit?: string;
  /** The bar, if there is one. */
  atLeast?: number;
  below?: number;
  atMost?: number;
}

const told: Figure[] = [];

/** Besides what a benchmark prints for whoever looks on: the figure alone, for the table of all. */
export function tellFigure(figure: Figure): void {
  told.push(figure);
  const path = process.env["ASSAY_BENCH_FIGURES"];
  if (path !== undefined) writeFileSync(path, JSON.stringify(told));
}

export function isMet({ seen, atLeast, below, atMost }: Figure): boolean {
  return (
    (atLeast === undefined || seen >= atLeast) &&
    (below === undefined || seen < below) &&
    (atMost === undefined || seen <= atMost)
  );
}
