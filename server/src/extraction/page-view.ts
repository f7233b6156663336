import type { Box, PageSize } from "./layout/text-segment.ts";

/** The size of a drawn page and the positions of its letters, in points from the top left corner. */
export interface PageView {
  size: PageSize;
  /** In the order of the file. */
  words: PageWord[];
}

export interface PageWord {
  text: string;
  /** One for each UTF-16 unit of the text. */
  boxes: Box[];
  /** Written up or down the page. */
  isSideways: boolean;
}

/** The files of a view. The words are written last, so a view without them is incomplete. */
export const viewFiles = { image: "page.png", words: "page.json" };
