import { constants, crc32, deflateRawSync } from "node:zlib";

/** Text is compressed in pieces of this size: smaller ones compress worse, larger ones take more memory. */
const pieceCharacters = 256 * 1024;

/** A member as it stands in a ZIP file. */
export interface PackedMember {
  name: string;
  /** 0: stored, 8: deflated. */
  method: number;
  crc: number;
  sizeBytes: number;
  compressed: Buffer[];
  compressedBytes: number;
}

/** One member of a ZIP, compressed as it is written. */
export class ZipMember implements PackedMember {
  readonly name: string;
  readonly method = 8;
  readonly compressed: Buffer[] = [];
  crc = 0;
  sizeBytes = 0;
  #waiting: string[] = [];
  #waitingCharacters = 0;

  constructor(name: string) {
    this.name = name;
  }

  write(text: string): void {
    this.#waiting.push(text);
    this.#waitingCharacters += text.length;
    if (this.#waitingCharacters >= pieceCharacters) this.#compress(constants.Z_SYNC_FLUSH);
  }

  end(): void {
    this.#compress(constants.Z_FINISH);
  }

  #compress(finishFlush: number): void {
    const bytes = Buffer.from(this.#waiting.join(""));
    this.#waiting = [];
    this.#waitingCharacters = 0;
    this.crc = crc32(bytes, this.crc);
    this.sizeBytes += bytes.length;
    this.compressed.push(deflateRawSync(bytes, { finishFlush }));
  }

  get compressedBytes(): number {
    return this.compressed.reduce((sum, { length }) => sum + length, 0);
  }
}

/** UTF-8 names. */
const flags = 0x0800;
/** 1980-01-01, the first date of the format: the same content gives the same bytes. */
const firstDay = 0x21;

function fields(member: PackedMember): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(flags, 2);
  header.writeUInt16LE(member.method, 4);
  header.writeUInt16LE(0, 6);
  header.writeUInt16LE(firstDay, 8);
  header.writeUInt32LE(member.crc, 10);
  header.writeUInt32LE(member.compressedBytes, 14);
  header.writeUInt32LE(member.sizeBytes, 18);
  header.writeUInt16LE(Buffer.byteLength(member.name), 22);
  return header;
}

/** Sizes beyond 4 GiB do not occur: a sheet has a million rows at most, and larger files are not redlined. */
export function* writeZip(members: PackedMember[]): Generator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const name = Buffer.from(member.name);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields(member), name]);
    yield local;
    yield* member.compressed;
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), fields(member), place, name]));
    offset += local.length + member.compressedBytes;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([entries, end]);
}
