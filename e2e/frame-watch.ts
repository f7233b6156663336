import type { Page } from "playwright-core";

export interface Frames {
  count: number;
  /** Between two frames. */
  longestMilliseconds: number;
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
  return { count: gaps.length, longestMilliseconds: Math.max(0, ...gaps) };
})()`;

/** Notes how long each frame of the page takes while something is done with it. */
export async function watchFrames(page: Page, act: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(begin);
  await act();
  return page.evaluate(end);
}

/** Scrolls a part of the page to its end, so many pixels each frame. */
export async function scrollThrough(page: Page, selector: string, pixels: number): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const step = () => {
      element.scrollTop += ${pixels};
      if (element.scrollTop + element.clientHeight < element.scrollHeight - 1) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  })`);
}
