import type { ContentOperands } from "./content-operands.ts";
import { Declined } from "./declined.ts";
import { movement, single, sizedLetter, type TextFont, type TextItems } from "./text-objects.ts";

/** Of one page; a page of small print has ten thousand. */
const maxItems = 200_000;

export interface LetterSpacing {
  size: number;
  characterSpace: number;
  wordSpace: number;
}

/** How far the letters go that were laid side by side from nought on; heights in thousandths of the font's size. */
export interface LaidLetters {
  width: number;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** Adds what is shown to the items, letter by letter, each at its place along the line. */
export function layLetters(
  items: TextItems,
  { shown, shownLength, ends, movements, stringCount }: ContentOperands,
  font: TextFont,
  { size, characterSpace, wordSpace }: LetterSpacing,
): LaidLetters {
  if (items.length + shownLength > maxItems) throw new Declined("too many letters");
  items.makeRoom(shownLength + stringCount);
  const { codes, places } = items;
  const { bytesPerCode } = font;
  let { letters } = font;
  let next = items.length;
  let place = 0;
  let left = 10_000;
  let right = -10_000;
  let bottom = 10_000;
  let top = -10_000;
  let at = 0;
  for (let segment = 0; segment < stringCount; segment++) {
    const end = ends[segment] ?? 0;
    if (segment > 0) {
      const thousandths = movements[segment - 1] ?? 0;
      codes[next] = movement;
      places[next++] = thousandths;
      place = single(place - single(single(thousandths * size) / 1000));
    }
    if (bytesPerCode === 2 && (end - at) % 2 !== 0) throw new Declined("half a code");
    while (at < end) {
      let code = shown[at++] ?? 0;
      if (bytesPerCode === 2) code = code * 256 + (shown[at++] ?? 0);
      codes[next] = code;
      places[next++] = place;
      let letter = letters[code];
      if (!letter) {
        letter = font.letter(code);
        letters = font.letters;
      }
      let { sized } = letter;
      if (sized.size !== size) {
        sized = sizedLetter(letter, size);
        letter.sized = sized;
      }
      if (letter.bottom < bottom) bottom = letter.bottom;
      if (letter.top > top) top = letter.top;
      const letterLeft = single(place + sized.left);
      const letterRight = single(place + sized.right);
      if (letterLeft < left) left = letterLeft;
      if (letterRight > right) right = letterRight;
      place = single(place + sized.width);
      if (code === 0x20 && bytesPerCode === 1) place = single(place + wordSpace);
      place = single(place + characterSpace);
    }
  }
  items.length = next;
  return { width: place, left, right, bottom, top };
}
