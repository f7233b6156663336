import { crc32, deflateRawSync } from "node:zlib";

/** A member of a ZIP whose headers may be wrong. */
export interface ZipBytesEntry {
  name: string | Buffer;
  data: Buffer | string;
  isStored?: boolean;
  /** Wrong values for the headers. */
  declaredSize?: number;
  declaredCrc?: number;
  method?: number;
  flags?: number;
  /** The upper half of the external attributes: a Unix mode. */
  mode?: number;
}

export function zipBytes(entries: ZipBytesEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data);
    const name = Buffer.from(entry.name);
    const compressed = entry.isStored ? data : deflateRawSync(data);
    const method = entry.method ?? (entry.isStored ? 0 : 8);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.flags ?? (typeof entry.name === "string" ? 0x800 : 0), 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(entry.declaredCrc ?? crc32(data), 10);
    common.writeUInt32LE(compressed.length, 14);
    common.writeUInt32LE(entry.declaredSize ?? data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, name, compressed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    // Made on Unix (3).
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x03", "latin1"), common, tail, name]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
