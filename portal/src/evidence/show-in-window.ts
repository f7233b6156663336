/** The page's own header covers this much of the window. */
const headerHeight = 64;
const margin = 24;

/** Scrolls the window no further than it takes to see all of an element. */
export function showInWindow(element: Element | null | undefined): void {
  if (!element) return;
  const { top, bottom } = element.getBoundingClientRect();
  const over = bottom + margin - window.innerHeight;
  if (over > 0) window.scrollBy({ top: over });
  else if (top < headerHeight) window.scrollBy({ top: top - headerHeight - margin });
}
