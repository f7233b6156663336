import assert from "node:assert/strict";
import { after, test } from "node:test";
import { linesPdf, mixedPdf, scannedPdf } from "../../testing/sample-pdfs.ts";
import { roomyLimits, storingPdfs } from "../../testing/stored-pdf.ts";
import type { ExtractedPage, FileFacts } from "../extracted-file.ts";
import { stopRecognising } from "../image/recognise-text.ts";
import { readPdf } from "./read-pdf.ts";

const lines = ["Der Auftragsverarbeiter meldet jede Verletzung", "des Schutzes personenbezogener Daten unverzüglich."];
const stored = storingPdfs();
after(stopRecognising);

async function read(bytes: Uint8Array): Promise<{ facts: FileFacts; pages: ExtractedPage[] }> {
  const file = await readPdf({ path: await stored(bytes), fileName: "scan.pdf" }, roomyLimits);
  const pages = await Array.fromAsync(file.pages(1));
  await file.close();
  return { facts: file.facts, pages };
}

test("a scanned page is recognised, with its confidence, boxes and language", async () => {
  const { facts, pages } = await read(await scannedPdf([lines]));
  assert.equal(pages[0]?.text.replaceAll("\n", " "), lines.join(" "));
  assert.ok((pages[0]?.recognition?.confidence ?? 0) > 80);
  assert.equal(facts.language, "de");
  const [left, top] = pages[0]?.paragraphs[0]?.box ?? [0, 0];
  // Drawn at 72 points from the left, its first baseline at 100 from the top.
  assert.ok(Math.abs(left - 72) < 4 && top > 82 && top < 100, `${left} ${top}`);
});

test("only the scanned pages of a mixed document are recognised", async () => {
  const { pages } = await read(
    await mixedPdf([
      { lines: ["Exact letters"], isScanned: false },
      { lines, isScanned: true },
      { lines: ["More letters"], isScanned: false },
    ]),
  );
  assert.deepEqual(
    pages.map(({ recognition }) => recognition !== undefined),
    [false, true, false],
  );
  assert.equal(pages[0]?.text, "Exact letters");
  assert.match(pages[1]?.text ?? "", /Auftragsverarbeiter/);
});

test("an empty page stays empty and is not marked as recognised", async () => {
  const { pages } = await read(await linesPdf([]));
  assert.deepEqual(pages, [{ number: 1, label: "1", text: "", paragraphs: [] }]);
});
