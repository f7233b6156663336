import type { Page } from "playwright-core";

/** A filter by level; the box itself is behind its label. */
export const levelChip = (page: Page, name: string) =>
  page.getByRole("group", { name: "Levels" }).getByText(name, { exact: true });

/** From the first requirement to the last, twenty at each frame. */
export async function scrollRequirements(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const element = document.querySelector("[data-testid=item-table]");
    const step = () => {
      element.scrollTop += 900;
      if (element.scrollTop + element.clientHeight < element.scrollHeight - 1) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  })`);
}

/** As a reader does who looks for one among two thousand, and then wants all of them back. */
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
  /** The most that came into the page with one change of it. */
  mostAtOnce: number;
  mostInPage: number;
}

// As text: it runs in the browser, whose names this side does not know.
const watch = `(() => {
  const rows = { drawn: 0, mostAtOnce: 0, mostInPage: 0 };
  const row = "[data-testid=item-row]";
  const count = (node) => node.nodeType !== 1 ? 0 : Number(node.matches(row)) + node.querySelectorAll(row).length;
  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).reduce((sum, node) => sum + count(node), 0);
    rows.drawn += added;
    rows.mostAtOnce = Math.max(rows.mostAtOnce, added);
    rows.mostInPage = Math.max(rows.mostInPage, document.querySelectorAll(row).length);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  window.endOfWatch = () => { observer.disconnect(); return rows; };
})()`;

/** Counts the requirements that are drawn while something is done with the page. */
export async function watchRows(page: Page, act: () => Promise<unknown>): Promise<Rows> {
  await page.evaluate(watch);
  await act();
  return page.evaluate("window.endOfWatch()");
}
