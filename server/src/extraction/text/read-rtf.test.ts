import assert from "node:assert/strict";
import { test } from "node:test";
import { outline, readSample } from "../../testing/sample-office.ts";
import { readRtf } from "./read-rtf.ts";

async function outlineOf(rtf: string): Promise<string[]> {
  return outline((await readSample(readRtf, Buffer.from(rtf, "latin1"))).pages);
}

test("headings, rows, footnotes, headers and the title of an RTF file are read", async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}}{\colortbl;\red0;}
{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 Mine;}{\s2 heading 2;}}{\info{\title A title}{\author Nobody}}
{\header\pard Top\par}
{\pard\s1 Zweck\par}{\pard\s2 Umfang\par}
\pard Gr\'fc\u223\'dfe{\footnote\pard Note\par} an alle\par
\trowd\cellx100\cellx200\pard\intbl a\cell b\par c\cell\row\pard
{\*\generator Writer;}End\par}`;
  assert.deepEqual(await outlineOf(rtf), [
    "header: Top",
    "heading: Zweck",
    "heading: Umfang < Zweck",
    "body: Grüße an alle < Umfang < Zweck",
    "footnote: Note < Umfang < Zweck",
    "tableRow: a | b c < Umfang < Zweck",
    "body: End < Umfang < Zweck",
  ]);
  assert.equal((await readSample(readRtf, Buffer.from(rtf, "latin1"))).facts.title, "A title");
});

test("deleted and hidden words, images and field instructions are left out", async () => {
  assert.deepEqual(
    await outlineOf(
      String.raw`{\rtf1 {\deleted gone}{\v hidden}{\pict\bin3 }}}}{\field{\*\fldinst HYPERLINK "x"}{\fldrslt kept}}{\object{\result no}}\par}`,
    ),
    ["body: kept"],
  );
});

test("letters of other scripts are decoded by the font's character set and by Unicode words", async () => {
  assert.deepEqual(
    await outlineOf(
      String.raw`{\rtf1\ansi{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset128 C;}}\f1\'cf\'f0\'e8\f0 , \f2\'93\'fa\'96\'7b\f0 , \uc1\u-10179?\u-8704?\uc0\u8364 .\par}`,
    ),
    ["body: При, 日本, 😀€."],
  );
});

test("list items have the number that is displayed", async () => {
  assert.deepEqual(
    await outlineOf(String.raw`{\rtf1{\listtext\pard 1.\tab}\pard First\par{\listtext\'b7\tab}\pard Dot\par}`),
    ["listItem: 1. First", "listItem: Dot"],
  );
});

test("a text box follows its paragraph", async () => {
  assert.deepEqual(
    await outlineOf(
      String.raw`{\rtf1 Before {\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt \pard In box\par}}{\shprslt In box}}after\par}`,
    ),
    ["body: Before after", "body: In box"],
  );
});

test("a truncated file is read to its end", async () => {
  assert.deepEqual(await outlineOf(String.raw`{\rtf1 One\par Two {\b bo`), ["body: One", "body: Two bo"]);
});

test("empty files, other formats and endless nesting are refused", async () => {
  await assert.rejects(outlineOf("{\\rtf1}"), /no text/);
  await assert.rejects(outlineOf("words"), /it is not RTF/);
  await assert.rejects(outlineOf(`{\\rtf1${"{".repeat(5000)}`), /nested too deep/);
});

test("bold and large lines between paragraphs are headings", async () => {
  const clause = String.raw`\pard\plain The depot lends crates to growers of the valley and takes them back in November.\par`;
  assert.deepEqual(
    await outlineOf(
      String.raw`{\rtf1 ${clause}{\pard\b Crates may be lent\par}${clause}{\pard\fs40 Crates may be lost\par}${clause}{\pard{\b Note} well\par}}`,
    ).then((lines) => lines.filter((line) => line.startsWith("heading")).map((line) => line.split(" < ")[0])),
    ["heading: Crates may be lent", "heading: Crates may be lost"],
  );
});
