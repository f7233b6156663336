import assert from "node:assert/strict";
import { test } from "node:test";
import { prepareDocument } from "../analysis/passages/prepare-document.ts";
import { indexDocument } from "../analysis/search/document-indexes.ts";
import { type HostileFile, hostileFiles } from "../testing/hostile-files.ts";
import { assertLinear } from "../testing/linear-time.ts";
import { readSample } from "../testing/sample-office.ts";
import { UnreadableFile } from "./extracted-file.ts";
import { composePage } from "./layout/compose-page.ts";
import { HeadingTrail } from "./layout/headings.ts";
import type { TextSegment } from "./layout/text-segment.ts";

/** From bytes to the search index. A file that is refused has a clear outcome, too. */
async function process({ reader }: HostileFile, bytes: Buffer | string): Promise<number> {
  try {
    const { pages } = await readSample(reader, bytes, { maxPages: 100_000 });
    indexDocument(prepareDocument({ files: [{ name: "sample", language: "en", pages }] }));
    return pages.reduce((sum, { text }) => sum + text.length, 0);
  } catch (error) {
    if (error instanceof UnreadableFile) return 0;
    throw error;
  }
}

for (const [name, file] of Object.entries(hostileFiles))
  test(`reading takes time linear in the size: ${name}`, async () => {
    const built = new Map([1000, 4000].map((size) => [size, file.build(size)]));
    const characters = new Map<number, number>();
    const read = async (size: number) => characters.set(size, await process(file, built.get(size) ?? ""));
    await assertLinear(read, 4000, name);
    // A single attribute may not stand for more text than many pages have.
    assert.ok((characters.get(4000) ?? 0) <= 2_500_000 + 50 * (built.get(4000)?.length ?? 0));
  });

const segment = (at: number, box: [number, number], text: string, size = 10): TextSegment => ({
  ...{ text, size, baseline: box[1], isBold: false, order: at, wordEdges: [box[0] + 5] },
  box: [box[0], box[1] - size, box[0] + 5, box[1]],
});
const layouts: Record<string, (at: number) => TextSegment> = {
  "lines of hyphens": (at) => segment(at, [50, at * 12], "com-"),
  "one row": (at) => segment(at, [at * 20, 100], "cell"),
  superscripts: (at) => segment(at, [at * 3, 100], "x", at % 2 === 0 ? 10 : 5),
  "two columns": (at) => segment(at, [at % 2 === 0 ? 50 : 300, Math.floor(at / 2) * 12], "some words of a column"),
  "a table": (at) => segment(at, [(at % 40) * 20, Math.floor(at / 40) * 12], "cell"),
  "small print": (at) => segment(at, [50, 400 + at * 12], "1 note", 6),
};

for (const [name, layout] of Object.entries(layouts))
  test(`laying out a page takes time linear in its words: ${name}`, async () => {
    const size = { width: 600, height: 800 };
    const style = { body: { size: 10, isBold: false }, repeatedLines: new Map(), vocabulary: new Set<string>() };
    const compose = (count: number) => {
      const segments = Array.from({ length: count }, (_, at) => layout(at));
      return composePage(1, [{ segments, size, turnsToPage: 0 }], style, new HeadingTrail());
    };
    await assertLinear(compose, 40_000, name);
  });
