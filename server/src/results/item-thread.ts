import type { ComplianceLevel } from "../analysis/findings/findings.ts";
import type { ItemCounts } from "../documents/document.ts";
import { readItem } from "../documents/stored-item.ts";
import { serveAskers } from "../platform/kept-thread.ts";
import { type Cited, levelOfItem, toItemBody } from "./item-body.ts";
import { onlyFields, type Wanted } from "./result-fields.ts";

/** Which items are shown, and what of them. */
export interface Shown {
  cited: Cited;
  /** Nothing said means all of it. */
  wanted: Wanted | undefined;
  levels: ComplianceLevel[] | undefined;
}

export type ThreadRequest =
  | { kind: "begin"; shown: Shown }
  | { kind: "items"; texts: string[] }
  | { kind: "end" }
  | { kind: "drop" };

export type ThreadAnswer =
  | { kind: "piece"; bytes: Uint8Array<ArrayBuffer> }
  /** Of one request with items. */
  | { kind: "taken" }
  /** After the last piece. Counts everything, shown or not. */
  | { kind: "ended"; counted: ItemCounts };

/** A piece is sent on as it is: so much is worth a message, and not too much for one. */
const pieceLength = 100_000;

interface Writing {
  shown: Shown;
  counted: ItemCounts;
  texts: string[];
  length: number;
  isBegun: boolean;
}

const underWay = new Map<number, Writing>();
const encoder = new TextEncoder();

function take(writing: Writing, texts: string[]): void {
  const { cited, wanted, levels } = writing.shown;
  for (const text of texts) {
    const item = readItem(text);
    writing.counted.itemCount += 1;
    if (item.status !== "pending") writing.counted.itemsDone += 1;
    const level = levelOfItem(item);
    if (levels !== undefined && (level === null || !levels.includes(level))) continue;
    const written = JSON.stringify(onlyFields(toItemBody(cited, item), wanted));
    writing.texts.push(written);
    writing.length += written.length;
  }
}

function pieceOf(writing: Writing): Uint8Array<ArrayBuffer> {
  const text = writing.texts.join(",");
  const bytes = encoder.encode(writing.isBegun ? `,${text}` : text);
  writing.isBegun = true;
  writing.texts = [];
  writing.length = 0;
  return bytes;
}

serveAskers<ThreadRequest, ThreadAnswer>({
  answer(asker, request, say) {
    if (request.kind === "begin") {
      const counted = { itemCount: 0, itemsDone: 0 };
      underWay.set(asker, { shown: request.shown, counted, texts: [], length: 0, isBegun: false });
      return;
    }
    const writing = underWay.get(asker);
    if (writing === undefined) return;
    const sayPiece = () => {
      const bytes = pieceOf(writing);
      say({ kind: "piece", bytes }, [bytes.buffer]);
    };
    if (request.kind === "items") {
      take(writing, request.texts);
      if (writing.length > pieceLength) sayPiece();
      return say({ kind: "taken" });
    }
    underWay.delete(asker);
    if (request.kind === "drop") return;
    if (writing.texts.length > 0) sayPiece();
    say({ kind: "ended", counted: writing.counted });
  },
  forget: (asker) => underWay.delete(asker),
});
