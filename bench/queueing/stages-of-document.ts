import type { Stage } from "./simulate-queue.ts";

/** From docs/footprint.json, written by `npm run bench:footprint`. */
export interface CostFigures {
  reading: { perDocument: number; perPage: number };
  judging: {
    perDocument: number;
    perPage: number;
    perItem: number;
    perPageAndItem: number;
    /** Cores in use on the measured machine. */
    cores: number;
  };
  /** Waiting for the database and the store. */
  waitingSeconds: number;
}

/** Reading uses one core; judging uses as large a share of the worker's cores as on the measured machine. */
export function stagesOfDocument(
  { reading, judging, waitingSeconds }: CostFigures,
  machine: { measuredCores: number; cores: number },
  pages: number,
  items: number,
): Stage[] {
  const spread = Math.min(1, judging.cores / machine.measuredCores);
  const judgingSeconds =
    judging.perDocument + judging.perPage * pages + judging.perItem * items + judging.perPageAndItem * pages * items;
  return [
    { seconds: waitingSeconds, maxCores: 0 },
    { seconds: reading.perDocument + reading.perPage * pages, maxCores: 1 },
    { seconds: judgingSeconds, maxCores: Math.max(1, machine.cores * spread) },
  ];
}

export const coreSecondsOf = (stages: Stage[]): number =>
  stages.reduce((sum, { seconds, maxCores }) => sum + (maxCores > 0 ? seconds : 0), 0);
