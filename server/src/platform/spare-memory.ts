import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What was seen of the thread since the last look. */
export interface Look {
  heapBytes: number;
  usedBytes: number;
  /** The part of the time in which it was at work. */
  busy: number;
}

/** Rarely: what was compiled goes with it, and for seconds requests cost three times as much. */
const lookMilliseconds = 300_000;
/** Less is soon needed again. */
const leastSpareBytes = 64 * 1024 * 1024;
/** Nor where that would be felt: a collection keeps requests waiting for a tenth of a second. */
const quiet = 0.2;

export function isWorthHandingBack({ heapBytes, usedBytes, busy }: Look): boolean {
  return busy < quiet && heapBytes - usedBytes >= leastSpareBytes;
}

/**
 * Left alone, V8 lets 50 MB of what is needed grow to 200 MB before it looks through them, and gives back what was spare
 * only when nothing happens for seconds: a service that is half busy would keep it for good.
 */
export function handBackSpareMemory(): void {
  let last = performance.eventLoopUtilization();
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization: busy } = performance.eventLoopUtilization(now, last);
    last = now;
    const { total_heap_size: heapBytes, used_heap_size: usedBytes } = getHeapStatistics();
    if (isWorthHandingBack({ heapBytes, usedBytes, busy })) void collect();
  };
  setInterval(look, lookMilliseconds).unref();
}

/** Only when it is needed: the context that is made for it makes V8 collect by itself, too. */
function collect(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as (how: { execution: "async"; flavor: "last-resort" }) => Promise<void>;
  setFlagsFromString("--no-expose-gc");
  return gc({ execution: "async", flavor: "last-resort" });
}
