import type { TextObject } from "./text-objects.ts";

/** How lines run, told by where the page has letters at all: 0.8 of its width, or more of its width than of its height. */
export function runHorizontally(objects: TextObject[], page: { width: number; height: number }): boolean {
  const across = new Shadow(page.width);
  const down = new Shadow(page.height);
  let lineHeight = 0;
  for (const { left, right, bottom, top, form } of objects) {
    // What stands in forms does not count.
    if (!form.isPage || !across.wouldTake(left, right) || !down.wouldTake(bottom, top)) continue;
    across.take(left, right);
    down.take(bottom, top);
    if (lineHeight <= 0) lineHeight = top - bottom;
  }
  if (down.extent < Math.trunc(2 * lineHeight)) return true;
  if (across.extent < Math.trunc(2 * lineHeight)) return false;
  return across.share > 0.8 || across.share > down.share;
}

class Shadow {
  readonly #mask: Uint8Array;
  #start: number;
  #end = 0;

  constructor(length: number) {
    this.#start = Math.trunc(length);
    this.#mask = new Uint8Array(Math.max(0, this.#start));
  }

  wouldTake(from: number, to: number): boolean {
    return this.#clamped(from) < this.#clamped(to);
  }

  take(from: number, to: number): void {
    this.#mask.fill(1, this.#clamped(from), this.#clamped(to));
    this.#start = Math.min(this.#start, this.#clamped(from));
    this.#end = Math.max(this.#end, this.#clamped(to));
  }

  get extent(): number {
    return this.#end - this.#start;
  }

  get share(): number {
    if (this.#start >= this.#end) return 0;
    let filled = 0;
    for (let at = this.#start; at < this.#end; at++) filled += this.#mask[at] ?? 0;
    return filled / (this.#end - this.#start);
  }

  #clamped(value: number): number {
    return Math.trunc(Math.min(Math.max(value, 0), this.#mask.length));
  }
}
