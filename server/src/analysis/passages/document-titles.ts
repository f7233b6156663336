import type { ExtractedPage } from "../../extraction/extracted-file.ts";

/** The first heading is the title if this share of the paragraphs stands below it: annexes may stand beside it. */
const minShareBelowTitle = 1 / 3;
/** A further heading that nearly everything stands below is part of the title: "ACME, INC." above "Privacy Policy". */
const minShareBelowSubtitle = 0.8;
const numbered = /^(?:\W{0,2}\d|§|[IVXLC]{1,5}[.)]\s|\p{L}{1,10}\s(?:\d|[IVXLC]{1,5}(?!\p{L})))/u;

/**
 * The headings that stand above the whole document. They tell one passage from another no more than a file name does, and some formats put
 * all other headings below them, others beside them.
 */
export function findTitles(pages: ExtractedPage[]): Set<string> {
  const below = new Map<string, number>();
  let all = 0;
  let first: string[] | undefined;
  for (const { paragraphs } of pages) {
    for (const { headingPath, kind } of paragraphs) {
      if (headingPath.length === 0) continue;
      if (kind === "heading") first ??= headingPath;
      all++;
      for (const heading of new Set(headingPath)) below.set(heading, (below.get(heading) ?? 0) + 1);
    }
  }
  const titles = new Set<string>();
  const [title] = first ?? [];
  const shareOf = (heading: string) => (below.get(heading) ?? 0) / all;
  if (title !== undefined && !numbered.test(title) && shareOf(title) >= minShareBelowTitle) titles.add(title);
  for (const [heading] of below) if (shareOf(heading) >= minShareBelowSubtitle) titles.add(heading);
  return titles;
}
