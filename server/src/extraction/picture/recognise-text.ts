import { mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createWorker, OEM, type Page, PSM, type Word } from "tesseract.js";
import { UnreadableFile } from "../extracted-file.ts";
import type { TextSegment } from "../layout/text-segment.ts";
import { detectLanguage } from "../text/detect-language.ts";

export interface RecognisedText {
  segments: TextSegment[];
  /** How sure the recognition is, 0 to 100, as the mean over the words. */
  confidence: number;
}

/** By BCP 47. The first one weighs most: with English first, "ü" comes out as "ii". */
const modelsOf: Record<string, string[]> = { en: ["eng"], de: ["deu", "eng"], fr: ["fra", "eng"], es: ["spa", "eng"] };
const allModels = ["eng", "deu", "fra", "spa"];

/** A wider gap, in heights of the line, separates columns or cells. */
const cellGap = 1.1;
/** Below this a "word" is dirt on the glass. */
const minWordConfidence = 15;
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
    return { segments: segmentsOf(data, pointsPerPixel), confidence: Math.round(data.confidence) };
  } catch (error) {
    // A string, from the worker's thread.
    if (/read(?:ing)? image|pix|image file/i.test(String(error))) {
      throw new UnreadableFile("The file is damaged: the picture cannot be read.");
    }
    await stopRecognising();
    throw new UnreadableFile("The words in the picture cannot be recognised.", { cause: error });
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
  // Each language is a package of its own, and the worker takes one folder: without one it would ask a server.
  const folder = await mkdtemp(join(tmpdir(), "assay-ocr-"));
  const require = createRequire(import.meta.url);
  try {
    for (const language of allModels) {
      const data = dirname(require.resolve(`@tesseract.js-data/${language}/package.json`));
      const name = `${language}.traineddata.gz`;
      await symlink(join(data, "4.0.0_best_int", name), join(folder, name));
    }
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

function segmentsOf(page: Page, scale: number): TextSegment[] {
  const segments: TextSegment[] = [];
  for (const block of page.blocks ?? []) {
    for (const paragraph of block.paragraphs) {
      for (const line of paragraph.lines) {
        const height = line.bbox.y1 - line.bbox.y0;
        const size = (line.rowAttributes?.rowHeight || height) * scale;
        for (const words of atGaps(line.words.filter(isWord), cellGap * height)) {
          const text = words.map((word) => word.text).join(" ");
          segments.push({
            text,
            box: [
              Math.min(...words.map(({ bbox }) => bbox.x0)) * scale,
              Math.min(...words.map(({ bbox }) => bbox.y0)) * scale,
              Math.max(...words.map(({ bbox }) => bbox.x1)) * scale,
              Math.max(...words.map(({ bbox }) => bbox.y1)) * scale,
            ],
            baseline: ((line.baseline.y0 + line.baseline.y1) / 2) * scale,
            size,
            isBold: false,
            order: segments.length,
            ...(/\p{L}-$/u.test(text) ? { isHyphenated: true } : {}),
          });
        }
      }
    }
  }
  return withSteadySizes(segments);
}

const isWord = ({ text, confidence }: Word) => text.trim() !== "" && confidence >= minWordConfidence;

function atGaps(words: Word[], widest: number): Word[][] {
  const groups: Word[][] = [];
  for (const word of words) {
    const previous = groups.at(-1)?.at(-1);
    if (previous && word.bbox.x0 - previous.bbox.x1 <= widest) groups.at(-1)?.push(word);
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
