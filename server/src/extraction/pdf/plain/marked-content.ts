import { Declined } from "./declined.ts";
import { latin1, type PdfDictionary, type PdfValue } from "./pdf-lexer.ts";
import type { Marks } from "./text-objects.ts";

const maxDepth = 256;
const unmarked: Marks = { depth: 0, properties: undefined, actualText: undefined };

/** What a content stream marks, one within the other, and which text is to be read in the place of letters. */
export class MarkedContent {
  readonly #open: Marks[] = [];

  get current(): Marks {
    return this.#open.at(-1) ?? unmarked;
  }

  begin(properties: PdfDictionary | undefined): void {
    const outer = this.current;
    if (outer.depth >= maxDepth) throw new Declined("marks within marks");
    const text = properties?.get("ActualText");
    const actualText = text === undefined ? outer.actualText : textOf(text);
    this.#open.push({ depth: outer.depth + 1, properties, actualText });
  }

  end(): void {
    this.#open.pop();
  }
}

/** UTF-16 with its mark, or letters that are the same in every encoding. */
function textOf(string: PdfValue): string {
  if (!(string instanceof Uint8Array)) throw new Declined("another text in the place of the letters");
  if (string[0] === 0xfe && string[1] === 0xff && string.length % 2 === 0) {
    let text = "";
    for (let at = 2; at < string.length; at += 2) {
      text += String.fromCharCode((string[at] ?? 0) * 256 + (string[at + 1] ?? 0));
    }
    return text;
  }
  if (!string.every((byte) => byte >= 0x20 && byte < 0x7f))
    throw new Declined("another text in the place of the letters");
  return latin1(string, 0, string.length);
}
