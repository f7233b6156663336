import { deflateSync, inflateSync } from "node:zlib";
import { damageFile, type SeededRandom } from "./damage.ts";

/**
 * A PDF with one to three changes of its structure: references to other objects (and so cycles), wrong numbers in dictionaries, content
 * that is damaged or repeated before it is compressed again, or what `damageFile` does to any file.
 */
export function mutatePdf(bytes: Buffer, random: SeededRandom): Buffer {
  let result = bytes;
  for (let changes = 1 + random.below(3); changes > 0; changes--) result = mutateOnce(result, random);
  return result;
}

function mutateOnce(bytes: Buffer, random: SeededRandom): Buffer {
  switch (random.below(4)) {
    case 0:
      return replaceMatch(bytes, random, /\b(\d{1,6}) 0 R\b/g, (other) => other);
    case 1:
      return replaceMatch(
        bytes,
        random,
        /(?<=[/\s[])\d{1,9}(?=[\s/\]>])/g,
        () => numbers[random.below(numbers.length)] ?? "0",
      );
    case 2:
      return rewriteStream(bytes, random);
    default:
      return damageFile(bytes, random);
  }
}

const numbers = ["0", "-1", "1", "65536", "2147483647", "4294967296", "99999999999999999999", "0.0000001", "1e30"];

/** Replaces one match, found by chance, by what `change` makes of another one. */
function replaceMatch(bytes: Buffer, random: SeededRandom, pattern: RegExp, change: (other: string) => string): Buffer {
  // Latin-1 keeps the bytes.
  const text = bytes.toString("latin1");
  const found = Array.from(text.matchAll(pattern));
  const [match, other] = [found[random.below(found.length)], found[random.below(found.length)]];
  if (match === undefined || other === undefined) return damageFile(bytes, random);
  const end = match.index + match[0].length;
  return Buffer.from(text.slice(0, match.index) + change(other[0]) + text.slice(end), "latin1");
}

const maxRepeatedBytes = 4 * 1024 * 1024;

/** Damages, nests or repeats the content of a compressed stream. The cross-reference table is then wrong, as in many real files. */
function rewriteStream(bytes: Buffer, random: SeededRandom): Buffer {
  const text = bytes.toString("latin1");
  const found = Array.from(text.matchAll(/\/Length (\d+)([^\n\r]{0,200}?)>>\s*stream\r?\n/g));
  const match = found[random.below(Math.max(1, found.length))];
  if (match === undefined) return damageFile(bytes, random);
  const start = match.index + match[0].length;
  const content = tryInflate(bytes.subarray(start, start + Number(match[1])));
  if (content === undefined || content.length === 0) return damageFile(bytes, random);
  const packed = deflateSync(changeContent(content, random), { level: 1 });
  const head = match[0].replace(/\/Length \d+/, `/Length ${packed.length}`);
  return Buffer.concat([
    ...[bytes.subarray(0, match.index), Buffer.from(head, "latin1"), packed],
    bytes.subarray(start + Number(match[1])),
  ]);
}

function changeContent(content: Buffer, random: SeededRandom): Buffer {
  switch (random.below(4)) {
    case 0:
      return Buffer.concat([Buffer.from("q ".repeat(20_000)), content]);
    case 1:
      return Buffer.concat(Array<Buffer>(Math.max(1, Math.floor(maxRepeatedBytes / content.length))).fill(content));
    default:
      return damageFile(content.length < 8 ? Buffer.alloc(8) : content, random);
  }
}

function tryInflate(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes);
  } catch {
    return undefined;
  }
}
