import type { Box, PageSize } from "./layout/text-segment.ts";

/** A page as it looks: drawn beside this, and where each of its letters stands, in points from the top left corner. */
export interface PageView {
  size: PageSize;
  /** In the order of the file. */
  words: PageWord[];
}

/** Letters with nothing but each other between them. */
export interface PageWord {
  text: string;
  /** Of each UTF-16 unit of the text. */
  boxes: Box[];
  /** Written up or down the page. */
  isSideways: boolean;
}

/** What a view consists of on disk. The words are written last, so a view without them is none. */
export const viewFiles = { picture: "page.png", words: "page.json" };
