import type { ComplianceLevel } from "../analysis/findings/findings.ts";
import type { ItemCounts } from "../documents/document.ts";
import { parseItem } from "../documents/stored-item.ts";
import { lowerThreadPriority } from "../platform/lower-thread-priority.ts";
import { serveThread, Transferred } from "../platform/worker-thread.ts";
import { type ItemRendering, levelOfItem, toItemBody } from "./item-body.ts";
import { type FieldSelection, selectFields } from "./result-fields.ts";

/** Which items the result shows, and which of their fields. */
export interface ItemSelection extends ItemRendering {
  /** Undefined means all fields. */
  fields: FieldSelection | undefined;
  levels: ComplianceLevel[] | undefined;
}

/** Each connection writes one result: `begin`, then `add` for each portion, then `end`. */
export interface ItemMethods {
  begin(selection: ItemSelection): void;
  /** The stored JSON of some items. Returns a piece once enough has been written. */
  add(texts: string[]): Transferred<Piece | undefined>;
  /** The last piece, and counts of all items, shown or not. */
  end(): Transferred<{ piece: Piece | undefined; counted: ItemCounts }>;
}

type Piece = Uint8Array<ArrayBuffer>;

/** Characters. Large enough to be worth a message, small enough for one. */
const pieceLength = 100_000;

const encoder = new TextEncoder();

lowerThreadPriority();
serveThread((): ItemMethods => {
  let selection!: ItemSelection;
  const counted: ItemCounts = { itemCount: 0, itemsDone: 0 };
  let texts: string[] = [];
  let length = 0;
  let isFirstPiece = true;

  function write(text: string): void {
    const item = parseItem(text);
    counted.itemCount += 1;
    if (item.status !== "pending") counted.itemsDone += 1;
    const level = levelOfItem(item);
    if (selection.levels !== undefined && (level === null || !selection.levels.includes(level))) return;
    const written = JSON.stringify(selectFields(toItemBody(selection, item), selection.fields));
    texts.push(written);
    length += written.length;
  }

  function takePiece(minLength: number): Piece | undefined {
    if (length < minLength) return undefined;
    const text = texts.join(",");
    const piece = encoder.encode(isFirstPiece ? text : `,${text}`);
    isFirstPiece = false;
    texts = [];
    length = 0;
    return piece;
  }

  return {
    begin(given) {
      selection = given;
    },
    add(some) {
      some.forEach(write);
      const piece = takePiece(pieceLength);
      return new Transferred(piece, piece === undefined ? [] : [piece.buffer]);
    },
    end() {
      const piece = takePiece(1);
      return new Transferred({ piece, counted }, piece === undefined ? [] : [piece.buffer]);
    },
  };
});
