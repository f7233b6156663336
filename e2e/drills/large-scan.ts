import { crc32, deflateSync } from "node:zlib";
import { SeededRandom } from "../../server/src/testing/damage.ts";

/** Grey, 0 is black. */
export type Paint = (x: number, y: number) => number;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** One byte for each pixel. The size may be another than that of the rows. */
export function toGreyPng(width: number, height: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const content = deflateSync(rows, { level: 1 });
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", content), chunk("IEND", Buffer.alloc(0))]);
}

export function paintPng(width: number, height: number, valueAt: Paint): Buffer {
  const rows = Buffer.alloc(height * (width + 1));
  let at = 0;
  for (let y = 0; y < height; y++) {
    // Each row begins with its filter: none.
    at += 1;
    for (let x = 0; x < width; x++) rows[at++] = valueAt(x, y);
  }
  return toGreyPng(width, height, rows);
}

const random = new SeededRandom(20261119);
const noiseLength = 1 << 16;
const noise = Buffer.from(Array.from({ length: noiseLength }, () => random.below(256)));

export const paintNoise: Paint = (x, y) => noise[(x * 7919 + y * 104_729) % noiseLength] ?? 0;

/** Blocks of dark and light in words and lines, which look like small print. */
export const paintStrokes: Paint = (x, y) => {
  const isBetweenWords = y % 50 >= 30 || x % 400 >= 360;
  const isDark = (noise[(Math.floor(x / 4) * 31 + Math.floor(y / 4) * 17) % noiseLength] ?? 0) < 128;
  return !isBetweenWords && isDark ? 0 : 255;
};
