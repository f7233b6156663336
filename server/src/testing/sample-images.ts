import { encodePng } from "../extraction/image/encode-png.ts";

/** Image files in the simplest form that each format allows. */
export interface GreyImage {
  width: number;
  height: number;
  /** One byte for each pixel, row by row; 0 is black. */
  grey: Uint8Array;
}

export function toPng({ width, height, grey }: GreyImage): Uint8Array {
  return encodePng({
    width,
    height,
    rgb: Uint8Array.from({ length: grey.length * 3 }, (_, at) => grey[Math.floor(at / 3)] ?? 0),
  });
}

/** Lossless, black and white: one bit for each pixel, everything else has a code of no bits. */
export function toWebp({ width, height, grey }: GreyImage): Uint8Array {
  const bits = new BitWriter("leastFirst");
  bits.write(0x2f, 8);
  bits.write(width - 1, 14);
  bits.write(height - 1, 14);
  bits.write(0, 4);
  // One transform, "subtract green", so that red and blue are always zero; no colour cache, one set of codes.
  bits.write(1, 1);
  bits.write(2, 2);
  bits.write(0, 3);
  // Green: the two symbols 0 and 255.
  bits.write(0b011, 3);
  bits.write(0, 1);
  bits.write(255, 8);
  // Red and blue: 0. Alpha: 255. Distance: 0.
  for (let colour = 0; colour < 2; colour++) bits.write(0b0001, 4);
  bits.write(0b101, 3);
  bits.write(255, 8);
  bits.write(0b0001, 4);
  for (const value of grey) bits.write(value < 128 ? 0 : 1, 1);
  const data = bits.bytes();
  const padded = Buffer.concat([data, Buffer.alloc(data.length % 2)]);
  const head = Buffer.alloc(20);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(12 + padded.length, 4);
  head.write("WEBPVP8L", 8, "latin1");
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, padded]);
}

/** Baseline, with codes of one length instead of Huffman's. */
export function toJpeg({ width, height, grey }: GreyImage): Uint8Array {
  const segment = (marker: number, data: number[]) => [
    0xff,
    marker,
    (data.length + 2) >> 8,
    (data.length + 2) & 255,
    ...data,
  ];
  // Twelve codes of four bits tell the size of the first coefficient, 176 of eight the run and size of the others.
  const firstSizes = Array.from({ length: 12 }, (_, size) => size);
  const others = Array.from({ length: 176 }, (_, index) => (Math.floor(index / 11) << 4) | (index % 11));
  const counts = (length: number, count: number) =>
    Array.from({ length: 16 }, (_, index) => (index + 1 === length ? count : 0));
  const step = 8;
  const head = [
    ...[0xff, 0xd8],
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => step)]),
    ...segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, ...counts(4, firstSizes.length), ...firstSizes]),
    ...segment(0xc4, [0x10, ...counts(8, others.length), ...others]),
    ...segment(0xda, [1, 1, 0x00, 0, 63, 0]),
  ];
  const bits = new BitWriter("mostFirst");
  const writeValue = (value: number, size: number) => bits.write(value < 0 ? value + (1 << size) - 1 : value, size);
  const sizeOf = (value: number) => (value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1);
  let previous = 0;
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      const [first = 0, ...rest] = coefficients((x, y) => {
        const at = Math.min(height - 1, top + y) * width + Math.min(width - 1, left + x);
        return (grey[at] ?? 255) - 128;
      }).map((value) => Math.round(value / step));
      const firstSize = sizeOf(first - previous);
      bits.write(firstSize, 4);
      writeValue(first - previous, firstSize);
      previous = first;
      let zeros = 0;
      for (const value of rest) {
        if (value === 0) {
          zeros++;
          continue;
        }
        for (; zeros > 15; zeros -= 16) bits.write(others.indexOf(0xf0), 8);
        bits.write(others.indexOf((zeros << 4) | sizeOf(value)), 8);
        writeValue(value, sizeOf(value));
        zeros = 0;
      }
      if (zeros > 0) bits.write(others.indexOf(0), 8);
    }
  }
  // A byte of ones inside the data is followed by a zero.
  const data = [...bits.bytes(1)].flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte]));
  return Uint8Array.from([...head, ...data, 0xff, 0xd9]);
}

const cosines = Array.from({ length: 64 }, (_, at) =>
  Math.cos(((2 * (at % 8) + 1) * Math.floor(at / 8) * Math.PI) / 16),
);
/** From the coarsest to the finest, along the diagonals. */
const zigzag = Array.from({ length: 64 }, (_, at) => [at % 8, Math.floor(at / 8)] as const).sort(
  ([ax, ay], [bx, by]) => {
    if (ax + ay !== bx + by) return ax + ay - bx - by;
    return (ax + ay) % 2 === 0 ? by - ay : ay - by;
  },
);

function coefficients(valueAt: (x: number, y: number) => number): number[] {
  return zigzag.map(([u, v]) => {
    let sum = 0;
    for (let y = 0; y < 8; y++) {
      for (let x = 0; x < 8; x++) sum += valueAt(x, y) * (cosines[u * 8 + x] ?? 0) * (cosines[v * 8 + y] ?? 0);
    }
    return (sum / 4) * (u === 0 ? Math.SQRT1_2 : 1) * (v === 0 ? Math.SQRT1_2 : 1);
  });
}

/** Uncompressed, one directory for each page; `nextOfLast` lets the chain end somewhere else than at its end. */
export function toTiff(pages: GreyImage[], { nextOfLast = 0 } = {}): Uint8Array {
  const entries = 9;
  const directoryBytes = 2 + entries * 12 + 4;
  const head = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  const parts: Buffer[] = [head];
  let at = head.length;
  for (const [index, { width, height, grey }] of pages.entries()) {
    const directory = Buffer.alloc(directoryBytes);
    const end = at + directoryBytes + grey.length;
    const tags: [tag: number, value: number][] = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, at + directoryBytes],
      [277, 1],
      [278, height],
      [279, grey.length],
    ];
    directory.writeUInt16LE(entries, 0);
    for (const [entry, [tag, value]] of tags.entries()) {
      directory.writeUInt16LE(tag, 2 + entry * 12);
      directory.writeUInt16LE(4, 4 + entry * 12);
      directory.writeUInt32LE(1, 6 + entry * 12);
      directory.writeUInt32LE(value, 10 + entry * 12);
    }
    directory.writeUInt32LE(index === pages.length - 1 ? nextOfLast : end, directoryBytes - 4);
    parts.push(directory, Buffer.from(grey));
    at = end;
  }
  return Buffer.concat(parts);
}

class BitWriter {
  readonly #bits: number[] = [];
  readonly #order: "leastFirst" | "mostFirst";

  constructor(order: "leastFirst" | "mostFirst") {
    this.#order = order;
  }

  write(value: number, count: number): void {
    for (let bit = 0; bit < count; bit++) {
      this.#bits.push((value >> (this.#order === "leastFirst" ? bit : count - 1 - bit)) & 1);
    }
  }

  bytes(filling = 0): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8));
    for (let at = 0; at < bytes.length * 8; at++) {
      const bit = this.#bits[at] ?? filling;
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (this.#order === "leastFirst" ? at % 8 : 7 - (at % 8)));
    }
    return bytes;
  }
}
