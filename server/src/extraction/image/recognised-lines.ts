import { type Box, type TextSegment, unionOf } from "../layout/text-segment.ts";

/** A recognised line, in pixels. */
export interface RecognisedLine {
  words: RecognisedWord[];
  baseline: number;
  height: number;
  /** Height of the font from descender to ascender, even if the line has neither. */
  rowHeight: number;
}

export interface RecognisedWord {
  text: string;
  /** 0 to 100. */
  confidence: number;
  box: Box;
}

/** The bytes are not an image that tesseract can read. */
export class UnreadableImage extends Error {}

/** A wider gap, in line heights, separates columns or cells. */
const cellGap = 1.1;
/** Below this confidence a "word" is usually a speck. */
const minWordConfidence = 15;

export function toSegments(lines: RecognisedLine[], pointsPerPixel: number): TextSegment[] {
  const segments: TextSegment[] = [];
  for (const { words: all, baseline, height, rowHeight } of lines) {
    for (const words of splitAtGaps(all.filter(isWord), cellGap * height)) {
      const text = words.map((word) => word.text).join(" ");
      segments.push({
        text,
        box: unionOf(words.map(({ box }) => box)).map((edge) => edge * pointsPerPixel) as Box,
        baseline: baseline * pointsPerPixel,
        size: (rowHeight || height) * pointsPerPixel,
        isBold: false,
        order: segments.length,
        ...(/\p{L}-$/u.test(text) ? { isHyphenated: true } : {}),
      });
    }
  }
  return normaliseSizes(segments);
}

export function meanConfidence(lines: RecognisedLine[]): number {
  const words = lines.flatMap((line) => line.words.filter(({ text }) => text.trim() !== ""));
  const sum = words.reduce((all, { confidence }) => all + confidence, 0);
  return words.length === 0 ? 0 : Math.round(sum / words.length);
}

const isWord = ({ text, confidence }: RecognisedWord) => text.trim() !== "" && confidence >= minWordConfidence;

function splitAtGaps(words: RecognisedWord[], widest: number): RecognisedWord[][] {
  const groups: RecognisedWord[][] = [];
  for (const word of words) {
    const previous = groups.at(-1)?.at(-1);
    if (previous && word.box[0] - previous.box[2] <= widest) groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  return groups;
}

/** Measured heights vary with the letters of a line; heights near the median become the median. */
function normaliseSizes(segments: TextSegment[]): TextSegment[] {
  const sizes = segments.map(({ size }) => size).sort((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return segments.map((segment) =>
    Math.abs(segment.size / median - 1) < 0.22 ? { ...segment, size: median } : segment,
  );
}
