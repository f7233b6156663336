import { type Letter, single, type TextItems, type TextObject } from "./text-objects.ts";

// Where letters stand and when two of them belong to one word or line: PDFium's measures, reckoned as it does.

const lowestLine = 4.5;

export function originX({ pageX, pageScaleX }: TextObject, place: number): number {
  return single(single(pageScaleX * place) + pageX);
}

/** PDFium finds where a letter stands by way of the page and back, with what that does to the last digit. */
export function startOf(object: TextObject, place: number): number {
  const { pageX, pageScaleX, pageScaleY } = object;
  const area = single(pageScaleX * pageScaleY);
  const back = single(single(single(pageScaleY / area) * originX(object, place)));
  return single(back + single(-single(pageScaleY * pageX) / area));
}

export function isEmpty({ left, right, bottom, top }: TextObject): boolean {
  return left >= right || bottom >= top;
}

export function isHyphen(code: number): boolean {
  return code === 0x2d || code === 0xad;
}

/** The letter's width, or its shape's where it has none. */
export function advanceOf({ width, left, right }: Letter): number {
  return width > 0 ? width : Math.max(0, right - left);
}

export function endsLine(object: TextObject, previous: TextObject): boolean {
  if (object.top - object.bottom <= lowestLine || previous.top - previous.bottom <= lowestLine) return false;
  return Math.max(object.bottom, previous.bottom) >= Math.min(object.top, previous.top);
}

/** Whether the other begins at the height of this one; PDFium looks at the first 1,000 points of the page only. */
export function holds({ bottom, top }: TextObject, { x, y }: TextObject): boolean {
  return x >= 0 && x <= 1000 && y >= Math.min(bottom, top) && y <= Math.max(bottom, top);
}

/** From the page into the text's own coordinates. */
export function inverseOf(
  object: TextObject,
  form: TextObject["form"],
): { scaleX: number; scaleY: number; x: number; y: number } {
  const scaleX = single(object.scaleX * form.scaleX);
  const scaleY = single(object.scaleY * form.scaleY);
  const x = single(single(object.x * form.scaleX) + form.x);
  const y = single(single(object.y * form.scaleY) + form.y);
  const area = single(scaleX * scaleY);
  return {
    scaleX: single(scaleY / area),
    scaleY: single(scaleX / area),
    x: single(-single(scaleY * x) / area),
    y: single(single(scaleX * y) / -area),
  };
}

export function normalised(value: number, first: number, second: number, third: number): number {
  if (value < first) return value / 2;
  if (value < second) return value / 4;
  return value < third ? value / 5 : value / 6;
}

export function spaceThreshold(spaceWidth: number, size: number, letter: Letter): number {
  const space = single(single(size * spaceWidth) / 1000);
  const threshold = space > single(size / 3) ? 0 : single(space / 2);
  if (threshold !== 0) return threshold;
  return single(single(size * single(normalised(advanceOf(letter), 300, 500, 700))) / 1000);
}

export function isApart(
  x: number,
  {
    lastPlace,
    lastWidth,
    width,
    threshold,
  }: { lastPlace: number; lastWidth: number; width: number; threshold: number },
): boolean {
  if (Math.abs(single(single(lastPlace + lastWidth) - x)) <= threshold) return false;
  const far = single(threshold + lastWidth);
  const moved = single(x - lastPlace);
  if (Math.abs(moved) > far) return true;
  if (x < 0 && -far > moved) return true;
  return moved > single(width + lastWidth);
}

/** What parts all letters of a stretched word, and so parts no words. */
export function usualSpace(
  { from, to, characterSpace, scaleX, size }: TextObject,
  { codes, places }: TextItems,
  scale: number,
): number {
  const spacing = single(characterSpace * scale);
  let least = 0;
  if (to - from >= 3) {
    least = spacing;
    let hasMovements = false;
    for (let item = from; item < to; item++) {
      if ((codes[item] ?? 0) >= 0) continue;
      const moved = single(single(-single(scaleX * size) * (places[item] ?? 0)) / 1000);
      least = Math.min(least, single(moved + spacing));
      hasMovements = true;
    }
    if (least < 0 || (to - from === 3 && hasMovements)) least = 0;
  }
  return Math.abs(characterSpace) > 0.001 ? single(least - spacing) : least;
}
