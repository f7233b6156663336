import assert from "node:assert/strict";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { type AFile, aCompany } from "../testing/builders.ts";
import { linesPdf } from "../testing/sample-pdfs.ts";
import { startTestServer } from "../testing/test-server.ts";
import { zipBytes } from "../testing/zip-bytes.ts";

let setting: AnalysisFixture;
before(async () => {
  setting = await anAnalysisFixture();
});
after(() => setting.close());

/** An analysed document and the paths of its pages. */
async function pagesOf(files: AFile[]): Promise<string[]> {
  const documentId = await setting.aDocument(files);
  await setting.analyse(documentId);
  const { files: read } = await setting.resultOf(documentId);
  return read.map(({ fileId }: { fileId: string }) => `/v1/documents/${documentId}/files/${fileId}/pages`);
}

const get = (url: string, key = setting.company.key) => setting.server.call(url, { key });
const quoted = (url: string, query: Record<string, string>) => get(`${url}/1?${new URLSearchParams(query)}`);
const aPdf = async (...lines: string[]): Promise<AFile> => ({
  name: "a.pdf",
  content: Buffer.from(await linesPdf(lines)),
});

test("a page of a PDF is a PNG that only the browser may cache", async () => {
  const [url] = await pagesOf([await aPdf("Personal data is encrypted at rest.")]);
  const answer = await get(`${url}/1/image`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers["content-type"], "image/png");
  assert.equal(answer.headers["cache-control"], "private, max-age=86400, immutable");
  assert.equal(answer.headers["x-content-type-options"], "nosniff");
  assert.ok(answer.text.slice(1, 4) === "PNG");
  assert.equal((await get(`${url}/2/image`)).status, 404);
});

test("boxes are found by text offsets and by a quote's words", async () => {
  const [url = ""] = await pagesOf([await aPdf("Personal data is encrypted at rest.", "Keys are kept apart from it.")]);
  const { body: page } = await get(`${url}/1`);
  assert.equal(page.highlight, null);
  const start = page.text.indexOf("encrypted");
  const byPlace = await quoted(url, { start: String(start), end: String(start + 17) });
  assert.equal(byPlace.status, 200, byPlace.text);
  const { width, height, boxes, areExact } = byPlace.body.highlight;
  assert.deepEqual([width, height, areExact, boxes.length], [595, 842, true, 1]);
  // The line is 100 points below the top and starts at 72.
  const [{ left, top, right, bottom }] = boxes;
  assert.ok(top * 842 > 85 && top * 842 < 92 && bottom * 842 > 100 && bottom * 842 < 106, JSON.stringify(boxes));
  assert.ok(left * 595 > 160 && right < 0.6, JSON.stringify(boxes));
  const byWords = await quoted(url, { quote: "encrypted  at\nrest" });
  assert.deepEqual(byWords.body.highlight, byPlace.body.highlight);
});

test("an invalid query is refused, and the message names the field", async () => {
  const [url = ""] = await pagesOf([await aPdf("Short.")]);
  const refusals: [Record<string, string>, number, RegExp][] = [
    [{ start: "1" }, 400, /start and end/],
    [{ start: "3", end: "3" }, 400, /start and end must lie within/],
    [{ start: "0", end: "900" }, 400, /0 to 6/],
    [{ start: "-1", end: "4" }, 400, /start/],
    [{ start: "0", end: "4", quote: "Short" }, 400, /either start and end, or quote/],
    [{ quote: "" }, 400, /quote/],
    [{ quote: "Absent words" }, 422, /is not on this page/],
  ];
  for (const [query, status, message] of refusals) {
    const answer = await quoted(url, query);
    assert.equal(answer.status, status, answer.text);
    assert.match(answer.body.message, message);
  }
});

test("a format without page images has text, no image and no boxes", async () => {
  const [url = ""] = await pagesOf([{ name: "a.txt", content: "Personal data is encrypted at rest." }]);
  const answer = await quoted(url, { quote: "encrypted" });
  assert.deepEqual([answer.status, answer.body.highlight], [200, null]);
  const image = await get(`${url}/1/image`);
  assert.equal(image.status, 404);
  assert.match(image.body.message, /no image/);
});

test("a PDF inside an archive has page images like a submitted one", async () => {
  const data = Buffer.from(await linesPdf(["Within an archive."]));
  const urls = await pagesOf([{ name: "a.zip", content: zipBytes([{ name: "in.pdf", data }]) }]);
  const answer = await quoted(urls[1] ?? "", { quote: "an archive" });
  assert.equal(answer.body.highlight.boxes.length, 1);
  assert.equal((await get(`${urls[1]}/1/image`)).status, 200);
});

test("the image of another company's page is answered like one of an unknown page", async () => {
  const [url] = await pagesOf([await aPdf("Secret.")]);
  const stranger = await aCompany(setting.server);
  const answer = await get(`${url}/1/image`, stranger.key);
  assert.deepEqual([answer.status, answer.body.message], [404, "There is no document with this id."]);
});

/** Images of all processes on the data directory. */
async function cachedImages(): Promise<string[]> {
  const root = join(setting.server.folder, "page-views");
  const perProcess = await Promise.all(
    (await readdir(root)).map(async (name) => (await readdir(join(root, name))).map((one) => join(root, name, one))),
  );
  return perProcess.flat().filter((path) => basename(path) !== "alive");
}

test("a page requested by many at the same time is rendered once and cached", async () => {
  const [url = ""] = await pagesOf([await aPdf("Popular.")]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => get(`${url}/1/image`)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(8).fill(200),
  );
  const [, fileId] = /files\/(\w+)/.exec(url) ?? [];
  const kept = (await cachedImages()).map((path) => basename(path));
  assert.deepEqual(kept.filter((name) => name.startsWith(fileId ?? "-")).sort(), [fileId, `${fileId}-1`]);
});

test("two processes on one data directory have separate image caches, whenever they start and end", async () => {
  const { database, folder, blobs } = setting.server;
  const [url = ""] = await pagesOf([await aPdf("Seen by two.")]);
  const [, fileId = "-"] = /files\/(\w+)/.exec(url) ?? [];
  const keptOfFile = async () => (await cachedImages()).filter((path) => path.includes(fileId));
  assert.equal((await get(`${url}/1/image`)).status, 200);
  const ofFirst = await keptOfFile();
  const second = await startTestServer({ database, folder, blobs });
  try {
    assert.deepEqual(await keptOfFile(), ofFirst);
    assert.equal((await second.call(`${url}/1/image`, { key: setting.company.key })).status, 200);
    assert.equal((await keptOfFile()).length, 2 * ofFirst.length);
  } finally {
    await second.close();
  }
  assert.deepEqual(await keptOfFile(), ofFirst);
  assert.equal((await get(`${url}/1/image`)).status, 200);
});

test("an image removed from the cache is rendered again", async () => {
  const [url = ""] = await pagesOf([await aPdf("Removed.")]);
  assert.equal((await get(`${url}/1/image`)).status, 200);
  await rm(join(setting.server.folder, "page-views"), { recursive: true });
  assert.equal((await get(`${url}/1/image`)).status, 200);
  assert.equal((await quoted(url, { quote: "Removed" })).status, 200);
});
