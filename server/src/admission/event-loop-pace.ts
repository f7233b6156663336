import { monitorEventLoopDelay } from "node:perf_hooks";

interface EventLoopPaceOptions {
  /** From 0 to 1, whenever it changes. */
  onScale: (scale: number) => void;
  /** Whether anyone would feel it: more than one tenant has been here lately. */
  isShared: () => boolean;
}

/** What was seen of the event loop since the last look. */
export interface Pace {
  /** How much later it came than it was to, on average. */
  lateMilliseconds: number;
  /** The part of the time in which its thread had a processor. What other programs take is not ours to give back. */
  busy: number;
  isShared: boolean;
}

const resolutionMilliseconds = 10;
const lookMilliseconds = 100;
/** A request passes through the loop three or four times: a tenth of a second is what one caller feels of its own… */
const lateAloneMilliseconds = 25;
/** …and a hundredth is twice what somebody else's request takes. */
const lateSharedMilliseconds = 3;
/** With less than half of the time, others' programs have had the processor for the rest. */
const busyFrom = 0.5;
const leastScale = 1 / 64;

/**
 * How much may be begun at once, by how late the event loop comes: halved while it is late, a quarter more while it is not.
 * In-flight limits count requests; this counts what they cost.
 */
export function nextScale(scale: number, { lateMilliseconds, busy, isShared }: Pace): number {
  const isLate = busy > busyFrom && lateMilliseconds > (isShared ? lateSharedMilliseconds : lateAloneMilliseconds);
  return isLate ? Math.max(leastScale, scale / 2) : Math.min(1, scale * 1.25);
}

export function watchEventLoop({ onScale, isShared }: EventLoopPaceOptions): { close(): void } {
  const delay = monitorEventLoopDelay({ resolution: resolutionMilliseconds });
  delay.enable();
  let scale = 1;
  let lookedAt = performance.now();
  let cpuThen = process.threadCpuUsage();
  const look = setInterval(() => {
    // What is measured is the time between two ticks of a timer.
    const lateMilliseconds = delay.count === 0 ? 0 : delay.mean / 1e6 - resolutionMilliseconds;
    delay.reset();
    const now = performance.now();
    const cpu = process.threadCpuUsage(cpuThen);
    const busy = (cpu.user + cpu.system) / 1000 / (now - lookedAt);
    lookedAt = now;
    cpuThen = process.threadCpuUsage();
    const next = nextScale(scale, { lateMilliseconds, busy, isShared: isShared() });
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
