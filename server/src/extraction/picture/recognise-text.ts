import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createWorker, OEM, type Page, PSM } from "tesseract.js";
import { UnreadableFile } from "../extracted-file.ts";
import type { TextSegment } from "../layout/text-segment.ts";
import { detectLanguage } from "../text/detect-language.ts";
import { confidenceOf, type RecognisedLine, segmentsOf, UnreadablePicture } from "./recognised-line.ts";
import { allModels, modelPath } from "./recognition-models.ts";
import { recogniseBySystem } from "./system-tesseract.ts";

export interface RecognisedText {
  segments: TextSegment[];
  /** How sure the recognition is, 0 to 100, as the mean over the words. */
  confidence: number;
}

/** By BCP 47. The first one weighs most: with English first, "ü" comes out as "ii". */
const modelsOf: Record<string, string[]> = { en: ["eng"], de: ["deu", "eng"], fr: ["fra", "eng"], es: ["spa", "eng"] };
/** Below this the page may be in another language than the document. */
const doubtfulConfidence = 75;

type Recogniser = Awaited<ReturnType<typeof createWorker>>;

/** One for the whole process: its models take 150 MB and a second to load. */
let recogniser: Promise<Recogniser> | undefined;
let loadedModels = "";

/**
 * Words of a picture (PNG, JPEG, WebP, PNM), with their places in points. Where the document's language is known, only
 * its models are asked, which is quicker and surer; else the words tell it, and the page is read again in it.
 */
export async function recogniseText(
  picture: Uint8Array,
  { pointsPerPixel, language }: { pointsPerPixel: number; language?: string | undefined },
): Promise<RecognisedText> {
  const known = modelsOf[language ?? ""];
  if (known) {
    const text = await recogniseWith(known, picture, pointsPerPixel);
    if (text.confidence >= doubtfulConfidence || text.segments.length === 0) return text;
  }
  const first = await recogniseWith(allModels, picture, pointsPerPixel);
  const told = modelsOf[detectLanguage(first.segments.map(({ text }) => text).join(" ")) ?? ""];
  if (!told || told.length === 1) return first;
  const second = await recogniseWith(told, picture, pointsPerPixel);
  return second.confidence >= first.confidence - 3 ? second : first;
}

async function recogniseWith(models: string[], picture: Uint8Array, pointsPerPixel: number): Promise<RecognisedText> {
  try {
    const lines = (await recogniseBySystem(models, picture)) ?? (await recogniseByWorker(models, picture));
    return { segments: segmentsOf(lines, pointsPerPixel), confidence: confidenceOf(lines) };
  } catch (error) {
    if (error instanceof UnreadablePicture) {
      throw new UnreadableFile("The file is damaged: the picture cannot be read.", { cause: error });
    }
    await stopRecognising();
    throw new UnreadableFile("The words in the picture cannot be recognised.", { cause: error });
  }
}

async function recogniseByWorker(models: string[], picture: Uint8Array): Promise<RecognisedLine[]> {
  recogniser ??= startRecogniser();
  const { worker, thread } = parts(await recogniser);
  // Only while it has work does it keep the process alive.
  thread?.ref();
  try {
    if (loadedModels !== models.join("+")) {
      loadedModels = models.join("+");
      await worker.reinitialize(loadedModels, OEM.LSTM_ONLY);
      await worker.setParameters(settings);
    }
    const { data } = await worker.recognize(Buffer.from(picture), {}, { text: false, blocks: true });
    return linesOf(data);
  } catch (error) {
    // A string, from the worker's thread.
    if (/read(?:ing)? image|pix|image file/i.test(String(error))) throw new UnreadablePicture();
    throw error;
  } finally {
    thread?.unref();
  }
}

const settings = {
  // Without the automatic segmentation a short page comes out empty.
  tessedit_pageseg_mode: PSM.AUTO,
  // Said in advance, it need not be guessed and reported for every page.
  user_defined_dpi: "200",
  debug_file: "/dev/null",
};

export async function stopRecognising(): Promise<void> {
  const running = recogniser;
  recogniser = undefined;
  await (await running?.catch(() => undefined))?.terminate();
}

async function startRecogniser(): Promise<Recogniser> {
  // The worker takes one folder for all languages: without one it would ask a server.
  const folder = await mkdtemp(join(tmpdir(), "assay-ocr-"));
  try {
    for (const model of allModels) await symlink(modelPath(model), join(folder, basename(modelPath(model))));
    const made = await createWorker(allModels, OEM.LSTM_ONLY, {
      langPath: folder,
      cacheMethod: "none",
      gzip: true,
      errorHandler: () => undefined,
    });
    loadedModels = allModels.join("+");
    await made.setParameters(settings);
    parts(made).thread?.unref();
    return made;
  } catch (error) {
    recogniser = undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The thread behind the worker, which the package's types leave out. */
function parts(worker: Recogniser): { worker: Recogniser; thread: { ref(): void; unref(): void } | undefined } {
  return { worker, thread: (worker as unknown as { worker?: { ref(): void; unref(): void } }).worker };
}

function linesOf(page: Page): RecognisedLine[] {
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
