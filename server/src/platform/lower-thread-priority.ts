import { getPriority, platform, setPriority } from "node:os";

/** The process may have been started with a higher niceness; only root may lower it again. */
const niceness = 10;

/**
 * Call in a worker thread with long computations: where processors are few, requests then go first. On Linux the
 * priority belongs to the calling thread; elsewhere it would belong to the whole process.
 */
export function lowerThreadPriority(): void {
  if (platform() === "linux" && getPriority() < niceness) setPriority(niceness);
}
