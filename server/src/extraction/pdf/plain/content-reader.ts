import { ContentOperands, operatorNumber, shapes } from "./content-operands.ts";
import { Declined } from "./declined.ts";
import { layLetters } from "./laid-letters.ts";
import { MarkedContent } from "./marked-content.ts";
import type { PdfDictionary } from "./pdf-lexer.ts";
import { type FormPlace, single, type TextFont, TextItems, type TextObject } from "./text-objects.ts";
import { identity, type Matrix, pagePlace, placeWithin, product, TextScales, TextState } from "./text-state.ts";

/** What the names in a content stream stand for. */
export interface Resources {
  font(name: string): TextFont;
  /** A form that may hold letters; undefined for a picture. */
  form(name: string): Form | undefined;
  graphicsState(name: string): PdfDictionary;
  properties(name: string): PdfDictionary | undefined;
}

export interface Form {
  bytes: Uint8Array;
  matrix: Matrix;
  resources: Resources;
}

/** Deeper ones are declined. */
export const maxFormDepth = 6;
const maxSavedStates = 256;
const maxForms = 2000;
const maxContentBytes = 32 * 1024 ** 2;

/**
 * Reads which letters a page shows and where, as PDFium does (its `CPDF_StreamContentParser` and `CPDF_TextObject`).
 * Lines, colours and pictures are passed over; what is not known for certain to be without effect declines the page.
 */
export class ContentReader {
  readonly items = new TextItems();
  #state = new TextState();
  /** Used again and again: some writers save the state for every word. */
  readonly #saved: TextState[] = [];
  #savedDepth = 0;
  /** Of what is saved around the form at hand, which it cannot reach. */
  #outerDepth = 0;
  #contentBytes = 0;
  #form: FormPlace = pagePlace();
  #marks = new MarkedContent();
  #resources: Resources | undefined;
  #visit: (object: TextObject) => void = () => {};
  #isInText = false;
  #formDepth = 0;
  #forms = 0;
  readonly #scales = new TextScales();

  #operands = new ContentOperands(new Uint8Array());

  /** Visits the text objects in the order in which they are written. */
  read(content: Uint8Array, resources: Resources, visit: (object: TextObject) => void): void {
    this.items.reset();
    this.#state = new TextState();
    this.#form = pagePlace();
    this.#visit = visit;
    this.#formDepth = 0;
    this.#forms = 0;
    this.#savedDepth = 0;
    this.#contentBytes = 0;
    this.#run(content, resources);
  }

  #run(content: Uint8Array, resources: Resources): void {
    const operands = new ContentOperands(content);
    this.#operands = operands;
    this.#resources = resources;
    this.#outerDepth = this.#savedDepth;
    this.#marks = new MarkedContent();
    this.#isInText = false;
    this.#contentBytes += content.length;
    if (this.#contentBytes > maxContentBytes) throw new Declined("a long page");
    for (let operator = operands.nextOperator(); operator !== 0; operator = operands.nextOperator()) {
      const operate = this.#operators.get(operator);
      if (operate === undefined) throw new Declined("an operator that is not known");
      if (operate !== null) operate();
    }
  }

  /** What each operator does; null where it has nothing to do with letters. */
  readonly #operators = new Map<number, (() => void) | null>(
    (
      [
        ["q", () => this.#save()],
        ["Q", () => this.#restore()],
        ["cm", () => this.#concatenate()],
        ["w", () => this.#set("lineWidth")],
        ["gs", () => this.#useGraphicsState()],
        ["BT", () => this.#beginText()],
        ["ET", () => this.#endText()],
        ["Tc", () => this.#set("characterSpace")],
        ["Tw", () => this.#set("wordSpace")],
        ["TL", () => this.#set("leading")],
        ["Ts", () => this.#set("rise")],
        ["Tz", () => this.#setScale()],
        ["Tr", () => this.#set("mode")],
        ["Tf", () => this.#setFont()],
        ["Td", () => this.#move(false)],
        ["TD", () => this.#move(true)],
        ["Tm", () => this.#setTextMatrix()],
        ["T*", () => this.#nextLine()],
        ["Tj", () => this.#showString()],
        ["TJ", () => this.#showArray()],
        ["'", () => this.#showOnNextLine()],
        ['"', () => this.#showWithSpaces()],
        ["Do", () => this.#useObject()],
        ["BMC", () => this.#markByName()],
        ["BDC", () => this.#markWithProperties()],
        ["EMC", () => this.#marks.end()],
        ..."MP DP BX EX m l c v y h re S s f F f* B B* b b* n W W* J j M d ri i CS cs SC SCN sc scn G g RG rg K k sh"
          .split(" ")
          .map((name): [string, null] => [name, null]),
      ] as [string, (() => void) | null][]
    ).map(([name, operate]) => [operatorNumber(name), operate]),
  );

  #expect(shape: number): void {
    if (this.#operands.shape !== shape) throw new Declined("other operands");
  }

  #take(count: number): Float64Array {
    this.#expect(count === 0 ? shapes.nothing : shapes.numbers);
    if (this.#operands.numberCount !== count) throw new Declined("other operands");
    return this.#operands.numbers;
  }

  #set(what: "lineWidth" | "characterSpace" | "wordSpace" | "leading" | "rise" | "mode"): void {
    const [value = 0] = this.#take(1);
    if (what === "mode" && !(Number.isInteger(value) && value >= 0 && value <= 7)) throw new Declined("a text mode");
    this.#state[what] = single(value);
  }

  #save(): void {
    const depth = this.#savedDepth++;
    if (depth >= maxSavedStates) throw new Declined("states within states");
    let saved = this.#saved[depth];
    if (!saved) {
      saved = new TextState();
      this.#saved.push(saved);
    }
    saved.assign(this.#state);
  }

  #restore(): void {
    // PDFium passes over one too many.
    if (this.#savedDepth === this.#outerDepth) return;
    const saved = this.#saved[--this.#savedDepth];
    if (saved) this.#state.assign(saved);
  }

  #matrix(): Matrix {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = this.#take(6);
    return [single(a), single(b), single(c), single(d), single(e), single(f)];
  }

  #concatenate(): void {
    this.#state.ctm = product(this.#matrix(), this.#state.ctm);
  }

  #beginText(): void {
    this.#take(0);
    this.#isInText = true;
    this.#state.textMatrix = identity;
    this.#startAt(0, 0);
  }

  #endText(): void {
    this.#take(0);
    this.#isInText = false;
  }

  #setTextMatrix(): void {
    this.#state.textMatrix = this.#matrix();
    this.#startAt(0, 0);
  }

  #startAt(x: number, y: number): void {
    const state = this.#state;
    state.lineX = x;
    state.lineY = y;
    state.x = x;
    state.y = y;
  }

  #move(setsLeading: boolean): void {
    const numbers = this.#take(2);
    const { lineX, lineY } = this.#state;
    const down = single(numbers[1] ?? 0);
    this.#startAt(single(lineX + single(numbers[0] ?? 0)), single(lineY + down));
    if (setsLeading) this.#state.leading = -down;
  }

  #nextLine(): void {
    const { lineX, lineY, leading } = this.#state;
    this.#startAt(lineX, single(lineY - leading));
  }

  #setScale(): void {
    const [percent = 100] = this.#take(1);
    this.#state.scale = single(single(percent) / 100);
  }

  #setFont(): void {
    this.#expect(shapes.nameAndNumber);
    if (this.#operands.numberCount !== 1) throw new Declined("other operands");
    this.#state.size = single(this.#operands.numbers[0] ?? 0);
    this.#state.font = this.#resources?.font(this.#operands.names[0] ?? "");
  }

  #useGraphicsState(): void {
    const state = this.#resources?.graphicsState(this.#onlyName());
    if (state?.has("Font")) throw new Declined("a font in a graphics state");
    const width = state?.get("LW");
    if (typeof width === "number") this.#state.lineWidth = single(width);
    else if (width !== undefined) throw new Declined("a line width elsewhere");
  }

  #onlyName(): string {
    this.#expect(shapes.name);
    return this.#operands.names[0] ?? "";
  }

  #markWithProperties(): void {
    // A tag, and a name or a dictionary.
    const isNamed = this.#operands.shape === shapes.twoNames;
    if (!isNamed) this.#expect(shapes.nameAndDictionary);
    const properties = isNamed ? this.#resources?.properties(this.#operands.names[1] ?? "") : this.#operands.dictionary;
    // Whether two of these are the same one is told by the dictionary, which is read anew each time.
    if (isNamed && properties?.has("ActualText")) throw new Declined("a text elsewhere in the place of the letters");
    this.#marks.begin(properties);
  }

  #markByName(): void {
    this.#onlyName();
    this.#marks.begin(undefined);
  }

  #useObject(): void {
    const form = this.#resources?.form(this.#onlyName());
    if (!form) return;
    if (++this.#forms > maxForms || this.#formDepth >= maxFormDepth) throw new Declined("forms within forms");
    const [state, place, operands, resources] = [this.#state, this.#form, this.#operands, this.#resources];
    const [depth, outerDepth, marks, isInText] = [this.#savedDepth, this.#outerDepth, this.#marks, this.#isInText];
    this.#state = state.forForm(form.matrix);
    this.#form = placeWithin(place, state.ctm);
    this.#formDepth++;
    this.#run(form.bytes, form.resources);
    this.#formDepth--;
    this.#form = place;
    this.#state = state;
    this.#operands = operands;
    this.#resources = resources;
    this.#savedDepth = depth;
    this.#outerDepth = outerDepth;
    this.#marks = marks;
    this.#isInText = isInText;
  }

  #showOnNextLine(): void {
    this.#nextLine();
    this.#showString();
  }

  #showWithSpaces(): void {
    this.#expect(shapes.numbersAndString);
    const [words = 0, characters = 0] = this.#operands.numbers;
    if (this.#operands.numberCount !== 2) throw new Declined("other operands");
    this.#state.wordSpace = single(words);
    this.#state.characterSpace = single(characters);
    this.#nextLine();
    this.#showStrings();
  }

  #showString(): void {
    this.#expect(shapes.string);
    this.#showStrings();
  }

  #showStrings(): void {
    if (this.#operands.stringCount > 0) this.#show();
  }

  #showArray(): void {
    this.#expect(shapes.array);
    const state = this.#state;
    const { size, scale } = state;
    const moveBy = (thousandths: number) => {
      state.x = single(state.x - single(single(single(thousandths * size) / 1000) * scale));
    };
    if (this.#operands.firstMovement !== 0) moveBy(this.#operands.firstMovement);
    if (this.#operands.stringCount === 0) return;
    this.#show();
    // What stands behind the last string is lost to PDFium where one of them is empty.
    const last = this.#operands.movements[this.#operands.stringCount - 1] ?? 0;
    if (last !== 0 && this.#operands.emptyStrings === 0) moveBy(last);
  }

  #show(): void {
    const state = this.#state;
    const { font, size, ctm, textMatrix, characterSpace } = state;
    if (!font || !this.#isInText) throw new Declined("letters without a font or outside of a text");
    const { a, b, c, d } = this.#scales.of(state);
    if (b !== 0 || c !== 0 || !(a > 0 && d > 0) || !(size > 0)) throw new Declined("text that is not upright");
    const risen = single(state.y + state.rise);
    const textX = single(single(single(textMatrix[0] * state.x) + single(textMatrix[2] * risen)) + textMatrix[4]);
    const textY = single(single(single(textMatrix[1] * state.x) + single(textMatrix[3] * risen)) + textMatrix[5]);
    const x = single(single(single(ctm[0] * textX) + single(ctm[2] * textY)) + ctm[4]);
    const y = single(single(single(ctm[1] * textX) + single(ctm[3] * textY)) + ctm[5]);

    const { items } = this;
    const from = items.length;
    const { width, left, right, bottom, top } = layLetters(items, this.#operands, font, state);
    state.x = single(state.x + single(width * state.scale));

    const thickness = isStroked(state.mode) ? single(state.lineWidth / 2) : 0;
    const form = this.#form;
    const object: TextObject = {
      font,
      size,
      characterSpace,
      scaleX: a,
      scaleY: d,
      x,
      y,
      pageScaleX: single(a * form.scaleX),
      pageScaleY: single(d * form.scaleY),
      pageX: single(single(x * form.scaleX) + form.x),
      pageY: single(single(y * form.scaleY) + form.y),
      form,
      marks: this.#marks.current,
      index: form.objects.length,
      from,
      to: items.length,
      characters: items.length - from - this.#operands.stringCount + 1,
      left: single(single(single(a * left) + x) - thickness),
      bottom: single(single(single(d * single(single(bottom * size) / 1000)) + y) - thickness),
      right: single(single(single(a * right) + x) + thickness),
      top: single(single(single(d * single(single(top * size) / 1000)) + y) + thickness),
    };
    form.objects.push(object);
    this.#visit(object);
  }
}

/** Modes 1, 2, 5 and 6 draw the letters' outlines. */
function isStroked(mode: number): boolean {
  return mode % 4 === 1 || mode % 4 === 2;
}
