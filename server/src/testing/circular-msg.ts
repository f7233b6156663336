import { msgBytes } from "./compound-bytes.ts";

/**
 * An Outlook message whose small sectors lead in a circle: @kenjiuno/msgreader follows them for ever and notes down
 * each one. Real bytes that hang a reader and eat its memory, for everything that must survive them.
 */
export function circularMsgBytes(): Buffer {
  const bytes = msgBytes({
    subject: "An ordinary subject, long enough for two small sectors of the file",
    text: "Hello",
  });
  const smallTable = bytes.readUInt32LE(60);
  for (let at = 0; at < 64; at++) {
    const place = (smallTable + 1) * 512 + at * 4;
    // Every sector that leads to another, or is a last one, leads to itself.
    if (bytes.readInt32LE(place) >= -2 && bytes.readInt32LE(place) !== -1) bytes.writeInt32LE(at, place);
  }
  return bytes;
}
