import type { Page } from "playwright-core";

export interface Frames {
  count: number;
  /** Between two frames. */
  longestMilliseconds: number;
}

interface Watched extends Window {
  frameGaps?: number[];
}

/** Notes how long each frame of the page takes while something is done with it. */
export async function watchFrames(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const gaps: number[] = [];
    (window as Watched).frameGaps = gaps;
    let last = performance.now();
    const next = (now: number) => {
      if ((window as Watched).frameGaps !== gaps) return;
      gaps.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(next);
    });
  });
  await act();
  return page.evaluate(() => {
    const gaps = (window as Watched).frameGaps ?? [];
    delete (window as Watched).frameGaps;
    return { count: gaps.length, longestMilliseconds: Math.max(0, ...gaps) };
  });
}
