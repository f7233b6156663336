import type { Page } from "playwright-core";

/** The label of a level filter, which covers its checkbox. */
export const levelChip = (page: Page, name: string) =>
  page.getByRole("group", { name: "Levels" }).getByText(name, { exact: true });

/** Scrolls from the first to the last requirement, about twenty per frame. */
export async function scrollRequirements(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const list = document.querySelector("[data-testid=item-table]");
    const step = () => {
      window.scrollBy(0, 900);
      if (list.getBoundingClientRect().bottom > window.innerHeight) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  })`);
}

/** Searches and filters requirements, then clears the filters. */
export async function filterRequirements(page: Page): Promise<void> {
  const search = page.getByLabel("Search requirements");
  await search.pressSequentially("breach notice requirement 19", { delay: 30 });
  await levelChip(page, "Non-compliant").click();
  await search.fill("");
  await levelChip(page, "Non-compliant").click();
  await page.getByTestId("items-shown").getByText("2,000 of 2,000").waitFor();
}

export interface Rows {
  drawn: number;
  /** Maximum of rows added by one mutation. */
  maxAtOnce: number;
  maxInPage: number;
}

// A string, because it runs in the browser, whose globals are unknown here.
const watch = `(() => {
  const rows = { drawn: 0, maxAtOnce: 0, maxInPage: 0 };
  const row = "[data-testid=item-row]";
  const count = (node) => node.nodeType !== 1 ? 0 : Number(node.matches(row)) + node.querySelectorAll(row).length;
  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).reduce((sum, node) => sum + count(node), 0);
    rows.drawn += added;
    rows.maxAtOnce = Math.max(rows.maxAtOnce, added);
    rows.maxInPage = Math.max(rows.maxInPage, document.querySelectorAll(row).length);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  window.stopWatching = () => { observer.disconnect(); return rows; };
})()`;

/** Counts the rendered requirement rows while `act` runs. */
export async function watchRows(page: Page, act: () => Promise<unknown>): Promise<Rows> {
  await page.evaluate(watch);
  await act();
  return page.evaluate("window.stopWatching()");
}
