import type { Stage } from "./simulate-queue.ts";

/** As `npm run bench:footprint` measures it and writes it to docs/footprint.json. */
export interface CostFigures {
  reading: { perDocument: number; perPage: number };
  judging: {
    perDocument: number;
    perPage: number;
    perItem: number;
    perPageAndItem: number;
    /** As many as were busy at once on the machine that was measured. */
    cores: number;
  };
  /** For the database and the store, whatever the processor does. */
  waitingSeconds: number;
}

/** Reading is one process on one core; judging spreads over the worker's cores as well as it was seen to. */
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
    { seconds: waitingSeconds, mostCores: 0 },
    { seconds: reading.perDocument + reading.perPage * pages, mostCores: 1 },
    { seconds: judgingSeconds, mostCores: Math.max(1, machine.cores * spread) },
  ];
}

export const coreSecondsOf = (stages: Stage[]): number =>
  stages.reduce((sum, { seconds, mostCores }) => sum + (mostCores > 0 ? seconds : 0), 0);
