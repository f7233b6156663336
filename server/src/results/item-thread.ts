import type { ComplianceLevel } from "../analysis/findings/findings.ts";
import type { Doubt } from "../analysis/verdict/confidence.ts";
import type { DocumentItem, ItemCounts } from "../documents/document.ts";
import { parseItem } from "../documents/stored-item.ts";
import { lowerThreadPriority } from "../platform/lower-thread-priority.ts";
import { serveThread, Transferred } from "../platform/worker-thread.ts";
import { type Citations, openCitations } from "./citations.ts";
import { doubtOfItem, levelOfItem, toItemBody } from "./item-body.ts";
import type { DecisionChoice, Included, ItemRendering } from "./item-rendering.ts";
import { type FieldSelection, selectFields } from "./result-fields.ts";

/** Which items the result shows, and which of its fields. */
export interface ItemSelection extends ItemRendering {
  /** Of the result; undefined means all fields. */
  fields: FieldSelection | undefined;
  included: Included;
  levels: ComplianceLevel[] | undefined;
  /** Whether they need review; undefined means either. */
  needsReview: boolean | undefined;
  /** How they or their criteria are decided. */
  decisions: DecisionChoice[] | undefined;
  /** The least sure first, then those whose confidence nobody knows; otherwise in the order of the catalogue. */
  isSortedByConfidence: boolean;
}

/** Of all items, shown or not. */
export interface ItemTotals extends ItemCounts {
  itemsToReview: number;
  criteriaToReview: number;
}

/** Each connection writes one result: `begin`, then `add` for each portion, then `end`. */
export interface ItemMethods {
  begin(selection: ItemSelection): void;
  /** The stored JSON of some items. Returns a piece once enough has been written. */
  add(texts: string[]): Transferred<Piece | undefined>;
  end(): Transferred<Ending>;
}

type Piece = Uint8Array<ArrayBuffer>;

/** The last piece, what the items that are shown cite, and counts of all items, shown or not. */
interface Ending {
  piece: Piece | undefined;
  quotes: Piece;
  conditions: Piece;
  counted: ItemTotals;
}

/** Characters. Large enough to be worth a message, small enough for one. */
const pieceLength = 100_000;

/** Unknown confidence comes after every known one, and an item without a result last. */
const rankOf = (level: ComplianceLevel | null, { confidence }: Doubt) => (level === null ? 3 : (confidence ?? 2));

function isChosen({ decisions }: DocumentItem, choices: DecisionChoice[]): boolean {
  if (decisions.length === 0) return choices.includes("none");
  return decisions.some(({ kind, state }) => choices.includes(state === "look_again" ? state : kind));
}

const encoder = new TextEncoder();

lowerThreadPriority();
serveThread((): ItemMethods => {
  let selection!: ItemSelection;
  let citations!: Citations;
  const counted: ItemTotals = { itemCount: 0, itemsDone: 0, itemsToReview: 0, criteriaToReview: 0 };
  let texts: string[] = [];
  const unsorted: { text: string; rank: number }[] = [];
  let length = 0;
  let isFirstPiece = true;

  function write(text: string): void {
    const item = parseItem(text);
    counted.itemCount += 1;
    if (item.status !== "pending") counted.itemsDone += 1;
    const level = levelOfItem(item);
    const doubt = doubtOfItem(item, selection.reviewBelow);
    if (doubt.needsReview) counted.itemsToReview += 1;
    counted.criteriaToReview += doubt.criteriaToReview;
    if (selection.levels !== undefined && (level === null || !selection.levels.includes(level))) return;
    if (selection.needsReview !== undefined && (level === null || doubt.needsReview !== selection.needsReview)) return;
    if (selection.decisions !== undefined && (level === null || !isChosen(item, selection.decisions))) return;
    const written = serialize("complianceItems", toItemBody(selection, citations, item, doubt));
    if (selection.isSortedByConfidence) unsorted.push({ text: written, rank: rankOf(level, doubt) });
    else append(written);
  }

  const serialize = (member: "complianceItems" | "quotes" | "conditions", entry: object) =>
    JSON.stringify(selectFields(entry, selection.fields?.[member]));

  const encodeAll = (member: "quotes" | "conditions") =>
    encoder.encode(citations[member].map((entry) => serialize(member, entry)).join(","));

  function append(written: string): void {
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
      citations = openCitations(given, given.included);
    },
    add(some) {
      some.forEach(write);
      const piece = takePiece(pieceLength);
      return new Transferred(piece, piece === undefined ? [] : [piece.buffer]);
    },
    end() {
      for (const { text } of unsorted.sort((a, b) => a.rank - b.rank)) append(text);
      const piece = takePiece(1);
      const [quotes, conditions] = [encodeAll("quotes"), encodeAll("conditions")];
      const buffers = [...(piece === undefined ? [] : [piece.buffer]), quotes.buffer, conditions.buffer];
      return new Transferred({ piece, quotes, conditions, counted }, buffers);
    },
  };
});
