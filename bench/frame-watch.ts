import type { Page } from "playwright-core";

export interface Frames {
  count: number;
  /** Wall-clock time between two frames. */
  longestMilliseconds: number;
  /** CPU time of the longest task on the page's main thread. */
  longestWorkMilliseconds: number;
}

// Strings, because this code runs in the browser, whose globals are unknown here.
const begin = `(() => {
  const gaps = [];
  window.frameGaps = gaps;
  let last;
  const next = (now) => {
    if (window.frameGaps !== gaps) return;
    if (last !== undefined) gaps.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;
const end = `(() => {
  const gaps = window.frameGaps;
  delete window.frameGaps;
  return { count: gaps.length, longestMilliseconds: Math.round(Math.max(0, ...gaps)) };
})()`;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Thread time in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** Measures the page's frames while `act` runs. */
export async function watchFrames(page: Page, act: () => Promise<unknown>): Promise<Frames> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await page.evaluate(begin);
  await act();
  const frames: Omit<Frames, "longestWorkMilliseconds"> = await page.evaluate(end);
  const trace = await browser?.stopTracing();
  return { ...frames, longestWorkMilliseconds: longestWork(JSON.parse(trace?.toString() ?? "{}").traceEvents ?? []) };
}

/** The renderer's main thread, in its own process or not. */
const drawingThreads = ["CrRendererMain", "Chrome_InProcRendererThread"];

function longestWork(events: TraceEvent[]): number {
  const own = events.filter(({ name, args }) => name === "thread_name" && drawingThreads.includes(args.name ?? ""));
  const isOwn = ({ pid, tid }: TraceEvent) => own.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = events.filter((event) => /RunTask$/.test(event.name) && isOwn(event));
  return Math.round(Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000);
}
