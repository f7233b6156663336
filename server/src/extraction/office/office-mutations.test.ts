import assert from "node:assert/strict";
import { test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { utils, write } from "@e965/xlsx";
import {
  docxBytes,
  inlineRow,
  odfBytes,
  pptxBytes,
  readSample,
  slideShape,
  wordParagraph,
  xlsxBytes,
} from "../../testing/sample-office.ts";
import { zipBytes } from "../../testing/zip-bytes.ts";
import { type Reader, UnreadableFile } from "../extracted-file.ts";
import { readHtml } from "../text/read-html.ts";
import { readMarkdown } from "../text/read-markdown.ts";
import { readRtf } from "../text/read-rtf.ts";
import { readText } from "../text/read-text.ts";
import { readDocx } from "./read-docx.ts";
import { readOdt } from "./read-odt.ts";
import { readPresentation } from "./read-presentation.ts";
import { readWorkbook } from "./read-workbook.ts";

/** The same files in every run: a failure can be run again. */
class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }
}

function mutated(bytes: Buffer, chance: Chance): Buffer {
  let result = Buffer.from(bytes);
  for (let changes = 1 + chance.below(5); changes > 0; changes--) {
    const at = chance.below(result.length);
    const length = chance.below(50);
    switch (chance.below(4)) {
      case 0:
        result[at] = chance.below(256);
        break;
      case 1:
        result = Buffer.from(result.subarray(0, at + 1));
        break;
      case 2:
        result = Buffer.concat([result.subarray(0, at), result.subarray(at + length), Buffer.from(" ")]);
        break;
      case 3:
        result = Buffer.concat([result.subarray(0, at), result.subarray(length, 2 * length), result.subarray(at)]);
    }
  }
  return result;
}

/** Changes what is packed and packs it again, so that the change gets past the checksums. */
function mutatedInside(bytes: Buffer, chance: Chance): Buffer {
  const entries: { name: string; data: Buffer }[] = [];
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const start = at + 30 + bytes.readUInt16LE(at + 26);
    const end = start + bytes.readUInt32LE(at + 18);
    entries.push({ name: bytes.toString("utf8", at + 30, start), data: inflateRawSync(bytes.subarray(start, end)) });
    at = end;
  }
  return zipBytes(entries.map(({ name, data }) => ({ name, data: chance.below(2) ? mutated(data, chance) : data })));
}

function xlsSample(): Buffer {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([["a", 1, true]]), "Data");
  return write(workbook, { type: "buffer", bookType: "xls" });
}

const packed: [name: string, reader: Reader, bytes: Buffer][] = [
  [
    "DOCX",
    readDocx,
    docxBytes({
      body: `${wordParagraph("Scope", '<w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="1"/></w:numPr>')}<w:tbl><w:tr><w:tc>${wordParagraph("a")}</w:tc></w:tr></w:tbl>`,
      parts: {
        numbering:
          '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
      },
    }),
  ],
  ["PPTX", readPresentation, pptxBytes([{ shapes: slideShape(["Title"], "title"), notes: "Note" }])],
  ["XLSX", readWorkbook, xlsxBytes({ sheets: [{ name: "S", rows: inlineRow("a", "b") }] })],
  ["ODT", readOdt, odfBytes({ kind: "text", body: '<text:h text:outline-level="1">H</text:h><text:p>p</text:p>' })],
  [
    "ODS",
    readWorkbook,
    odfBytes({
      kind: "spreadsheet",
      body: '<table:table table:name="S"><table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="2"><text:p>a</text:p></table:table-cell></table:table-row></table:table>',
    }),
  ],
];
const plain: [name: string, reader: Reader, bytes: Buffer][] = [
  ["XLS", readWorkbook, xlsSample()],
  [
    "RTF",
    readRtf,
    Buffer.from(
      String.raw`{\rtf1\ansi{\fonttbl{\f0\fcharset204 A;}}{\header T\par}{\pard\outlinelevel0 H\par}Gr\'fc\u223?e{\footnote N}\par\intbl a\cell\row{\pict\bin3 abc}\par}`,
    ),
  ],
  ["HTML", readHtml, Buffer.from("<title>t</title><h1>A</h1><p>b<br>c<ul><li>x</ul><table><tr><td>1<td>2</table>")],
  ["Markdown", readMarkdown, Buffer.from("# A\n\n*b* [c](d)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx\n```\n- y\n")],
  ["CSV", readWorkbook, Buffer.from('a;b\n"c;d";2\n')],
  ["TXT", readText, Buffer.from("1. Scope\n\nAll staff are bound.\n\nGrüße\n")],
];

const filesOfEach = 60;

for (const [name, reader, bytes] of [...packed, ...plain]) {
  test(`every damaged ${name} is read or refused with a reason`, async () => {
    const isPacked = packed.some(([other]) => other === name);
    const chance = new Chance(20240229);
    for (let count = 0; count < filesOfEach; count++) {
      const file = isPacked && count % 2 === 0 ? mutatedInside(bytes, chance) : mutated(bytes, chance);
      try {
        for (const { text, paragraphs } of (await readSample(reader, file)).pages) {
          const words = paragraphs.map(({ start, end }) => text.slice(start, end));
          assert.equal(words.join("\n"), text, `file ${count}`);
        }
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        assert.match(error.message, /^The .+\.$/, `file ${count}`);
      }
    }
  });
}
