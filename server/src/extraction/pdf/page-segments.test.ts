import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
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
} from "../../testing/handmade-pdf.ts";
import { scannedPdf } from "../../testing/sample-pdfs.ts";
import { storingPdfs, withPdf } from "../../testing/stored-pdf.ts";
import { UnreadableFile } from "../extracted-file.ts";
import { readPageText } from "./page-segments.ts";
import { openPdf } from "./pdf-document.ts";

const stored = storingPdfs();

/** The segments of the first page: hyphenated ones end with "~", bold ones begin with "*", turned ones with their quarter turns. */
async function firstPage(bytes: Uint8Array): Promise<string[]> {
  return withPdf(await stored(bytes), (document) =>
    [...document.withPage(1, readPageText).segments].flatMap(([turns, segments]) =>
      segments.map(
        ({ text, isBold, isHyphenated }) =>
          `${turns === 0 ? "" : `${turns}: `}${isBold ? "*" : ""}${text}${isHyphenated ? "~" : ""}`,
      ),
    ),
  );
}

const packed = deflateSync(textLine("A packed page of words"));

type Sample = [make: () => Uint8Array | Promise<Uint8Array>, segments: string[]];

const samples: Record<string, Sample> = {
  "a page that is only a picture": [() => scannedPdf([["Nothing to read"]]), []],
  "letters moved apart and together": [
    () =>
      handmadePdf(
        onePage(
          "BT /F1 11 Tf 72 700 Td -20 0 Td [-300 (W) 80 (ord) -250 (by) -125 (word) -124 (close) 60] TJ (on) Tj ET",
        ),
      ),
    ["Word by wordcloseon"],
  ],
  "an empty string in an array": [
    () =>
      handmadePdf(
        onePage("BT /F1 11 Tf 72 700 Td [() -500 (some) () -400 (words) -3000] TJ (behind) Tj [-4000] TJ (far) Tj ET"),
      ),
    ["some wordsbehind", "far"],
  ],
  "word and character spacing": [
    () =>
      handmadePdf(
        onePage(
          "BT /F1 11 Tf 72 700 Td 4 Tw (stretched out words) Tj 0 Tw 3 Tc 0 -20 Td (wide) Tj -0.4 Tc 0 -20 Td (nar) Tj (r) Tj (ow) Tj ET",
        ),
      ),
    ["stretched out words", "wide", "narrow"],
  ],
  "horizontal scaling and text rise": [
    () =>
      handmadePdf(
        onePage(
          "BT /F1 11 Tf 72 700 Td 140 Tz (stretched) Tj 60 Tz (narrow) Tj 100 Tz ( see note) Tj 4 Ts /F1 7 Tf (12) Tj 0 Ts /F1 11 Tf ( there) Tj ET",
        ),
      ),
    ["stretchednarrow see note12 there"],
  ],
  "operators that begin a line": [
    () =>
      handmadePdf(
        onePage(
          `BT /F1 11 Tf 14 TL 72 700 Td (one) Tj T* (two) Tj (three) ' 2 1 (four times) " 0 -30 TD (five) Tj T* (six) Tj ET`,
        ),
      ),
    ["one", "two", "three", "four times", "five", "six"],
  ],
  "strings with escapes and in hexadecimal": [
    () =>
      handmadePdf(
        onePage(
          "BT /F1 11 Tf 72 700 Td (a \\(b\\) \\101\\102 c (nested) d\\\ne) Tj 0 -20 Td <48 656C 6c6F2> Tj 0 -20 Td (caf\\351 \\200 \\223q\\224) Tj ET",
        ),
      ),
    ["a (b) AB c (nested) de", "Hello", "café € “q”"],
  ],
  "letters encoded as line ends": [
    () =>
      handmadePdf({
        ...onePage("BT /F9 11 Tf 72 700 Td (x\rx\nx\r\nx\\\r\nx \\)\r) Tj ET"),
        resources: "/Font << /F9 110 0 R >>",
        objects: {
          110: "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding << /Differences [10 /a 13 /b] >> >>",
        },
      }),
    ["xbxaxbaxx )b"],
  ],
  "codes mapped to other letters": [
    () => handmadePdf(onePage("BT /F3 11 Tf 72 700 Td (of\\001ine \\002nd \\200\\201\\202) Tj ET")),
    ["offline find äöü"],
  ],
  "a hyphen at the end of a line": [
    () =>
      handmadePdf(
        onePage(
          "BT /F1 11 Tf 72 700 Td (this is compre-) Tj 0 -13 Td (hensive and 3-) Tj 0 -13 Td (4 or soft\\255) Tj 0 -13 Td (ened - ) Tj 0 -13 Td (end) Tj ET",
        ),
      ),
    ["this is compre-~", "hensive and 3-", "4 or soft-~", "ened -", "end"],
  ],
  "a hyphen in a text object of its own": [
    () => handmadePdf(onePage("BT /F1 11 Tf 72 700 Td (compre) Tj (-) Tj -1 -13 Td (hensive) Tj ET")),
    ["compre-~", "hensive"],
  ],
  "words drawn twice": [
    () =>
      handmadePdf(
        onePage(
          `${textLine("shadow")} BT /F1 11 Tf 72.3 700.2 Td (shadow) Tj ET BT /F2 11 Tf 72 650 Td (b) Tj 72 0 Td (b) Tj -71.9 0 Td (b) Tj ET`,
        ),
      ),
    ["shadow", "*b", "*b"],
  ],
  "words of a line out of order": [
    () =>
      handmadePdf(
        onePage(`BT /F1 11 Tf 200 700 Td (third) Tj -60 0 Td (second) Tj -60 0 Td (first) Tj 0 -3 Td (below) Tj ET`),
      ),
    ["first", "second", "third", "below"],
  ],
  "bold words and outlined letters": [
    () =>
      handmadePdf(onePage("BT /F2 14 Tf 72 700 Td (A heading) Tj 2 Tr 0.5 w 0 -20 Td (outlined) Tj 0 Tr ( not) Tj ET")),
    ["*A heading", "*outlined not"],
  ],
  "scaled and shifted coordinates": [
    () =>
      handmadePdf(
        onePage(
          "q 0.5 0 0 -0.5 30 800 cm BT /F1 22 Tf 1 0 0 -1 72 200 Tm (upside down twice) Tj ET Q q 2 0 0 2 0 0 cm BT /F1 1 Tf 9 0 0 9 36 300 Tm (large) Tj ET Q",
          "/CropBox [20 20 500 800]",
        ),
      ),
    ["upside down twice", "large"],
  ],
  "forms within forms": [
    () =>
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
    ["in a form", "in its form", "on the page"],
  ],
  "marked content with replacement text": [
    () =>
      handmadePdf(
        onePage(
          `/P << /MCID 0 >> BDC BT /F1 11 Tf 72 700 Td (before ) Tj /Span << /ActualText <FEFF00660066> >> BDC (X) Tj (Y) Tj EMC ( after) Tj /Span << /ActualText (-) >> BDC (Z) Tj EMC 0 -13 Td (next) Tj ET EMC /Artifact BMC ${textLine("a running title", 800)} EMC`,
        ),
      ),
    ["before ff", "after-~", "next", "a running title"],
  ],
  "optional content": [
    () =>
      handmadePdf({
        ...onePage(`/OC /L1 BDC ${textLine("in a layer")} EMC`),
        resources: `${handmadeFonts} /Properties << /L1 110 0 R >>`,
        objects: { 110: "<< /Type /OCG /Name (Layer) >>" },
      }),
    ["in a layer"],
  ],
  "lines, colours and graphics states": [
    () =>
      handmadePdf({
        ...onePage(
          `/G gs 0.5 g 1 0 0 RG [3 2] 0 d 10 10 m 20 20 l S 0 0 9 9 re W n /DeviceRGB cs 1 0 0 sc ${textLine("among lines")} % a remark\n0 0 m h f*`,
        ),
        resources: `${handmadeFonts} /ExtGState << /G << /LW 2 /ca 0.5 >> >>`,
      }),
    ["among lines"],
  ],
  "a compressed page": [
    () => handmadePdf({ pages: [{ content: packed, streamEntries: "/Filter /FlateDecode" }] }),
    ["A packed page of words"],
  ],
  "a cross-reference stream with a predictor": [
    () => handmadePdfWithPredictor(onePage(textLine("found through a stream"))),
    ["found through a stream"],
  ],
  "an incremental update": [
    () =>
      withObjectReplaced(
        handmadePdf(onePage(textLine("the first version"))),
        201,
        streamObject("", textLine("the second version")).toString("latin1"),
      ),
    ["the second version"],
  ],
  "a font with widths of its own": [
    () =>
      handmadePdf({
        ...onePage("BT /F9 12 Tf 72 700 Td (ABBA CAB) Tj 0 -20 Td [(A) -120 (B) -300 (C)] TJ ET"),
        resources: "/Font << /F9 110 0 R >>",
        objects: {
          110: "<< /Type /Font /Subtype /TrueType /BaseFont /Arial /FirstChar 65 /LastChar 67 /Widths [900 300 1200] /Encoding << /Differences [67 /eacute] >> >>",
        },
      }),
    ["ABBA éAB", "A B é"],
  ],
  "bytes before the header": [
    () => Buffer.concat([Buffer.from("\n\n"), handmadePdf(onePage(textLine("shifted")))]),
    ["shifted"],
  ],
  "a rotated page": [
    () => handmadePdf(onePage(textLine("upright on its side"), "/Rotate 90")),
    ["upright on its side"],
  ],
  "rotated text": [() => handmadePdf(onePage("BT /F1 11 Tf 0 1 -1 0 72 700 Tm (upwards) Tj ET")), ["1: upwards"]],
  "slanted text": [() => handmadePdf(onePage("BT /F1 11 Tf 1 0 0.3 1 72 700 Tm (oblique) Tj ET")), ["oblique"]],
  "an inline image": [() => handmadePdf(onePage(`${textLine("words")} BI /W 1 /H 1 /BPC 8 /CS /G ID x EI`)), ["words"]],
  "a Type 3 font": [
    () =>
      handmadePdf({
        ...onePage("BT /T3 11 Tf 72 700 Td (a) Tj ET"),
        resources: "/Font << /T3 110 0 R >>",
        objects: {
          110: "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << >> /Encoding << /Differences [] >> /FirstChar 97 /LastChar 97 /Widths [1] >>",
        },
      }),
    ["a"],
  ],
  "a font that is missing": [() => handmadePdf(onePage("BT /F7 11 Tf 72 700 Td (which font) Tj ET")), ["which font"]],
  "a font in a graphics state": [
    () =>
      handmadePdf({
        ...onePage(`/G gs ${textLine("words")}`),
        resources: `${handmadeFonts} /ExtGState << /G << /Font [100 0 R 9] >> >>`,
      }),
    ["words"],
  ],
  "a user unit": [() => handmadePdf(onePage(textLine("large"), "/UserUnit 2")), ["large"]],
  "a filter other than Flate": [
    () => handmadePdf({ pages: [{ content: "00>", streamEntries: "/Filter /ASCIIHexDecode" }] }),
    [],
  ],
  "a truncated stream": [
    () => handmadePdf({ pages: [{ content: packed.subarray(0, 12), streamEntries: "/Filter /FlateDecode" }] }),
    [],
  ],
  "a hybrid cross-reference table with a wrong offset": [
    () => handmadePdf({ ...onePage(textLine("words")), trailer: "/XRefStm 9" }),
    ["words"],
  ],
  "a form that contains itself": [
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
    [],
  ],
  "a cross-reference stream whose entries take no bytes": [
    () => {
      const whole = handmadePdf(onePage(textLine("words")));
      const entries = `/Type /XRef /Size 400000 /Root 1 0 R /W [0 0 0] /Index [${"0 400000 ".repeat(2)}]`;
      return Buffer.concat([
        whole,
        Buffer.from("900 0 obj\n"),
        streamObject(entries, ""),
        Buffer.from(`\nendobj\nstartxref\n${whole.length}\n%%EOF\n`),
      ]);
    },
    ["words"],
  ],
  "a dictionary of 100,000 values": [
    () => handmadePdf(onePage(textLine("words"), `/PieceInfo [${"<<>>".repeat(100_001)}]`)),
    ["words"],
  ],
  "a stream of spaces that unpacks to 33 MiB": [
    () =>
      handmadePdf({
        pages: [{ content: deflateSync(Buffer.alloc(33 * 1024 ** 2, " ")), streamEntries: "/Filter /FlateDecode" }],
      }),
    [],
  ],
  "a missing operand": [() => handmadePdf(onePage("BT /F1 11 Tf 72 Td (x) Tj ET")), ["x"]],
};

for (const [what, [make, segments]] of Object.entries(samples)) {
  test(`the words of a page are read: ${what}`, async () => {
    assert.deepEqual(await firstPage(await make()), segments);
  });
}

/** As PDFium reads content streams that ISO 32000 does not allow. */
const malformed: Record<string, string[]> = {
  "11 /F1 Tf (size before name) Tj": ["size before name"],
  "/F1 11 (more) Tf (something behind the size) Tj": ["something behind the size"],
  "5 5 () Td (something behind the numbers) Tj": ["something behind the numbers"],
  "(outside) [(inside)] TJ": ["inside"],
  "[(inside)] (outside) TJ": [],
  "[(one)] [(two)] TJ": ["two"],
  "[(inside)] << /A 1 >> TJ": [],
  "(string) << /A 1 >> Tj": [],
  '3 (string) 1 "': [],
  "/P << /MCID 0 >> BMC (string) Tj EMC": ["string"],
  "<< /MCID 0 >> /P BDC (string) Tj EMC": ["string"],
};

for (const [content, segments] of Object.entries(malformed)) {
  test(`a malformed content stream is read as far as possible: ${content}`, async () => {
    const bytes = handmadePdf(onePage(`BT /F1 11 Tf 72 700 Td ${content} ET`));
    assert.deepEqual(await firstPage(bytes), segments);
  });
}

test("a trap in PDFium makes the page unreadable, and the file is closed all the same", async () => {
  const path = await stored(handmadePdf(onePage(textLine("words"))));
  const openBefore = (await readdir("/proc/self/fd")).length;
  const document = await openPdf(path);
  const nowhere = 0x7fff_fff0;
  assert.throws(() => document.withPage(1, (_page, pdfium) => readPageText(nowhere, pdfium)), UnreadableFile);
  document.close();
  assert.equal((await readdir("/proc/self/fd")).length, openBefore);
});
