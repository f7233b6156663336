import { deflateSync } from "node:zlib";

/** PDFs written byte by byte, for features that no library writes. Object 1 is the catalogue, 2 the page tree. */

export interface HandmadePage {
  content: string | Buffer;
  /** Additional entries of the page dictionary. */
  entries?: string;
  /** Additional entries of the content stream's dictionary. */
  streamEntries?: string;
}

export interface HandmadeFile {
  pages: HandmadePage[];
  /** Fonts, forms and other objects by number, from 100 on. */
  objects?: Record<number, string | Buffer>;
  /** For every page. */
  resources?: string;
  trailer?: string;
}

/** Fonts F1 to F3: Times, Times bold, and one with another encoding. */
export const handmadeFonts = "/Font << /F1 100 0 R /F2 101 0 R /F3 102 0 R >>";

const mapped = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
2 beginbfchar <01> <0066006C> <02> <FB01> endbfchar
2 beginbfrange <20> <7e> <0020> <80> <82> [<00e4> <00f6> <00fc>] endbfrange endcmap end end`;

export function handmadePdf(file: HandmadeFile): Buffer {
  const { parts, offsets } = bodyOf(file);
  const start = lengthOf(parts);
  const last = Math.max(...offsets.keys());
  let table = `xref\n0 ${last + 1}\n0000000000 65535 f \n`;
  for (let number = 1; number <= last; number++) {
    const offset = offsets.get(number);
    table += offset === undefined ? "0000000000 00000 f \n" : `${`${offset}`.padStart(10, "0")} 00000 n \n`;
  }
  const trailer = `trailer << /Size ${last + 1} /Root 1 0 R ${file.trailer ?? ""} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + trailer)]);
}

/** The same with a cross-reference stream and a PNG predictor. */
export function handmadePdfWithPredictor(file: HandmadeFile): Buffer {
  const { parts, offsets } = bodyOf(file);
  const start = lengthOf(parts);
  const last = Math.max(...offsets.keys()) + 1;
  offsets.set(last, start);
  const rows = Array.from({ length: last + 1 }, (_, number) => {
    const row = Buffer.alloc(6);
    row.writeUInt8(offsets.has(number) ? 1 : 0, 0);
    row.writeUInt32BE(offsets.get(number) ?? 0, 1);
    return row;
  });
  const predicted = rows.flatMap((row, index) => [
    Buffer.from([2]),
    row.map((byte, at) => byte - (rows[index - 1]?.[at] ?? 0)),
  ]);
  const packed = deflateSync(Buffer.concat(predicted));
  const dictionary = `<< /Type /XRef /Size ${last + 1} /Root 1 0 R /W [1 4 1] /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 6 >> /Length ${packed.length} >>`;
  return Buffer.concat([
    ...parts,
    Buffer.from(`${last} 0 obj\n${dictionary}\nstream\n`),
    packed,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ]);
}

/** Appends a later version of one object, as an incremental update does. */
export function withObjectReplaced(pdf: Buffer, number: number, value: string): Buffer {
  const before = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString("latin1"))?.[1]);
  const object = Buffer.from(`${number} 0 obj\n${value}\nendobj\n`, "latin1");
  const offset = `${pdf.length}`.padStart(10, "0");
  const tail = `xref\n${number} 1\n${offset} 00000 n \ntrailer << /Size 200 /Root 1 0 R /Prev ${before} >>\nstartxref\n${pdf.length + object.length}\n%%EOF\n`;
  return Buffer.concat([pdf, object, Buffer.from(tail)]);
}

export function streamObject(entries: string, bytes: string | Buffer): Buffer {
  const content = Buffer.from(bytes as string, "latin1");
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`, "latin1"),
    content,
    Buffer.from("\nendstream"),
  ]);
}

function bodyOf({ pages, objects, resources = handmadeFonts }: HandmadeFile): {
  parts: Buffer[];
  offsets: Map<number, number>;
} {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets = new Map<number, number>();
  let length = lengthOf(parts);
  const add = (number: number, value: string | Buffer) => {
    offsets.set(number, length);
    const part = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(value as string, "latin1"),
      Buffer.from("\nendobj\n"),
    ]);
    parts.push(part);
    length += part.length;
  };
  const pageNumber = (index: number) => 200 + index * 2;
  add(1, "<< /Type /Catalog /Pages 2 0 R >>");
  add(
    2,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${pageNumber(index)} 0 R`).join(" ")}] /MediaBox [0 0 595 842] /Resources << ${resources} >> >>`,
  );
  add(100, "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>");
  add(101, "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /Encoding /WinAnsiEncoding >>");
  add(102, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 103 0 R >>");
  add(103, streamObject("", mapped));
  for (const [number, value] of Object.entries(objects ?? {})) add(Number(number), value);
  for (const [index, { content, entries = "", streamEntries = "" }] of pages.entries()) {
    add(pageNumber(index), `<< /Type /Page /Parent 2 0 R /Contents ${pageNumber(index) + 1} 0 R ${entries} >>`);
    add(pageNumber(index) + 1, streamObject(streamEntries, content));
  }
  return { parts, offsets };
}

function lengthOf(parts: Buffer[]): number {
  return parts.reduce((all, { length }) => all + length, 0);
}

/** A file of one page. */
export const onePage = (content: string, entries = ""): HandmadeFile => ({ pages: [{ content, entries }] });

/** A line of words in the first font. */
export const textLine = (words: string, y = 700): string => `BT /F1 11 Tf 72 ${y} Td (${words}) Tj ET`;
