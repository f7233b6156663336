import type { ReadParagraph } from "../office/docx-body.ts";
import type { TextPlace } from "../redline-edit.ts";
import { parseNumbering } from "../structure/numbering.ts";

/** A character of a paragraph's piece. */
export interface TextPosition {
  paragraph: number;
  piece: number;
  /** Of the character. */
  offset: number;
}

/** Both ends are part of it. */
export interface TextRange {
  first: TextPosition;
  last: TextPosition;
}

/** Words that occur everywhere are distinguished by what surrounds the first of them. */
const maxCandidates = 1000;
const maxContext = 200;
/** Of the characters by which a paragraph is found whose other words differ: a field was counted again, a change is shown. */
const partLengths = [60, 30, 10];

const keys = new Map<string, string>();

/** Empty for what differs between layouts: spaces, hyphens, and accents that are characters of their own. */
function keyOfCharacter(character: string): string {
  const known = keys.get(character);
  if (known !== undefined) return known;
  const key = character
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
  keys.set(character, key);
  return key;
}

/** Letters and digits, without capitals, accents and ligatures: they are the same however a page is laid out. */
const keyOf = (text: string) => Array.from(text, keyOfCharacter).join("");

/** Finds words of a page in the paragraphs of the file, whether its pages were rendered or are its sections. */
export class TextIndex {
  readonly #paragraphs: ReadParagraph[];
  readonly #text: string;
  /** For each character of `#text`: the number of its piece, and its offset there. */
  readonly #pieces: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #places: { paragraph: number; piece: number }[] = [];

  constructor(paragraphs: ReadParagraph[]) {
    this.#paragraphs = paragraphs;
    const texts: string[] = [];
    const pieces: number[] = [];
    const offsets: number[] = [];
    paragraphs.forEach(({ number, pieces: own }, paragraph) => {
      // A counted number is on the page, but in no piece: it belongs to the first one.
      if (number !== undefined && own.length > 0)
        this.#add({ paragraph, piece: 0 }, number, { texts, pieces, offsets }, 0);
      own.forEach(({ text }, piece) => {
        this.#add({ paragraph, piece }, text, { texts, pieces, offsets });
      });
    });
    this.#text = texts.join("");
    this.#pieces = Uint32Array.from(pieces);
    this.#offsets = Uint32Array.from(offsets);
  }

  #add(
    place: { paragraph: number; piece: number },
    text: string,
    { texts, pieces, offsets }: { texts: string[]; pieces: number[]; offsets: number[] },
    fixedOffset?: number,
  ): void {
    this.#places.push(place);
    let offset = 0;
    for (const character of text) {
      const key = keyOfCharacter(character);
      texts.push(key);
      for (let at = 0; at < key.length; at++) {
        pieces.push(this.#places.length - 1);
        offsets.push(fixedOffset ?? offset);
      }
      offset += character.length;
    }
  }

  /** Undefined if the file does not have these words. */
  find(place: TextPlace): TextRange | undefined {
    const key = keyOf(place.text);
    const found = this.#findKey(key, place) ?? this.#findKey(keyOf(parseNumbering(place.text)?.rest ?? ""), place);
    return found && this.#widen(found, place.text);
  }

  /** The number of the paragraph with these words, or with the first or last of them. */
  findParagraph(place: TextPlace): number | undefined {
    const found = this.find(place);
    if (found !== undefined) return found.last.paragraph;
    const key = keyOf(place.text);
    for (const length of partLengths.filter((one) => one < key.length))
      for (const part of [key.slice(0, length), key.slice(-length)]) {
        const near = this.#findKey(part, place);
        if (near !== undefined) return this.#positionOf(near.start).paragraph;
      }
    return undefined;
  }

  #findKey(key: string, place: TextPlace): { start: number; end: number } | undefined {
    if (key === "") return undefined;
    const [before, after] = [keyOf(place.before).slice(-maxContext), keyOf(place.after).slice(0, maxContext)];
    let best: { start: number; common: number; distance: number } | undefined;
    let start = this.#text.indexOf(key);
    for (let count = 0; start !== -1 && count < maxCandidates; count++) {
      const common = this.#commonBefore(start, before) + this.#commonAfter(start + key.length, after);
      const distance = Math.abs(start / this.#text.length - place.position);
      if (best === undefined || common > best.common || (common === best.common && distance < best.distance))
        best = { start, common, distance };
      start = this.#text.indexOf(key, start + 1);
    }
    return best && { start: best.start, end: best.start + key.length };
  }

  #commonBefore(start: number, before: string): number {
    let common = 0;
    while (common < before.length && this.#text[start - 1 - common] === before[before.length - 1 - common]) common++;
    return common;
  }

  #commonAfter(end: number, after: string): number {
    let common = 0;
    while (common < after.length && this.#text[end + common] === after[common]) common++;
    return common;
  }

  /** With the quotation marks and full stops that the words begin and end with. */
  #widen({ start, end }: { start: number; end: number }, words: string): TextRange {
    const letters = Array.from(words.trim());
    const isWord = (letter: string) => /[\p{L}\p{N}]/u.test(letter);
    const firstWord = letters.findIndex(isWord);
    const leading = letters.slice(0, firstWord === -1 ? letters.length : firstWord).join("");
    const trailing = letters.slice(letters.findLastIndex(isWord) + 1).join("");
    return {
      first: this.#move(this.#positionOf(start), -leading.replace(/\s/g, "").length),
      last: this.#move(this.#positionOf(end - 1), trailing.replace(/\s/g, "").length),
    };
  }

  #positionOf(at: number): TextPosition {
    const { paragraph, piece } = this.#places[this.#pieces[at] ?? 0] ?? { paragraph: 0, piece: 0 };
    return { paragraph, piece, offset: this.#offsets[at] ?? 0 };
  }

  /** Over at most this many characters that are neither letters nor spaces, within the paragraph. */
  #move(from: TextPosition, count: number): TextPosition {
    const pieces = this.#paragraphs[from.paragraph]?.pieces ?? [];
    const step = Math.sign(count);
    let [{ piece, offset }, to] = [from, from];
    for (let left = Math.abs(count); left > 0; ) {
      offset += step;
      while (pieces[piece] !== undefined && (offset < 0 || offset >= (pieces[piece]?.text.length ?? 0))) {
        piece += step;
        offset = step > 0 ? 0 : (pieces[piece]?.text.length ?? 0) - 1;
      }
      const character = pieces[piece]?.text[offset];
      if (character === undefined || /[\p{L}\p{N}]/u.test(character)) break;
      if (/\s/.test(character)) continue;
      to = { ...from, piece, offset };
      left -= 1;
    }
    return to;
  }
}
