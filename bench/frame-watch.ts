import type { Page } from "playwright-core";

export interface Frames {
  count: number;
  /** Between two frames, by the clock. */
  longestMilliseconds: number;
  /** The longest stretch for which the page's thread was at work, in time of the processor. */
  longestWorkMilliseconds: number;
}

// As text: these run in the browser, whose names this side does not know.
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

/** Notes how long the frames of the page take while something is done with it. */
export async function watchFrames(page: Page, act: () => Promise<unknown>): Promise<Frames> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await page.evaluate(begin);
  await act();
  const frames: Omit<Frames, "longestWorkMilliseconds"> = await page.evaluate(end);
  const trace = await browser?.stopTracing();
  return { ...frames, longestWorkMilliseconds: longestWork(JSON.parse(trace?.toString() ?? "{}").traceEvents ?? []) };
}

/** The thread that draws the page, in a process of its own or not. */
const drawingThreads = ["CrRendererMain", "Chrome_InProcRendererThread"];

function longestWork(events: TraceEvent[]): number {
  const own = events.filter(({ name, args }) => name === "thread_name" && drawingThreads.includes(args.name ?? ""));
  const isOwn = ({ pid, tid }: TraceEvent) => own.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = events.filter((event) => /RunTask$/.test(event.name) && isOwn(event));
  return Math.round(Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000);
}
