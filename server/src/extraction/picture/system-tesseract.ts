import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { type RecognisedLine, UnreadablePicture } from "./recognised-line.ts";
import { modelPath } from "./recognition-models.ts";

/** Not there, or of no use here: then nothing asks for it again. */
let isUsable = true;
/** The models, unpacked; gone with the document in which they were needed. */
let modelFolder: string | undefined;

/** The lines of a picture by the system's own tesseract, which took 1.9 s of CPU for a page that the one in WebAssembly took 3.1 s for, with the same words. */
export async function recogniseBySystem(models: string[], picture: Uint8Array): Promise<RecognisedLine[] | undefined> {
  if (!isUsable) return undefined;
  const folder = await unpackedModels(models);
  const child = spawn(
    "tesseract",
    [
      ...["stdin", "stdout", "--tessdata-dir", folder, "-l", models.join("+")],
      // As in recognise-text.ts: the neural network only, automatic segmentation.
      ...["--oem", "1", "--psm", "3", "--dpi", "200", "-c", "tessedit_create_hocr=1"],
    ],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  // One that has ended already says so by its exit.
  child.stdin.on("error", () => undefined);
  child.stdin.end(picture);
  try {
    const [answer, complaint, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    if (code === 0) return linesOf(answer);
    if (/cannot be read|pixRead|image file/i.test(complaint)) throw new UnreadablePicture();
  } catch (error) {
    if (error instanceof UnreadablePicture) throw error;
  }
  isUsable = false;
  return undefined;
}

async function unpackedModels(models: string[]): Promise<string> {
  const isThere =
    modelFolder !== undefined &&
    (await access(modelFolder).then(
      () => true,
      () => false,
    ));
  if (modelFolder === undefined || !isThere) modelFolder = await mkdtemp(join(tmpdir(), "tessdata-"));
  for (const model of models) {
    const path = join(modelFolder, `${model}.traineddata`);
    const isUnpacked = await access(path).then(
      () => true,
      () => false,
    );
    if (!isUnpacked) await writeFile(path, gunzipSync(await readFile(modelPath(model))));
  }
  return modelFolder;
}

/** The text is only looked ahead to: behind a line's tag comes the tag of its first word. */
const lineOrWord =
  /<span class='(ocr_line|ocr_textfloat|ocr_header|ocr_caption|ocrx_word)'[^>]*? title=(["'])(.*?)\2[^>]*>(?=(?:<(?:strong|em)>)*([^<]*))/g;

/** hOCR: lines with their base line and height, and words with their place and how sure they are. */
function linesOf(hocr: string): RecognisedLine[] {
  const lines: RecognisedLine[] = [];
  for (const [, kind, , title = "", content = ""] of hocr.matchAll(lineOrWord)) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(title, "bbox");
    if (kind === "ocrx_word") {
      const [confidence = 0] = numbersOf(title, "x_wconf");
      lines.at(-1)?.words.push({ text: decodeEntities(content).trim(), confidence, box: [x0, y0, x1, y1] });
    } else {
      // From the lower left corner of the line: its slope, and how far above that it begins.
      const [slope = 0, offset = 0] = numbersOf(title, "baseline");
      const [rowHeight = y1 - y0] = numbersOf(title, "x_size");
      lines.push({ words: [], baseline: y1 + offset + (slope * (x1 - x0)) / 2, height: y1 - y0, rowHeight });
    }
  }
  return lines;
}

/** The five that hOCR is written with. */
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function decodeEntities(words: string): string {
  return words.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
}

function numbersOf(title: string, name: string): number[] {
  const found = new RegExp(`(?:^|; ?)${name} ([-\\d. ]+)`).exec(title)?.[1];
  return found === undefined ? [] : found.trim().split(" ").map(Number);
}
