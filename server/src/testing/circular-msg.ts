import { msgBytes } from "./compound-bytes.ts";

/**
 * An Outlook message whose mini sectors form a cycle: @kenjiuno/msgreader follows them for ever and uses more and more
 * memory. For tests of time and memory limits.
 */
export function circularMsgBytes(): Buffer {
  const bytes = msgBytes({
    subject: "An ordinary subject, long enough for two small sectors of the file",
    text: "Hello",
  });
  const smallTable = bytes.readUInt32LE(60);
  for (let at = 0; at < 64; at++) {
    const place = (smallTable + 1) * 512 + at * 4;
    // Every used sector points to itself.
    if (bytes.readInt32LE(place) >= -2 && bytes.readInt32LE(place) !== -1) bytes.writeInt32LE(at, place);
  }
  return bytes;
}
