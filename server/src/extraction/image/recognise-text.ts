import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createWorker, OEM, type Page, PSM } from "tesseract.js";
import { UnreadableFile } from "../extracted-file.ts";
import type { TextSegment } from "../layout/text-segment.ts";
import { isSystemError } from "../system-error.ts";
import { detectLanguage } from "../text/detect-language.ts";
import { meanConfidence, type RecognisedLine, toSegments, UnreadableImage } from "./recognised-lines.ts";
import { allModels, modelPath } from "./recognition-models.ts";
import { recogniseWithSystemTesseract } from "./system-tesseract.ts";

export interface RecognisedText {
  segments: TextSegment[];
  /** 0 to 100, the mean over the words. */
  confidence: number;
}

/** By BCP 47 language. The order matters: with English first, "ü" becomes "ii". */
const modelsByLanguage: Record<string, string[]> = {
  en: ["eng"],
  de: ["deu", "eng"],
  fr: ["fra", "eng"],
  es: ["spa", "eng"],
};
/** Below this confidence the page may be in another language than the document. */
const minConfidence = 75;

type Recogniser = Awaited<ReturnType<typeof createWorker>>;

/** One for the process: loading the models takes a second and 150 MB. */
let recogniser: Promise<Recogniser> | undefined;
let loadedModels = "";

/**
 * Recognises the words of an image (PNG, JPEG, WebP, PGM) and their positions in points. If the document's language is
 * known, only its models are used, which is faster and more accurate; otherwise the language is detected from a first pass.
 */
export async function recogniseText(
  image: Uint8Array,
  { pointsPerPixel, language }: { pointsPerPixel: number; language?: string | undefined },
): Promise<RecognisedText> {
  const known = modelsByLanguage[language ?? ""];
  if (known) {
    const text = await recogniseWith(known, image, pointsPerPixel);
    if (text.confidence >= minConfidence || text.segments.length === 0) return text;
  }
  const first = await recogniseWith(allModels, image, pointsPerPixel);
  const detected = modelsByLanguage[detectLanguage(first.segments.map(({ text }) => text).join(" ")) ?? ""];
  if (!detected || detected.length === 1) return first;
  const second = await recogniseWith(detected, image, pointsPerPixel);
  return second.confidence >= first.confidence - 3 ? second : first;
}

async function recogniseWith(models: string[], image: Uint8Array, pointsPerPixel: number): Promise<RecognisedText> {
  try {
    const lines =
      (await recogniseWithSystemTesseract(models, image)) ?? (await recogniseWithTesseractJs(models, image));
    return { segments: toSegments(lines, pointsPerPixel), confidence: meanConfidence(lines) };
  } catch (error) {
    if (error instanceof UnreadableImage) {
      throw new UnreadableFile("The file is damaged: the image cannot be read.", { cause: error });
    }
    await stopRecognising();
    if (isSystemError(error)) throw error;
    throw new UnreadableFile("The words in the image cannot be recognised.", { cause: error });
  }
}

async function recogniseWithTesseractJs(models: string[], image: Uint8Array): Promise<RecognisedLine[]> {
  recogniser ??= startRecogniser();
  const { worker, thread } = withThread(await recogniser);
  // The thread keeps the process alive only while it works.
  thread?.ref();
  try {
    if (loadedModels !== models.join("+")) {
      loadedModels = models.join("+");
      await worker.reinitialize(loadedModels, OEM.LSTM_ONLY);
      await worker.setParameters(settings);
    }
    const { data } = await worker.recognize(Buffer.from(image), {}, { text: false, blocks: true });
    return toRecognisedLines(data);
  } catch (error) {
    // The worker thread rejects with a string.
    if (/read(?:ing)? image|pix|image file/i.test(String(error))) throw new UnreadableImage();
    throw error;
  } finally {
    thread?.unref();
  }
}

const settings = {
  // With other segmentation modes a short page has no text.
  tessedit_pageseg_mode: PSM.AUTO,
  // Otherwise tesseract estimates it and prints a message for every page.
  user_defined_dpi: "200",
  debug_file: "/dev/null",
};

export async function stopRecognising(): Promise<void> {
  const running = recogniser;
  recogniser = undefined;
  await (await running?.catch(() => undefined))?.terminate();
}

async function startRecogniser(): Promise<Recogniser> {
  // Without a folder of models the worker would download them.
  const folder = await mkdtemp(join(tmpdir(), "assay-ocr-"));
  try {
    for (const model of allModels) await copyFile(modelPath(model), join(folder, basename(modelPath(model))));
    const worker = await createWorker(allModels, OEM.LSTM_ONLY, {
      langPath: folder,
      cacheMethod: "none",
      gzip: true,
      errorHandler: () => undefined,
    });
    loadedModels = allModels.join("+");
    await worker.setParameters(settings);
    withThread(worker).thread?.unref();
    return worker;
  } catch (error) {
    recogniser = undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The worker's thread, which is missing in the package's types. */
function withThread(worker: Recogniser): { worker: Recogniser; thread: { ref(): void; unref(): void } | undefined } {
  return { worker, thread: (worker as unknown as { worker?: { ref(): void; unref(): void } }).worker };
}

function toRecognisedLines(page: Page): RecognisedLine[] {
  return (page.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    .map(({ words, baseline, bbox, rowAttributes }) => ({
      words: words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
        text,
        confidence,
        box: [x0, y0, x1, y1],
      })),
      baseline: (baseline.y0 + baseline.y1) / 2,
      height: bbox.y1 - bbox.y0,
      rowHeight: rowAttributes?.rowHeight ?? 0,
    }));
}
