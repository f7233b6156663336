import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { runProgram } from "../child/run-program.ts";
import { type RecognisedLine, UnreadableImage } from "./recognised-lines.ts";
import { modelPath } from "./recognition-models.ts";

/** A page takes seconds. The document's time limit also applies. */
const pageSeconds = 600;
/** False once tesseract is missing or has failed; it is not tried again. */
let isUsable = true;
/** The unpacked models. The folder is deleted with the temporary folder of the document. */
let modelFolder: string | undefined;

/** Undefined where the system has no usable tesseract. It takes 1.9 s of CPU for a page, tesseract.js 3.1 s, for the same words. */
export async function recogniseWithSystemTesseract(
  models: string[],
  image: Uint8Array,
): Promise<RecognisedLine[] | undefined> {
  if (!isUsable) return undefined;
  const folder = await unpackModels(models);
  const file = join(folder, "image");
  await writeFile(file, image);
  const outcome = await runProgram({
    program: "tesseract",
    args: [
      ...[file, "stdout", "--tessdata-dir", folder, "-l", models.join("+")],
      // As in recognise-text.ts: the neural network only, automatic segmentation.
      ...["--oem", "1", "--psm", "3", "--dpi", "200", "-c", "tessedit_create_hocr=1"],
    ],
    timeoutSeconds: pageSeconds,
  });
  if (outcome.state === "ended") {
    if (outcome.code === 0) return parseHocr(outcome.stdout);
    if (/cannot be read|pixRead|image file/i.test(outcome.stderr)) throw new UnreadableImage();
  }
  isUsable = false;
  return undefined;
}

async function unpackModels(models: string[]): Promise<string> {
  if (modelFolder === undefined || !existsSync(modelFolder)) modelFolder = await mkdtemp(join(tmpdir(), "tessdata-"));
  for (const model of models) {
    const path = join(modelFolder, `${model}.traineddata`);
    if (!existsSync(path)) await writeFile(path, gunzipSync(await readFile(modelPath(model))));
  }
  return modelFolder;
}

/** The text is a lookahead, because a line's tag is followed by the tag of its first word. */
const lineOrWord =
  /<span class='(ocr_line|ocr_textfloat|ocr_header|ocr_caption|ocrx_word)'[^>]*? title=(?:"([^"<>]*)"|'([^'<>]*)')[^>]*>(?=(?:<(?:strong|em)>)*([^<]*))/g;

function parseHocr(hocr: string): RecognisedLine[] {
  const lines: RecognisedLine[] = [];
  for (const [, kind, double, single, content = ""] of hocr.matchAll(lineOrWord)) {
    const title = double ?? single ?? "";
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = readNumbers(title, "bbox");
    if (kind === "ocrx_word") {
      const [confidence = 0] = readNumbers(title, "x_wconf");
      lines.at(-1)?.words.push({ text: decodeEntities(content).trim(), confidence, box: [x0, y0, x1, y1] });
    } else {
      // A slope, and an offset from the lower left corner of the line.
      const [slope = 0, offset = 0] = readNumbers(title, "baseline");
      const [rowHeight = y1 - y0] = readNumbers(title, "x_size");
      lines.push({ words: [], baseline: y1 + offset + (slope * (x1 - x0)) / 2, height: y1 - y0, rowHeight });
    }
  }
  return lines;
}

/** The five entities that tesseract writes. */
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function decodeEntities(words: string): string {
  return words.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
}

function readNumbers(title: string, name: string): number[] {
  const found = new RegExp(`(?:^|; ?)${name} ([-\\d. ]+)`).exec(title)?.[1];
  return found === undefined ? [] : found.trim().split(" ").map(Number);
}
