import { utils, write } from "@e965/xlsx";
import { compoundBytes, msgBytes } from "./compound-bytes.ts";
import { type GreyImage, toJpeg, toPng, toTiff, toWebp } from "./sample-images.ts";
import { docxBytes, inlineRow, odfBytes, pptxBytes, slideShape, wordParagraph, xlsxBytes } from "./sample-office.ts";
import { encryptedPdf, formPdf, linesPdf, longPdf, rotatedPdf } from "./sample-pdfs.ts";
import { zipBytes } from "./zip-bytes.ts";

export interface SampleFile {
  fileName: string;
  bytes: Buffer;
}

/** Small valid files of every format, including nested and refused ones. */
export async function sampleFiles(): Promise<SampleFile[]> {
  const eml = mail();
  const docx = docxSample();
  const pdf = await linesPdf(["1. Scope", "All staff are bound by this policy."]);
  const named: Record<string, Buffer | Uint8Array | string> = {
    "lines.pdf": pdf,
    "pages.pdf": await longPdf(2),
    "form.pdf": await formPdf("Who is responsible?", "The board"),
    "turned.pdf": await rotatedPdf(["A page on its side."], 90),
    "guarded.pdf": await encryptedPdf(pdf, { user: "", owner: "owner" }),
    "contract.docx": docx,
    "slides.pptx": pptxBytes([{ shapes: slideShape(["Title"], "title"), notes: "Note" }]),
    "book.xlsx": xlsxBytes({ sheets: [{ name: "S", rows: inlineRow("a", "b") }] }),
    "book.xls": xls(),
    "text.odt": odfBytes({
      kind: "text",
      body: '<text:h text:outline-level="1">H</text:h><text:list><text:list-item><text:p>p</text:p></text:list-item></text:list>',
    }),
    "book.ods": odfBytes({
      kind: "spreadsheet",
      body: '<table:table table:name="S"><table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="2"><text:p>a</text:p></table:table-cell></table:table-row></table:table>',
    }),
    "slides.odp": odfBytes({
      kind: "presentation",
      body: '<draw:page draw:name="1"><draw:frame presentation:class="title"><draw:text-box><text:p>T</text:p></draw:text-box></draw:frame></draw:page>',
    }),
    "note.rtf": String.raw`{\rtf1\ansi{\fonttbl{\f0\fcharset204 A;}}{\header T\par}{\pard\outlinelevel0 H\par}Gr\'fc\u223?e{\footnote N}\par\intbl a\cell\row{\pict\bin3 abc}\par}`,
    "page.html": "<title>t</title><h1>A</h1><p>b<br>c<script>x</script><ul><li>x</ul><table><tr><td>1<td>2</table>",
    "page.md": "# A\n\n*b* [c](d)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx\n```\n- y\n",
    "table.csv": 'a;b\n"c;d";2\n',
    "plain.txt": "1. Scope\n\nAll staff are bound.\n\nGrüße\n",
    "wide.txt": Buffer.from("\ufeff1. Scope\n\nAll staff are bound.\n", "utf16le"),
    "letter.eml": eml,
    "letter.msg": msgBytes({
      subject: "Hello",
      from: { name: "Ann", address: "ann@example.com" },
      to: [{ name: "Bob", address: "bob@example.com" }],
      text: "Please find attached.",
      attachments: [{ name: "notes.txt", content: Buffer.from("Attached words.") }],
    }),
    "bundle.zip": zipBytes([
      { name: "a.txt", data: "Words of a." },
      { name: "letter.eml", data: eml },
      { name: "inner.zip", data: zipBytes([{ name: "contract.docx", data: docx }]) },
    ]),
    "old.doc": compoundBytes({ WordDocument: Buffer.alloc(600, 1), "1Table": Buffer.alloc(100) }),
  };
  return Object.entries(named).map(([fileName, bytes]) => ({ fileName, bytes: Buffer.from(bytes) }));
}

/** Separate, because OCR takes a hundred times as long as other reading. */
export function sampleImages(): SampleFile[] {
  const image = letterI();
  return Object.entries({
    "scan.png": toPng(image),
    "scan.jpg": toJpeg(image),
    "scan.webp": toWebp(image),
    "scan.tif": toTiff([image, image]),
  }).map(([fileName, bytes]) => ({ fileName, bytes: Buffer.from(bytes) }));
}

/** A minimal image for OCR. */
function letterI(): GreyImage {
  const [width, height] = [48, 48];
  const grey = new Uint8Array(width * height).fill(255);
  for (let y = 10; y < 38; y++) grey.fill(0, y * width + 21, y * width + 26);
  return { width, height, grey };
}

function docxSample(): Buffer {
  return docxBytes({
    body: `${wordParagraph("Scope", '<w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="1"/></w:numPr>')}<w:tbl><w:tr><w:tc>${wordParagraph("a")}</w:tc></w:tr></w:tbl>`,
    parts: {
      numbering:
        '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
    },
  });
}

function xls(): Buffer {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet([["a", 1, true]]), "Data");
  return write(workbook, { type: "buffer", bookType: "xls" });
}

function mail(): string {
  return [
    "From: Ann <ann@example.com>",
    "Subject: =?utf-8?B?R3LDvMOfZQ==?=",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "<p>Gr=C3=BC=C3=9Fe</p>",
    "--b",
    "Content-Type: text/plain; name*=utf-8''%C3%BCber.txt",
    "Content-Disposition: attachment",
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from("Attached words.").toString("base64"),
    "--b--",
    "",
  ].join("\r\n");
}
