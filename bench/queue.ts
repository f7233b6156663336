// `npm run simulate -- --check` as a benchmark: the simulation against the real queue.
import { checkSimulation } from "./queueing/check-simulation.ts";

process.exit((await checkSimulation({ workers: 2, documents: 150, load: 0.75, seed: 1 })) ? 0 : 1);
