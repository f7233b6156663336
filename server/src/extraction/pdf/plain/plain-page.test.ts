import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import {
  handmadeFonts,
  handmadePdf,
  handmadePdfWithPredictor,
  onePage,
  streamObject,
  textLine,
  withObjectReplaced,
} from "../../../testing/handmade-pdf.ts";
import {
  encryptedPdf,
  formPdf,
  linesPdf,
  longPdf,
  makePdf,
  mappedScriptPdf,
  rotatedPdf,
  scannedPdf,
  sentence,
} from "../../../testing/sample-pdfs.ts";
import { comparePage, storingPdfs, withPdf } from "../../../testing/stored-pdf.ts";
import { PlainPages } from "./plain-pages.ts";

const stored = storingPdfs();

/** What becomes of the first page, read both ways. */
async function firstPage(bytes: Uint8Array): Promise<string> {
  return withPdf(await stored(bytes), (document) => {
    const plain = PlainPages.open(document);
    if (!plain) return "declined as a file";
    const compared = comparePage(document, plain, 1);
    if (compared.outcome === "agrees") return compared.letters > 0 ? "agrees" : "agrees that it is empty";
    return `${compared.outcome}: ${compared.reason}`;
  });
}

const packed = deflateSync(textLine("A packed page of words"));

/** Everything the reader takes; each is compared with what PDFium reads, segment by segment. */
const taken: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  "a text object for each line": () => longPdf(1),
  "a text object for each word": () => longPdf(1, { placement: "word" }),
  "a picture": () => scannedPdf([["Nothing to read"]]),
  "two columns, a table and a footnote": () =>
    makePdf([
      (sheet) => {
        for (let row = 0; row < 8; row++) {
          sheet.line(sentence(row, 5), { x: 60, y: 100 + row * 13.5 });
          sheet.line(sentence(row + 20, 5), { x: 340, y: 100 + row * 13.5 });
          for (let cell = 0; cell < 3; cell++) sheet.line(`Cell ${cell}`, { x: 72 + cell * 150, y: 400 + row * 20 });
        }
        sheet.line("1 See the retention schedule.", { y: 760, size: 8 });
      },
    ]),
  "letters moved apart and together": () =>
    handmadePdf(
      onePage(
        "BT /F1 11 Tf 72 700 Td -20 0 Td [-300 (W) 80 (ord) -250 (by) -125 (word) -124 (close) 60] TJ (on) Tj ET",
      ),
    ),
  "an empty string in an array": () =>
    handmadePdf(
      onePage("BT /F1 11 Tf 72 700 Td [() -500 (some) () -400 (words) -3000] TJ (behind) Tj [-4000] TJ (far) Tj ET"),
    ),
  "spaces between words and letters": () =>
    handmadePdf(
      onePage(
        "BT /F1 11 Tf 72 700 Td 4 Tw (stretched out words) Tj 0 Tw 3 Tc 0 -20 Td (wide) Tj -0.4 Tc 0 -20 Td (nar) Tj (r) Tj (ow) Tj ET",
      ),
    ),
  "letters stretched and raised": () =>
    handmadePdf(
      onePage(
        "BT /F1 11 Tf 72 700 Td 140 Tz (stretched) Tj 60 Tz (narrow) Tj 100 Tz ( see note) Tj 4 Ts /F1 7 Tf (12) Tj 0 Ts /F1 11 Tf ( there) Tj ET",
      ),
    ),
  "the operators that begin a line": () =>
    handmadePdf(
      onePage(
        `BT /F1 11 Tf 14 TL 72 700 Td (one) Tj T* (two) Tj (three) ' 2 1 (four times) " 0 -30 TD (five) Tj T* (six) Tj ET`,
      ),
    ),
  "strings with escapes and in hexadecimal": () =>
    handmadePdf(
      onePage(
        "BT /F1 11 Tf 72 700 Td (a \\(b\\) \\101\\102 c (nested) d\\\ne) Tj 0 -20 Td <48 656C 6c6F2> Tj 0 -20 Td (caf\\351 \\200 \\223q\\224) Tj ET",
      ),
    ),
  "letters that are written as the ends of lines": () =>
    handmadePdf({
      ...onePage("BT /F9 11 Tf 72 700 Td (x\rx\nx\r\nx\\\r\nx \\)\r) Tj ET"),
      resources: "/Font << /F9 110 0 R >>",
      objects: {
        110: "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding << /Differences [10 /a 13 /b] >> >>",
      },
    }),
  "codes that are mapped to other letters": () =>
    handmadePdf(onePage("BT /F3 11 Tf 72 700 Td (of\\001ine \\002nd \\200\\201\\202) Tj ET")),
  "a hyphen at the end of a line": () =>
    handmadePdf(
      onePage(
        "BT /F1 11 Tf 72 700 Td (this is compre-) Tj 0 -13 Td (hensive and 3-) Tj 0 -13 Td (4 or soft\\255) Tj 0 -13 Td (ened - ) Tj 0 -13 Td (end) Tj ET",
      ),
    ),
  "a hyphen that is an object of its own": () =>
    handmadePdf(onePage("BT /F1 11 Tf 72 700 Td (compre) Tj (-) Tj -1 -13 Td (hensive) Tj ET")),
  "words drawn twice": () =>
    handmadePdf(
      onePage(
        `${textLine("shadow")} BT /F1 11 Tf 72.3 700.2 Td (shadow) Tj ET BT /F2 11 Tf 72 650 Td (b) Tj 72 0 Td (b) Tj -71.9 0 Td (b) Tj ET`,
      ),
    ),
  "words of a line out of order": () =>
    handmadePdf(
      onePage(`BT /F1 11 Tf 200 700 Td (third) Tj -60 0 Td (second) Tj -60 0 Td (first) Tj 0 -3 Td (below) Tj ET`),
    ),
  "bold words and letters with outlines": () =>
    handmadePdf(onePage("BT /F2 14 Tf 72 700 Td (A heading) Tj 2 Tr 0.5 w 0 -20 Td (outlined) Tj 0 Tr ( not) Tj ET")),
  "scaled and shifted pages": () =>
    handmadePdf(
      onePage(
        "q 0.5 0 0 -0.5 30 800 cm BT /F1 22 Tf 1 0 0 -1 72 200 Tm (upside down twice) Tj ET Q q 2 0 0 2 0 0 cm BT /F1 1 Tf 9 0 0 9 36 300 Tm (large) Tj ET Q",
        "/CropBox [20 20 500 800]",
      ),
    ),
  "forms within forms": () =>
    handmadePdf({
      ...onePage(`q 1 0 0 1 50 100 cm /X1 Do Q ${textLine("on the page")}`),
      resources: `${handmadeFonts} /XObject << /X1 110 0 R >>`,
      objects: {
        110: streamObject(
          `/Type /XObject /Subtype /Form /BBox [0 0 500 500] /Matrix [0.9 0 0 0.9 5 5] /Resources << ${handmadeFonts} /XObject << /X2 111 0 R >> >>`,
          `${textLine("in a form", 300)} q 1.5 0 0 1.5 0 0 cm /X2 Do Q`,
        ),
        111: streamObject("/Type /XObject /Subtype /Form /BBox [0 0 500 500]", textLine("in its form", 100)),
      },
    }),
  "marks, one of them with a text of its own": () =>
    handmadePdf(
      onePage(
        `/P << /MCID 0 >> BDC BT /F1 11 Tf 72 700 Td (before ) Tj /Span << /ActualText <FEFF00660066> >> BDC (X) Tj (Y) Tj EMC ( after) Tj /Span << /ActualText (-) >> BDC (Z) Tj EMC 0 -13 Td (next) Tj ET EMC /Artifact BMC ${textLine("a running title", 800)} EMC`,
      ),
    ),
  layers: () =>
    handmadePdf({
      ...onePage(`/OC /L1 BDC ${textLine("in a layer")} EMC`),
      resources: `${handmadeFonts} /Properties << /L1 110 0 R >>`,
      objects: { 110: "<< /Type /OCG /Name (Layer) >>" },
    }),
  "lines, colours and states of graphics": () =>
    handmadePdf({
      ...onePage(
        `/G gs 0.5 g 1 0 0 RG [3 2] 0 d 10 10 m 20 20 l S 0 0 9 9 re W n /DeviceRGB cs 1 0 0 sc ${textLine("among lines")} % a remark\n0 0 m h f*`,
      ),
      resources: `${handmadeFonts} /ExtGState << /G << /LW 2 /ca 0.5 >> >>`,
    }),
  "a page that is packed": () => handmadePdf({ pages: [{ content: packed, streamEntries: "/Filter /FlateDecode" }] }),
  "a cross-reference stream with a predictor": () =>
    handmadePdfWithPredictor(onePage(textLine("found through a stream"))),
  "an object that was replaced later": () =>
    withObjectReplaced(
      handmadePdf(onePage(textLine("the first version"))),
      201,
      streamObject("", textLine("the second version")).toString("latin1"),
    ),
  "widths of its own": () =>
    handmadePdf({
      ...onePage("BT /F9 12 Tf 72 700 Td (ABBA CAB) Tj 0 -20 Td [(A) -120 (B) -300 (C)] TJ ET"),
      resources: "/Font << /F9 110 0 R >>",
      objects: {
        110: "<< /Type /Font /Subtype /TrueType /BaseFont /Arial /FirstChar 65 /LastChar 67 /Widths [900 300 1200] /Encoding << /Differences [67 /eacute] >> >>",
      },
    }),
};

for (const [what, make] of Object.entries(taken)) {
  test(`${what}: read quickly as PDFium reads it`, async () => {
    assert.match(await firstPage(await make()), what === "a picture" ? /^agrees that it is empty$/ : /^agrees$/);
  });
}

/** Everything it leaves to PDFium, and why. */
const declined: Record<string, [() => Uint8Array | Promise<Uint8Array>, string]> = {
  "an encrypted file": [
    async () => encryptedPdf(await linesPdf(["Read me"]), { user: "", owner: "secret" }),
    "declined as a file",
  ],
  "bytes before the header": [
    () => Buffer.concat([Buffer.from("\n\n"), handmadePdf(onePage(textLine("shifted")))]),
    "declined as a file",
  ],
  "a page that is turned": [
    () => handmadePdf(onePage(textLine("upright on its side"), "/Rotate 90")),
    "declined: a page that is turned",
  ],
  "a page stored on its side": [() => rotatedPdf(["On its side"], 90), "declined: text that is not upright"],
  "text that is turned": [
    () => handmadePdf(onePage("BT /F1 11 Tf 0 1 -1 0 72 700 Tm (upwards) Tj ET")),
    "declined: text that is not upright",
  ],
  "text that leans": [
    () => handmadePdf(onePage("BT /F1 11 Tf 1 0 0.3 1 72 700 Tm (oblique) Tj ET")),
    "declined: text that is not upright",
  ],
  "letters from right to left": [
    () => mappedScriptPdf(["הספק ישמור על סודיות"]),
    "declined: a letter without a certain meaning",
  ],
  "a filled form": [() => formPdf("Who?", "Ada Example"), "declined: a written annotation"],
  "a picture within the content": [
    () => handmadePdf(onePage(`${textLine("words")} BI /W 1 /H 1 /BPC 8 /CS /G ID x EI`)),
    "declined: an operator that is not known",
  ],
  "a font of drawings": [
    () =>
      handmadePdf({
        ...onePage("BT /T3 11 Tf 72 700 Td (a) Tj ET"),
        resources: "/Font << /T3 110 0 R >>",
        objects: {
          110: "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >> /Encoding << /Differences [] >> /FirstChar 97 /LastChar 97 /Widths [1] >>",
        },
      }),
    "declined: a font of another kind",
  ],
  "a font that is not there": [
    () => handmadePdf(onePage("BT /F7 11 Tf 72 700 Td (which font) Tj ET")),
    "declined: a name that stands for nothing",
  ],
  "a font within a state of graphics": [
    () =>
      handmadePdf({
        ...onePage(`/G gs ${textLine("words")}`),
        resources: `${handmadeFonts} /ExtGState << /G << /Font [100 0 R 9] >> >>`,
      }),
    "declined: a font in a graphics state",
  ],
  "another unit": [() => handmadePdf(onePage(textLine("large"), "/UserUnit 2")), "declined: another unit"],
  "another filter": [
    () => handmadePdf({ pages: [{ content: "00>", streamEntries: "/Filter /ASCIIHexDecode" }] }),
    "declined: another filter",
  ],
  "a broken stream": [
    () => handmadePdf({ pages: [{ content: packed.subarray(0, 12), streamEntries: "/Filter /FlateDecode" }] }),
    "declined: a stream that cannot be unpacked",
  ],
  "a table with a stream beside it": [
    () => handmadePdf({ ...onePage(textLine("words")), trailer: "/XRefStm 9" }),
    "declined as a file",
  ],
  "a form in itself": [
    () =>
      handmadePdf({
        ...onePage("/X Do"),
        resources: `${handmadeFonts} /XObject << /X 110 0 R >>`,
        objects: {
          110: streamObject(
            `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 110 0 R >> >>`,
            "/X Do",
          ),
        },
      }),
    "declined: forms within forms",
  ],
  "a cross-reference stream whose entries take no bytes": [
    () => {
      const whole = handmadePdf(onePage(textLine("words")));
      const entries = `/Type /XRef /Size 4000000 /Root 1 0 R /W [0 0 0] /Index [${"0 4000000 ".repeat(2)}]`;
      return Buffer.concat([
        whole,
        Buffer.from("900 0 obj\n"),
        streamObject(entries, ""),
        Buffer.from(`\nendobj\nstartxref\n${whole.length}\n%%EOF\n`),
      ]);
    },
    "declined as a file",
  ],
  "a dictionary of very many values": [
    () => handmadePdf(onePage(textLine("words"), `/PieceInfo [${"<<>>".repeat(100_001)}]`)),
    "declined: too many values",
  ],
  "a stream that unpacks to very much": [
    () =>
      handmadePdf({
        pages: [{ content: deflateSync(Buffer.alloc(33 * 1024 ** 2, " ")), streamEntries: "/Filter /FlateDecode" }],
      }),
    "declined: a stream without an end",
  ],
  ...Object.fromEntries(
    [
      "11 /F1 Tf (size before name) Tj",
      "/F1 11 (more) Tf (something behind the size) Tj",
      "5 5 () Td (something behind the numbers) Tj",
      "(outside) [(inside)] TJ",
      "[(inside)] (outside) TJ",
      "[(one)] [(two)] TJ",
      "[(inside)] << /A 1 >> TJ",
      "(string) << /A 1 >> Tj",
      '3 (string) 1 "',
      "/P << /MCID 0 >> BMC (string) Tj EMC",
      "<< /MCID 0 >> /P BDC (string) Tj EMC",
    ].map((content) => [
      `operands in another order, as in ${content}`,
      [() => handmadePdf(onePage(`BT /F1 11 Tf 72 700 Td ${content} ET`)), "declined: other operands"],
    ]),
  ),
  "operands of another kind": [() => handmadePdf(onePage("BT /F1 11 Tf 72 Td (x) Tj ET")), "declined: other operands"],
};

for (const [what, [make, reason]] of Object.entries(declined)) {
  test(`${what}: left to PDFium`, async () => {
    assert.equal(await firstPage(await make()), reason);
  });
}
