import { UnreadableFile } from "../extracted-file.ts";

/** MS-OXRTFCP: the initial content of the dictionary. */
const dictionaryStart = Buffer.from(
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx",
  "latin1",
);
const dictionaryBytes = 4096;
const headerBytes = 16;
const compressedSignature = 0x75465a4c;
const plainSignature = 0x414c454d;
/** A reference has two bytes and stands for 17 at most. */
const maxRatio = 17;

/** Outlook stores message bodies as compressed RTF. */
export function decompressRtf(bytes: Uint8Array): Buffer {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (packed.length < headerBytes) throw damaged();
  const signature = packed.readUInt32LE(8);
  const length = packed.readUInt32LE(4);
  if (signature === plainSignature) return packed.subarray(headerBytes, headerBytes + length);
  if (signature !== compressedSignature || length > packed.length * maxRatio) throw damaged();

  const dictionary = Buffer.alloc(dictionaryBytes);
  dictionaryStart.copy(dictionary);
  let end = dictionaryStart.length;
  const out = Buffer.alloc(length);
  let written = 0;
  const write = (byte: number) => {
    if (written < length) out[written++] = byte;
    dictionary[end] = byte;
    end = (end + 1) % dictionaryBytes;
  };
  let at = headerBytes;
  while (at < packed.length && written < length) {
    // Each bit is a literal byte (0) or a reference to the dictionary (1).
    let flags = packed[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < packed.length; bit++, flags >>= 1) {
      if ((flags & 1) === 0) {
        write(packed[at++] ?? 0);
        continue;
      }
      const reference = ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0);
      at += 2;
      let from = reference >> 4;
      // A reference to the write position ends the text.
      if (from === end) return out.subarray(0, written);
      for (let count = (reference & 15) + 2; count > 0; count--) {
        write(dictionary[from] ?? 0);
        from = (from + 1) % dictionaryBytes;
      }
    }
  }
  return out.subarray(0, written);
}

const damaged = () => new UnreadableFile("The Outlook message is damaged: its text cannot be unpacked.");
