import { monitorEventLoopDelay } from "node:perf_hooks";

interface EventLoopPaceOptions {
  /** From 0 to 1, whenever it changes. */
  onScale: (scale: number) => void;
}

const resolutionMilliseconds = 10;
const lookMilliseconds = 100;
/** A request passes through the loop three or four times; beyond this, others feel it. */
const lateMilliseconds = 25;
const leastScale = 1 / 64;

/**
 * How much may be begun at once, by how late the event loop comes: halved while it is late, a quarter more while it is not.
 * In-flight limits count requests; this counts what they cost.
 */
export function nextScale(scale: number, delayMilliseconds: number): number {
  return delayMilliseconds > lateMilliseconds ? Math.max(leastScale, scale / 2) : Math.min(1, scale * 1.25);
}

export function watchEventLoop({ onScale }: EventLoopPaceOptions): { close(): void } {
  const delay = monitorEventLoopDelay({ resolution: resolutionMilliseconds });
  delay.enable();
  let scale = 1;
  const look = setInterval(() => {
    // What is measured is the time between two ticks of a timer.
    const late = delay.count === 0 ? 0 : delay.mean / 1e6 - resolutionMilliseconds;
    delay.reset();
    const next = nextScale(scale, late);
    if (next !== scale) onScale(next);
    scale = next;
  }, lookMilliseconds);
  look.unref();
  return {
    close() {
      clearInterval(look);
      delay.disable();
    },
  };
}
