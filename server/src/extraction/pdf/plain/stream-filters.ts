import { inflateSync } from "node:zlib";
import { Declined, TooCostly } from "./declined.ts";
import type { PdfDictionary, PdfValue } from "./pdf-lexer.ts";

/** More than the longest page of letters has; what unpacks to more is left to PDFium and its limits. */
export const maxStreamBytes = 32 * 1024 ** 2;

type Resolve = (value: PdfValue | undefined) => PdfValue;

/** The bytes as they are meant: packed by Flate or not at all, with PNG's predictors. */
export function unpacked(packed: Uint8Array, dictionary: PdfDictionary, resolve: Resolve): Uint8Array {
  const filters = listOf(resolve(dictionary.get("Filter")), resolve);
  const [filter, ...others] = filters;
  if (filter === undefined) return packed;
  if (filter !== "FlateDecode" || others.length > 0) throw new Declined("another filter");
  const parameters = listOf(resolve(dictionary.get("DecodeParms")), resolve)[0] ?? null;
  const bytes = inflated(packed);
  if (parameters === null) return bytes;
  if (!(parameters instanceof Map)) throw new Declined("parameters of a filter");
  const number = (key: string, usual: number): number => {
    const value = resolve(parameters.get(key)) ?? usual;
    if (typeof value !== "number" || !Number.isInteger(value)) throw new Declined("parameters of a filter");
    return value;
  };
  const predictor = number("Predictor", 1);
  if (predictor === 1) return bytes;
  if (predictor < 10 || predictor > 15) throw new Declined("another predictor");
  const bitsPerPixel = number("Colors", 1) * number("BitsPerComponent", 8);
  return unpredicted(bytes, {
    rowBytes: Math.ceil((number("Columns", 1) * bitsPerPixel) / 8),
    pixelBytes: Math.ceil(bitsPerPixel / 8),
  });
}

function listOf(value: PdfValue, resolve: Resolve): PdfValue[] {
  if (value === null) return [];
  return Array.isArray(value) ? value.map(resolve) : [value];
}

function inflated(packed: Uint8Array): Uint8Array {
  try {
    return inflateSync(packed, { maxOutputLength: maxStreamBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      throw new TooCostly("a stream without an end");
    // PDFium takes what it can get of a broken one.
    throw new Declined("a stream that cannot be unpacked");
  }
}

/** PNG's filters, ISO 15948, clause 9. */
function unpredicted(
  bytes: Uint8Array,
  { rowBytes, pixelBytes }: { rowBytes: number; pixelBytes: number },
): Uint8Array {
  if (!(rowBytes > 0 && pixelBytes > 0)) throw new Declined("parameters of a filter");
  const rows = Math.floor(bytes.length / (rowBytes + 1));
  if (rows * (rowBytes + 1) !== bytes.length) throw new Declined("a broken row");
  const result = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const filter = bytes[row * (rowBytes + 1)] ?? 0;
    if (filter > 4) throw new Declined("another predictor");
    const to = row * rowBytes;
    for (let at = 0; at < rowBytes; at++) {
      const left = at >= pixelBytes ? (result[to + at - pixelBytes] ?? 0) : 0;
      const up = row > 0 ? (result[to + at - rowBytes] ?? 0) : 0;
      const upLeft = row > 0 && at >= pixelBytes ? (result[to + at - rowBytes - pixelBytes] ?? 0) : 0;
      const added = [0, left, up, (left + up) >> 1, nearest(left, up, upLeft)][filter] ?? 0;
      result[to + at] = (bytes[row * (rowBytes + 1) + 1 + at] ?? 0) + added;
    }
  }
  return result;
}

function nearest(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft;
  const [toLeft, toUp, toUpLeft] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
