import { readFile, stat } from "node:fs/promises";
import UTIF, { type IFD } from "utif2";
import { type ExtractedPage, type FileFacts, type Reader, type ReadFile, UnreadableFile } from "../extracted-file.ts";
import { composePage } from "../layout/compose-page.ts";
import { findBodyStyle, HeadingTrail } from "../layout/headings.ts";
import { detectLanguage } from "../text/detect-language.ts";
import { createPgm } from "./create-pgm.ts";
import { readImageSize } from "./image-size.ts";
import { recogniseText } from "./recognise-text.ts";

/** An A3 page at 600 dots per inch has 70 million. */
const maxPixels = 100_000_000;
const maxFileBytes = 512 * 1024 * 1024;

/** Loads the image of a page as a file that tesseract can read. */
type LoadImage = () => Uint8Array;

/** PNG, JPEG and WebP have one page, TIFF one for each of its images. In boxes a pixel counts as a point. */
export const readImage: Reader = async (file, limits) => {
  const { size } = await stat(file.path);
  if (size === 0) throw new UnreadableFile("The file is empty.");
  if (size > maxFileBytes) throw new UnreadableFile("The image is larger than 512 MiB and cannot be read.");
  const bytes = await readFile(file.path);
  const images = isTiff(bytes) ? readTiff(bytes) : [readSingleImage(bytes)];
  if (images.length > limits.maxPages) {
    throw new UnreadableFile(`The file has more than ${limits.maxPages.toLocaleString("en")} pages.`);
  }
  return readImages(images);
};

function readImages(images: LoadImage[]): ReadFile {
  const facts: FileFacts = { pageCount: images.length };
  return {
    facts,
    async *pages(firstPage) {
      const trail = new HeadingTrail();
      let words = "";
      for (const [index, loadImage] of images.entries()) {
        if (index + 1 < firstPage) continue;
        const page = await recognisePage(index + 1, loadImage(), { trail, language: facts.language });
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

async function recognisePage(
  number: number,
  image: Uint8Array,
  { trail, language }: { trail: HeadingTrail; language: string | undefined },
): Promise<ExtractedPage> {
  const { segments, confidence } = await recogniseText(image, { pointsPerPixel: 1, language });
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

function readSingleImage(bytes: Uint8Array): LoadImage {
  const size = readImageSize(bytes);
  if (!size || size.width === 0 || size.height === 0) throw damaged();
  refuseHuge(size);
  return () => bytes;
}

function isTiff(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  return head === "II*\0" || head === "MM\0*";
}

function readTiff(bytes: Buffer): LoadImage[] {
  // UTIF reads the whole memory behind a Buffer, not only its part.
  const memory = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  refuseCycles(new DataView(memory));
  const directories = orDamaged(() => UTIF.decode(memory));
  // A directory without a size has no image.
  const pages = directories.filter(
    (directory) => readNumber(directory, "t256") > 0 && readNumber(directory, "t257") > 0,
  );
  if (pages.length === 0) throw damaged();
  for (const page of pages) refuseHuge({ width: readNumber(page, "t256"), height: readNumber(page, "t257") });
  return pages.map((page) => () => {
    const rgba = orDamaged(() => {
      UTIF.decodeImage(memory, page);
      return UTIF.toRGBA8(page);
    });
    const { width, height } = page;
    // Frees the decoded pixels: one page is held in memory at a time.
    page.data = new Uint8Array(0);
    return toGreyImage(rgba, width, height);
  });
}

/** Each directory points to the next; UTIF would follow a cycle for ever. */
function refuseCycles(view: DataView): void {
  const isLittleEndian = view.getUint8(0) === 0x49;
  const seen = new Set<number>();
  try {
    for (let at = view.getUint32(4, isLittleEndian); at !== 0; ) {
      if (seen.has(at)) throw damaged();
      seen.add(at);
      at = view.getUint32(at + 2 + view.getUint16(at, isLittleEndian) * 12, isLittleEndian);
    }
  } catch {
    // A RangeError: a directory is outside the file.
    throw damaged();
  }
}

function toGreyImage(rgba: Uint8Array, width: number, height: number): Uint8Array {
  if (!(width > 0 && height > 0) || rgba.length < width * height * 4) throw damaged();
  const { file, pixels } = createPgm(width, height);
  for (let pixel = 0, from = 0; pixel < width * height; pixel++, from += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = [rgba[from], rgba[from + 1], rgba[from + 2], rgba[from + 3]];
    // Transparent pixels are white.
    pixels[pixel] = 255 - ((255 - ((red * 77 + green * 150 + blue * 29) >> 8)) * alpha) / 255;
  }
  return file;
}

function readNumber(directory: IFD, tag: string): number {
  const value = directory[tag];
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === "number" ? first : 0;
}

function orDamaged<Result>(read: () => Result): Result {
  try {
    return read();
  } catch {
    // UTIF throws errors of any type on damaged files.
    throw damaged();
  }
}

function refuseHuge({ width, height }: { width: number; height: number }): void {
  if (width * height > maxPixels) {
    throw new UnreadableFile(`The image is too large to be read: ${width} by ${height} pixels.`);
  }
}

function damaged(): UnreadableFile {
  return new UnreadableFile("The file is damaged: the image cannot be read.");
}
