import { letterAt, type TextItems, type TextObject } from "./text-objects.ts";
import { advanceOf, isEmpty } from "./word-gaps.ts";

/** So many objects before it are looked at; PDFium's numbers, as all below. */
const within = 5;

/** Drawn a second time over itself, as for a shadow or to look bold. */
export function isDrawnTwice(object: TextObject, items: TextItems, isBelowFirstLine: boolean): boolean {
  const { index, form } = object;
  for (let at = index - 1; at >= 0 && at >= index - within; at--) {
    const earlier = form.objects[at];
    if (earlier && isSame(earlier, object, items, isBelowFirstLine)) return true;
  }
  return false;
}

function isSame(earlier: TextObject, object: TextObject, items: TextItems, isBelowFirstLine: boolean): boolean {
  let height = object.top - object.bottom;
  let width = object.right - object.left;
  if (isEmpty(earlier) && isEmpty(object)) {
    // From the second line on PDFium compares with the width of a line's end, which has none.
    if (isBelowFirstLine && Math.abs(object.left - earlier.left) > 0) return false;
  } else {
    width = Math.min(object.right, earlier.right) - Math.max(object.left, earlier.left);
    height = Math.min(object.top, earlier.top) - Math.max(object.bottom, earlier.bottom);
    if (width <= 0 || height <= 0) return false;
    const earlierWidth = earlier.right - earlier.left;
    if (Math.abs(width - earlierWidth) > earlierWidth / 2 || object.size !== earlier.size) return false;
  }
  const count = object.to - object.from;
  if (count !== earlier.to - earlier.from) return false;
  const { codes } = items;
  for (let at = 0; at < count; at++) if (codes[object.from + at] !== codes[earlier.from + at]) return false;
  const last = letterAt(object, object.to - 1, items);
  const reach = Math.max(height, width, object.size);
  return (
    Math.abs(earlier.x - object.x) <= (0.9 * advanceOf(last) * object.size) / 1000 &&
    Math.abs(earlier.y - object.y) <= reach / 8
  );
}
