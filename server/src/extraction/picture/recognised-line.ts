import type { Box, TextSegment } from "../layout/text-segment.ts";

/** A line of a picture as recognition finds it, in pixels. */
export interface RecognisedLine {
  words: RecognisedWord[];
  baseline: number;
  height: number;
  /** From the lowest descender to the highest ascender, whether the line has any or not. */
  rowHeight: number;
}

export interface RecognisedWord {
  text: string;
  /** 0 to 100. */
  confidence: number;
  box: Box;
}

/** Recognition could not make out a picture in these bytes at all. */
export class UnreadablePicture extends Error {}

/** A wider gap, in heights of the line, separates columns or cells. */
const cellGap = 1.1;
/** Below this a "word" is dirt on the glass. */
const minWordConfidence = 15;

export function segmentsOf(lines: RecognisedLine[], pointsPerPixel: number): TextSegment[] {
  const segments: TextSegment[] = [];
  for (const { words: all, baseline, height, rowHeight } of lines) {
    for (const words of atGaps(all.filter(isWord), cellGap * height)) {
      const text = words.map((word) => word.text).join(" ");
      segments.push({
        text,
        box: [
          Math.min(...words.map(({ box }) => box[0])) * pointsPerPixel,
          Math.min(...words.map(({ box }) => box[1])) * pointsPerPixel,
          Math.max(...words.map(({ box }) => box[2])) * pointsPerPixel,
          Math.max(...words.map(({ box }) => box[3])) * pointsPerPixel,
        ],
        baseline: baseline * pointsPerPixel,
        size: (rowHeight || height) * pointsPerPixel,
        isBold: false,
        order: segments.length,
        ...(/\p{L}-$/u.test(text) ? { isHyphenated: true } : {}),
      });
    }
  }
  return withSteadySizes(segments);
}

/** The mean over the words. */
export function confidenceOf(lines: RecognisedLine[]): number {
  const words = lines.flatMap((line) => line.words.filter(({ text }) => text.trim() !== ""));
  const sum = words.reduce((all, { confidence }) => all + confidence, 0);
  return words.length === 0 ? 0 : Math.round(sum / words.length);
}

const isWord = ({ text, confidence }: RecognisedWord) => text.trim() !== "" && confidence >= minWordConfidence;

function atGaps(words: RecognisedWord[], widest: number): RecognisedWord[][] {
  const groups: RecognisedWord[][] = [];
  for (const word of words) {
    const previous = groups.at(-1)?.at(-1);
    if (previous && word.box[0] - previous.box[2] <= widest) groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  return groups;
}

/** A line's measured height wavers with its letters; what is near the usual one is the usual one. */
function withSteadySizes(segments: TextSegment[]): TextSegment[] {
  const sizes = segments.map(({ size }) => size).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return segments.map((segment) => (Math.abs(segment.size / usual - 1) < 0.22 ? { ...segment, size: usual } : segment));
}
