import { getPriority, platform, setPriority } from "node:os";

/** One that is started with more has it already; less would be refused to it. */
const niceness = 10;

/**
 * Called in a thread whose work takes long in any case: where processors are few, whoever waits for a small answer goes first.
 * Linux takes this for the calling thread; elsewhere it would be the whole process.
 */
export function giveWay(): void {
  if (platform() === "linux" && getPriority() < niceness) setPriority(niceness);
}
