import { type FoundAgain, listMarked } from "../decisions/carry-decisions.ts";
import type { DecisionStore, MarkedPassage } from "../documents/decision.ts";
import type { ReadableFile } from "../documents/document-file.ts";
import type { Id } from "../platform/ids.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import { readAllPages } from "./stored-pages.ts";

/** Looks in the new version for the passages that people marked in the version before, in whatever lines they are now. */
export async function findMarkedAgain(
  { db, blobs }: { db: { decisions: Pick<DecisionStore, "listDecidedItems"> }; blobs: BlobStore },
  superseded: Id,
  files: ReadableFile[],
): Promise<FoundAgain> {
  const marked = await listMarked(db.decisions, superseded);
  const found = new Map<Id, MarkedPassage>();
  if (marked.length === 0) return found;
  const searched = marked.map(({ id, evidence }) => ({ id, words: toPattern(evidence.text) }));
  for (const { id: fileId, reading } of files) {
    if (reading.pages.areErased === true) continue;
    for (const page of await readAllPages(blobs, reading.pages)) {
      for (const { id, words } of searched) {
        const match = found.has(id) ? null : words.exec(page.text);
        if (match === null) continue;
        const { index: start } = match;
        const [text] = match;
        found.set(id, { fileId, pageNumber: page.number, start, end: start + text.length, text });
      }
    }
  }
  return found;
}

/** The same words with any white space between them. */
function toPattern(text: string): RegExp {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return new RegExp(words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+"), "u");
}
