import { crc32, deflateSync } from "node:zlib";

/** Rows from the top, three bytes for each pixel: red, green, blue. */
export interface ColourImage {
  width: number;
  height: number;
  rgb: Uint8Array;
}

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const greyType = 0;
const colourType = 2;
/** Each byte is stored as its difference from the byte above: most pixels of a page equal the one above. */
const filterUp = 2;
/** A page of text takes 70 ms at this level; level 9 takes three times as long and saves 4 %. */
const level = 6;

/** An image without colour is written in grey: a third of the bytes before compression. */
export function encodePng(image: ColourImage): Buffer {
  const { width, height } = image;
  const isGrey = hasNoColour(image.rgb);
  const samples = isGrey ? toGrey(image.rgb) : image.rgb;
  const rowBytes = width * (isGrey ? 1 : 3);
  const filtered = Buffer.alloc(height * (rowBytes + 1));
  for (let row = 0, at = 0; row < height; row++) {
    filtered[at++] = filterUp;
    for (let column = 0, from = row * rowBytes; column < rowBytes; column++, from++) {
      const above = row === 0 ? 0 : (samples[from - rowBytes] ?? 0);
      filtered[at++] = ((samples[from] ?? 0) - above) & 0xff;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, isGrey ? greyType : colourType, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(filtered, { level })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function hasNoColour(rgb: Uint8Array): boolean {
  for (let at = 0; at < rgb.length; at += 3) if (rgb[at] !== rgb[at + 1] || rgb[at] !== rgb[at + 2]) return false;
  return true;
}

function toGrey(rgb: Uint8Array): Uint8Array {
  const grey = new Uint8Array(rgb.length / 3);
  for (let at = 0; at < grey.length; at++) grey[at] = rgb[at * 3] ?? 0;
  return grey;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(8 + body.length);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), 4 + body.length);
  return framed;
}
