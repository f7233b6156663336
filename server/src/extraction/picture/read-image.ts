import { readFile, stat } from "node:fs/promises";
import UTIF, { type IFD } from "utif2";
import { type ExtractedPage, type FileFacts, type Reader, type ReadFile, UnreadableFile } from "../extracted-file.ts";
import { composePage } from "../layout/compose-page.ts";
import { findBodyStyle, HeadingTrail } from "../layout/headings.ts";
import { detectLanguage } from "../text/detect-language.ts";
import { pictureSize } from "./picture-size.ts";
import { recogniseText } from "./recognise-text.ts";

/** A page of A3 at 600 dots per inch has 70 million. */
const maxPixels = 100_000_000;
const maxFileBytes = 512 * 1024 * 1024;

/** A picture of a page, as a file that recognition understands. */
type Picture = () => Uint8Array;

/** PNG, JPEG, WebP: one page. TIFF: a page for each of its pictures. A pixel counts as a point in the boxes. */
export const readImage: Reader = async (file, limits) => {
  const { size } = await stat(file.path);
  if (size === 0) throw new UnreadableFile("The file is empty.");
  if (size > maxFileBytes) throw new UnreadableFile("The picture is larger than 512 MiB and cannot be read.");
  const bytes = await readFile(file.path);
  const pictures = isTiff(bytes) ? tiffPictures(bytes) : [onlyPicture(bytes)];
  if (pictures.length > limits.maxPages) {
    throw new UnreadableFile(`The file has more than ${limits.maxPages.toLocaleString("en")} pages.`);
  }
  return readPictures(pictures);
};

function readPictures(pictures: Picture[]): ReadFile {
  const facts: FileFacts = { pageCount: pictures.length };
  return {
    facts,
    async *pages(firstPage) {
      const trail = new HeadingTrail();
      let words = "";
      for (const [index, picture] of pictures.entries()) {
        if (index + 1 < firstPage) continue;
        const page = await recognisePicture(index + 1, picture(), { trail, language: facts.language });
        if (facts.language === undefined) {
          words += `${page.text}\n`;
          const language = detectLanguage(words);
          if (language !== undefined) facts.language = language;
        }
        yield page;
      }
    },
    async close() {},
  };
}

async function recognisePicture(
  number: number,
  picture: Uint8Array,
  { trail, language }: { trail: HeadingTrail; language: string | undefined },
): Promise<ExtractedPage> {
  const { segments, confidence } = await recogniseText(picture, { pointsPerPixel: 1, language });
  const right = Math.max(0, ...segments.map(({ box }) => box[2]));
  const bottom = Math.max(0, ...segments.map(({ box }) => box[3]));
  const direction = { segments, size: { width: right, height: bottom }, turnsToPage: 0 as const };
  const style = {
    body: findBodyStyle(segments),
    repeatedLines: new Map<string, number>(),
    vocabulary: new Set<string>(),
  };
  return { ...composePage(number, [direction], style, trail), recognition: { confidence } };
}

function onlyPicture(bytes: Uint8Array): Picture {
  const size = pictureSize(bytes);
  if (!size || size.width === 0 || size.height === 0) throw damaged();
  refuseHuge(size);
  return () => bytes;
}

function isTiff(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  return head === "II*\0" || head === "MM\0*";
}

function tiffPictures(bytes: Buffer): Picture[] {
  // UTIF reads a Buffer's whole memory, not only its part of it.
  const memory = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  refuseCircles(new DataView(memory));
  const directories = tryReading(() => UTIF.decode(memory));
  // A directory without a picture holds properties only.
  const pages = directories.filter((directory) => numberOf(directory, "t256") > 0 && numberOf(directory, "t257") > 0);
  if (pages.length === 0) throw damaged();
  for (const page of pages) refuseHuge({ width: numberOf(page, "t256"), height: numberOf(page, "t257") });
  return pages.map((page) => () => {
    const rgba = tryReading(() => {
      UTIF.decodeImage(memory, page);
      return UTIF.toRGBA8(page);
    });
    const { width, height } = page;
    // Only one page's pixels are kept at a time.
    page.data = new Uint8Array(0);
    return greyPicture(rgba, width, height);
  });
}

/** Each directory names the next one; UTIF follows for ever where one names an earlier one. */
function refuseCircles(view: DataView): void {
  const isLittleEndian = view.getUint8(0) === 0x49;
  const seen = new Set<number>();
  try {
    for (let at = view.getUint32(4, isLittleEndian); at !== 0; ) {
      if (seen.has(at)) throw damaged();
      seen.add(at);
      at = view.getUint32(at + 2 + view.getUint16(at, isLittleEndian) * 12, isLittleEndian);
    }
  } catch {
    // Also where a directory lies outside of the file.
    throw damaged();
  }
}

function greyPicture(rgba: Uint8Array, width: number, height: number): Uint8Array {
  if (!(width > 0 && height > 0) || rgba.length < width * height * 4) throw damaged();
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, "latin1");
  const grey = new Uint8Array(head.length + width * height);
  grey.set(head);
  for (let pixel = 0, from = 0; pixel < width * height; pixel++, from += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = [rgba[from], rgba[from + 1], rgba[from + 2], rgba[from + 3]];
    // What is transparent is paper.
    grey[head.length + pixel] = 255 - ((255 - ((red * 77 + green * 150 + blue * 29) >> 8)) * alpha) / 255;
  }
  return grey;
}

function numberOf(directory: IFD, tag: string): number {
  const value = directory[tag];
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === "number" ? first : 0;
}

function tryReading<Result>(read: () => Result): Result {
  try {
    return read();
  } catch {
    // UTIF throws whatever it stumbles over.
    throw damaged();
  }
}

function refuseHuge({ width, height }: { width: number; height: number }): void {
  if (width * height > maxPixels) {
    throw new UnreadableFile(`The picture is too large to be read: ${width} by ${height} pixels.`);
  }
}

function damaged(): UnreadableFile {
  return new UnreadableFile("The file is damaged: the picture cannot be read.");
}
