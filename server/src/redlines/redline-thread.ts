import { gunzipSync } from "node:zlib";
import { parseItem } from "../documents/stored-item.ts";
import type { ExtractedPage } from "../extraction/extracted-file.ts";
import type { RedlineEdit } from "../extraction/redline-edit.ts";
import { AppError } from "../platform/app-error.ts";
import { lowerThreadPriority } from "../platform/lower-thread-priority.ts";
import { serveThread, Transferred } from "../platform/worker-thread.ts";
import type { ItemRendering } from "../results/item-rendering.ts";
import { chooseRecommendations } from "./choose-recommendations.ts";
import { describeRecommendation } from "./describe-recommendation.ts";
import { type DocumentRecommendation, listRecommendations } from "./document-recommendation.ts";
import { placeEdits } from "./place-edits.ts";

/** A result as it is stored: items as JSON. */
export interface ResultToRead {
  rendering: ItemRendering;
  items: string[];
}

export interface EditsToPlace extends ResultToRead {
  /** Undefined: those that are preselected. */
  chosen: string[] | undefined;
  /** The file to change, by its index, and its compressed page ranges. */
  file: number;
  pages: Uint8Array<ArrayBuffer>[];
}

export interface ClausesToWrite extends ResultToRead {
  documentName: string;
  /** Undefined: those that are preselected. */
  chosen: string[] | undefined;
}

export interface RedlineMethods {
  list(result: ResultToRead): DocumentRecommendation[];
  place(edits: EditsToPlace): RedlineEdit[];
  writeClausePack(clauses: ClausesToWrite): Promise<Transferred<Uint8Array<ArrayBuffer>>>;
}

/** Characters of the file: 500 pages have about two million. */
const maxCharacters = 10_000_000;
/** Decompressed, with the positions of paragraphs. */
const maxRangeBytes = 64 * 1024 * 1024;

function readPages(ranges: Uint8Array<ArrayBuffer>[]): ExtractedPage[] {
  let characters = 0;
  return ranges.flatMap((range) => {
    const lines = gunzipSync(range, { maxOutputLength: maxRangeBytes }).toString("utf8").split("\n");
    const found = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as ExtractedPage);
    for (const { text } of found) characters += text.length;
    if (characters > maxCharacters)
      throw new AppError("unprocessable", "A file of more than 10,000,000 characters is too large for a redline.");
    return found;
  });
}

lowerThreadPriority();
serveThread(
  (): RedlineMethods => ({
    list: ({ rendering, items }) => listRecommendations(rendering, items.map(parseItem)),
    place({ rendering, items, chosen, file, pages }) {
      const all = listRecommendations(rendering, items.map(parseItem));
      const taken = chooseRecommendations(all, chosen, file);
      return placeEdits(taken, readPages(pages), (one) => describeRecommendation(one, rendering.language));
    },
    async writeClausePack({ rendering, items, documentName, chosen }) {
      // Loaded as needed: the library is large.
      const { writeClausePack } = await import("./write-clause-pack.ts");
      const recommendations = chooseRecommendations(listRecommendations(rendering, items.map(parseItem)), chosen);
      const fileNames = rendering.cited.files.map(({ displayName }) => displayName);
      const pack = { documentName, fileNames, recommendations, language: rendering.language };
      const bytes = new Uint8Array(await writeClausePack(pack));
      return new Transferred(bytes, [bytes.buffer]);
    },
  }),
);
