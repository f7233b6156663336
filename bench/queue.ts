// The simulation beside the real queue, as `npm run simulate -- --check` does it, for the table of all benchmarks.
import { checkSimulation } from "./queueing/check-simulation.ts";

process.exit((await checkSimulation({ workers: 2, documents: 150, load: 0.75, seed: 1 })) ? 0 : 1);
