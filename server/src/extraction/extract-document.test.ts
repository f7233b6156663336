import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { circularMsgBytes } from "../testing/circular-msg.ts";
import { inlineRow, xlsxBytes } from "../testing/sample-office.ts";
import { longPdf } from "../testing/sample-pdfs.ts";
import { until } from "../testing/until.ts";
import { type ZipBytesEntry, zipBytes } from "../testing/zip-bytes.ts";
import { type DocumentToExtract, type ExtractionProgress, extractDocument } from "./extract-document.ts";
import { ExtractionChildren } from "./extraction-children.ts";
import { defaultExtractionLimits, type ExtractionLimits } from "./extraction-limits.ts";
import { type ExtractedFile, findExtractedFiles } from "./file-outcome.ts";
import { readPageRanges } from "./page-ranges.ts";

let folder: string;
let children: ExtractionChildren;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "extract-document-test-"));
  await mkdir(join(folder, "tmp"));
  // Child processes create their files here.
  process.env["TMPDIR"] = join(folder, "tmp");
  children = new ExtractionChildren({ memoryBytes: defaultExtractionLimits.memoryBytes });
});
after(async () => {
  await children.close();
  await rm(folder, { recursive: true, force: true });
});

let documents = 0;

async function extract(
  files: Record<string, Buffer | string>,
  limits: Partial<ExtractionLimits> = {},
  options: Partial<DocumentToExtract> = {},
): Promise<ExtractedFile[]> {
  documents += 1;
  const documentFolder = join(folder, `${documents}`);
  await mkdir(documentFolder, { recursive: true });
  const sources = Object.entries(files).map(([fileName, bytes], index) => ({
    fileName,
    bytes,
    path: join(documentFolder, `${index}`),
  }));
  for (const { path, bytes } of sources) await writeFile(path, bytes);
  return extractDocument(
    { children, limits: { ...defaultExtractionLimits, ...limits } },
    { files: sources, outFolder: join(documentFolder, "out"), ...options },
  );
}

const wordsOf = async ({ pages }: ExtractedFile): Promise<string> =>
  (await Array.fromAsync(readPageRanges(pages), ({ text }) => text)).join("\n");

/** Names, and words or failure reasons, of a tree of files. */
async function summarise(files: ExtractedFile[]): Promise<unknown[]> {
  return Promise.all(
    files.map(async (file) => [
      file.displayName,
      file.failureReason ?? (await wordsOf(file)),
      ...(file.members.length > 0 ? [await summarise(file.members)] : []),
    ]),
  );
}

const zip = (...entries: ZipBytesEntry[]) => zipBytes(entries);
const mail = (body: string) => `From: a@example.com\r\nSubject: Hello\r\nMIME-Version: 1.0\r\n\r\n${body}`;

test("each file of a document has its pages and facts", async () => {
  const files = await extract({ "a.txt": "First words.", "b.md": "# Heading\n\nSecond words." });
  assert.deepEqual(await summarise(files), [
    ["a.txt", "First words."],
    ["b.md", "Heading\nSecond words."],
  ]);
  assert.equal(files[0]?.facts?.pageCount, 1);
});

test("long titles and sheet names are shortened", async () => {
  const html = `<title>${"Title ".repeat(1000)}</title><p>Words.</p>`;
  const sheets = [{ name: "Sheet".repeat(1000), rows: inlineRow("Words.") }];
  const [page, workbook] = await extract({ "a.html": html, "b.xlsx": xlsxBytes({ sheets }) });
  assert.equal(page?.facts?.title?.length, 500);
  const [sheet] = await Array.fromAsync(readPageRanges(workbook?.pages ?? []));
  assert.equal(sheet?.label.length, 200);
});

test("a file that cannot be read fails alone, with a reason", async () => {
  const files = await extract({ "a.pdf": "", "b.txt": "Good words." });
  assert.deepEqual(await summarise(files), [
    ["a.pdf", "The file is empty."],
    ["b.txt", "Good words."],
  ]);
});

test("members of archives and emails are read, and a broken one fails alone", async () => {
  const bundle = zip(
    { name: "docs/a.txt", data: "Words of a." },
    { name: "broken.txt", data: "x", declaredCrc: 1 },
    { name: "inner.zip", data: zip({ name: "b.txt", data: "Words of b." }, { name: "empty.txt", data: "" }) },
    { name: "mail.eml", data: mail("Words of a mail.") },
  );
  assert.deepEqual(await summarise(await extract({ "bundle.zip": bundle })), [
    [
      "bundle.zip",
      "",
      [
        ["bundle.zip/docs/a.txt", "Words of a."],
        ["bundle.zip/broken.txt", "It is damaged: it does not match its checksum."],
        [
          "bundle.zip/inner.zip",
          "",
          [
            ["bundle.zip/inner.zip/b.txt", "Words of b."],
            ["bundle.zip/inner.zip/empty.txt", "The file is empty."],
          ],
        ],
        ["bundle.zip/mail.eml", "From: a@example.com\nSubject: Hello\nWords of a mail."],
      ],
    ],
  ]);
});

test("archives are unpacked three levels deep and no deeper", async () => {
  let bytes = zip({ name: "deep.txt", data: "Deep words." });
  for (const name of ["third.zip", "second.zip"]) bytes = zip({ name, data: bytes });
  const [first] = await extract({ "first.zip": bytes });
  assert.equal(await wordsOf(first?.members[0]?.members[0]?.members[0] as ExtractedFile), "Deep words.");
  const [deeper] = await extract({ "zeroth.zip": zip({ name: "first.zip", data: bytes }) });
  assert.equal(
    deeper?.members[0]?.members[0]?.members[0]?.failureReason,
    "The file is packed into more than 3 others, which is the most that is unpacked.",
  );
});

test("a nested bomb fails with a reason, and the other files are read", async () => {
  const layer = zip({ name: "zeros.txt", data: Buffer.alloc(3 * 1024 ** 2) });
  const bomb = zip(...["a", "b", "c", "d"].map((name) => ({ name: `${name}.zip`, data: layer })));
  const files = await extract({ "bomb.zip": bomb, "good.txt": "Good words." }, { maxUnpackedBytes: 10 * 1024 ** 2 });
  assert.equal(files[0]?.failureReason, "The file unpacks to more than 10 MiB, which is the most that is read.");
  assert.equal(files[1]?.failureReason, undefined);
});

test("members read before an archive exceeds a limit are kept, at any depth", async () => {
  const words = (name: string) => ({ name, data: `Words of ${name}.` });
  const inner = zip(words("a.txt"), words("b.txt"), words("c.txt"));
  const outer = zip(words("first.txt"), { name: "inner.zip", data: inner }, words("last.txt"));
  const reason = "The file holds more than 4 files, which is the most that is read.";
  assert.deepEqual(
    await summarise(await extract({ "outer.zip": outer, "good.txt": "Good words." }, { maxMembers: 4 })),
    [
      [
        "outer.zip",
        reason,
        [
          ["outer.zip/first.txt", "Words of first.txt."],
          [
            "outer.zip/inner.zip",
            reason,
            [
              ["outer.zip/inner.zip/a.txt", "Words of a.txt."],
              ["outer.zip/inner.zip/b.txt", "Words of b.txt."],
            ],
          ],
        ],
      ],
      ["good.txt", "Good words."],
    ],
  );
});

test("the pages of all files count together towards the limit", async () => {
  const files = await extract({ "a.eml": mail("Words."), "b.eml": mail("Words.") }, { maxPages: 3 });
  assert.equal(files[0]?.facts?.pageCount, 2);
  assert.match(files[1]?.failureReason ?? "", /more than 3 pages/);
});

test("the text of all files counts together towards the limit, with text from an earlier attempt", async () => {
  const text = "Words of a text that goes on. ".repeat(20_000);
  const limits = { maxTextBytes: 1024 ** 2 };
  const reason = "With this file the document has more than 1 MiB of text, which is the most that is read.";
  const outFolder = join(folder, "much-text");
  const ends = async (files: Record<string, string>) =>
    (await extract(files, limits, { outFolder })).map(({ failureReason }) => failureReason);
  assert.deepEqual(await ends({ "a.txt": text }), [undefined]);
  assert.deepEqual(await ends({ "a.txt": text, "b.txt": text, "c.txt": "Few words." }), [undefined, reason, undefined]);
});

test("a very long heading is shortened in the heading paths of its paragraphs", async () => {
  const html = `<h1>${"Heading ".repeat(12_000)}</h1>${"<p>Words.</p>".repeat(20_000)}`;
  const [file] = await extract({ "a.html": html });
  assert.equal(file?.failureReason, undefined);
  const [page] = await Array.fromAsync(readPageRanges(file?.pages ?? []));
  assert.equal(page?.paragraphs.at(-1)?.headingPath[0]?.length, 300);
});

test("members read by an earlier attempt count towards the page limit", async () => {
  const outFolder = join(folder, "many-pages");
  const archive = zip({ name: "a.eml", data: mail("Words.") });
  await extract({ "a.zip": archive }, {}, { outFolder });
  const [, second] = await extract({ "a.zip": archive, "b.eml": mail("Words.") }, { maxPages: 3 }, { outFolder });
  assert.match(second?.failureReason ?? "", /more than 3 pages/);
});

test("a system error is thrown and does not fail the file; the next attempt reads it", async () => {
  const outFolder = join(folder, "in-the-way");
  const inTheWay = join(outFolder, "1", "pages-000001-000001.jsonl.gz.unfinished");
  await mkdir(inTheWay, { recursive: true });
  await assert.rejects(extract({ "a.txt": "Words." }, {}, { outFolder }), /Reading a document failed: EISDIR/);
  await rm(inTheWay, { recursive: true });
  assert.deepEqual(await summarise(await extract({ "a.txt": "Words." }, {}, { outFolder })), [["a.txt", "Words."]]);
});

test("results stay where they are until whoever reads them meanwhile has finished", async () => {
  const outFolder = join(folder, "read-meanwhile");
  let found: unknown[] = [];
  const settle = async () => {
    // Moving takes less time than this.
    for (let times = 0; times < 20; times++) found = await summarise(await findExtractedFiles(outFolder));
    assert.ok((await lstat(outFolder)).isSymbolicLink());
  };
  const read = await extract({ "a.txt": "Words.", "b.eml": mail("Words.") }, {}, { outFolder, settle });
  assert.deepEqual(found, await summarise(read));
  assert.ok((await lstat(outFolder)).isDirectory());
});

test("a file is complete only with all its members", async () => {
  const outFolder = join(folder, "incomplete");
  const bundle = zip({ name: "a.txt", data: "Words of a." });
  await extract({ "a.txt": "Words.", "bundle.zip": bundle }, {}, { outFolder });
  await rm(join(outFolder, "2.1", "outcome.json"));
  assert.deepEqual(
    (await findExtractedFiles(outFolder)).map(({ place }) => place),
    ["1"],
  );
});

test("a file that hangs its reader fails at the time limit, and earlier members are kept", async () => {
  const bundle = zip({ name: "a.txt", data: "Words." }, { name: "hang.msg", data: circularMsgBytes() });
  // It also takes memory, on a fast machine two gibibytes before the time limit.
  const limits = { wallClockSeconds: 5, memoryBytes: 16 * 1024 ** 3 };
  const files = await extract({ "bundle.zip": bundle, "late.txt": "Late." }, limits);
  const reason = "Reading the document took longer than 5 seconds and was stopped.";
  assert.deepEqual(await summarise(files), [
    [
      "bundle.zip",
      reason,
      [
        ["bundle.zip/a.txt", "Words."],
        ["bundle.zip/hang.msg", reason],
      ],
    ],
    ["late.txt", "The file was not read, because reading the document ended at bundle.zip/hang.msg."],
  ]);
});

test("a file that exceeds the memory limit fails alone, and a new child reads the rest", async () => {
  const bundle = zip({ name: "eats.msg", data: circularMsgBytes() }, { name: "a.txt", data: "Words." });
  const files = await extract({ "bundle.zip": bundle, "b.txt": "More words." }, { memoryBytes: 250 * 1024 ** 2 });
  assert.deepEqual(await summarise(files), [
    [
      "bundle.zip",
      "",
      [
        ["bundle.zip/eats.msg", "Reading the file took more than 250 MiB of memory and was stopped."],
        ["bundle.zip/a.txt", "Words."],
      ],
    ],
    ["b.txt", "More words."],
  ]);
});

test("a file whose reading writes too much to disk fails alone, and a new child reads the rest", async () => {
  // Pages are written while it is read, which takes seconds.
  const long = Buffer.from(await longPdf(400));
  const files = await extract({ "long.pdf": long, "b.txt": "More words." }, { maxWrittenBytes: 8 * 1024 });
  assert.deepEqual(
    files.map(({ fileName, failureReason }) => [fileName, failureReason]),
    [
      ["long.pdf", "Reading the file wrote more than 8 KiB to disk and was stopped."],
      ["b.txt", undefined],
    ],
  );
});

test("reading stops after three files that end their child", async () => {
  const entries = ["a", "b", "c", "d"].map((name) => ({ name: `${name}.msg`, data: circularMsgBytes() }));
  const files = await extract({ "bundle.zip": zip(...entries), "b.txt": "Words." }, { memoryBytes: 250 * 1024 ** 2 });
  assert.equal(files[0]?.members.length, 3);
  assert.match(files[0]?.failureReason ?? "", /250 MiB of memory/);
  assert.match(files[1]?.failureReason ?? "", /was not read/);
});

test("if a child is killed from outside, another one reads the file", async () => {
  const child = await children.acquire();
  await children.release(child);
  const faults: string[] = [];
  const bytes = Buffer.from(await longPdf(300));
  const reading = extract({ "a.pdf": bytes, "b.txt": "Words." }, {}, { onFault: (it) => faults.push(it) });
  await untilBusy(child.pid ?? 0);
  process.kill(child.pid ?? 0, "SIGKILL");
  const files = await reading;
  assert.deepEqual(
    files.map(({ facts, failureReason }) => facts?.pageCount ?? failureReason),
    [300, 1],
  );
  assert.match(faults.join("\n"), /crashed/);
});

test("an idle child that died is replaced", async () => {
  const child = await children.acquire();
  await children.release(child);
  process.kill(child.pid ?? 0, "SIGKILL");
  assert.deepEqual(await summarise(await extract({ "a.txt": "Words." })), [["a.txt", "Words."]]);
});

test("a child is reused for the next document", async () => {
  await extract({ "a.txt": "Words." });
  const child = await children.acquire();
  await children.release(child);
  await extract({ "a.txt": "Words." });
  const again = await children.acquire();
  await children.release(again);
  assert.equal(again.pid, child.pid);
});

test("an abort stops the reading and the child", async () => {
  const child = await children.acquire();
  await children.release(child);
  const stop = new AbortController();
  const reading = extract({ "a.msg": circularMsgBytes() }, {}, { signal: stop.signal });
  await untilBusy(child.pid ?? 0);
  stop.abort(new Error("stopping"));
  await assert.rejects(reading, { message: "stopping" });
  assert.equal(isAlive(child.pid ?? 0), false);
});

test("a document interrupted by the service's shutdown has not failed", async () => {
  const own = new ExtractionChildren(defaultExtractionLimits);
  const child = await own.acquire();
  await own.release(child);
  const path = join(folder, "interrupted");
  await writeFile(path, circularMsgBytes());
  const reading = extractDocument(
    { children: own, limits: defaultExtractionLimits },
    { files: [{ path, fileName: "a.msg" }], outFolder: join(folder, "interrupted-out") },
  );
  const isRefused = assert.rejects(reading, { message: /the service is stopping/ });
  await untilBusy(child.pid ?? 0);
  await own.close();
  await isRefused;
  assert.deepEqual(await readdir(join(folder, "interrupted-out")), []);
});

test("progress reports pages done and total, for the file and for the document", async () => {
  const reported: ExtractionProgress[] = [];
  await extract(
    { "a.eml": mail("Words."), "b.txt": "Words." },
    {},
    { onProgress: (progress) => reported.push(progress) },
  );
  assert.deepEqual(reported.at(-1), { file: "2", pagesDone: 1, pageCount: 1, totalPagesDone: 3, totalPageCount: 3 });
  assert.deepEqual(reported[0], { file: "1", pagesDone: 0, pageCount: 2, totalPagesDone: 0, totalPageCount: 2 });
});

test("pages from an earlier attempt are not read again", async () => {
  const outFolder = join(folder, "resumed");
  await mkdir(join(outFolder, "1"), { recursive: true });
  const kept = { number: 1, label: "mail header", text: "kept from before", paragraphs: [] };
  await writeFile(join(outFolder, "1", "pages-000001-000001.jsonl.gz"), gzipSync(JSON.stringify(kept)));
  await writeFile(join(outFolder, "1", "pages-000002-000002.jsonl.gz.unfinished"), "half of a range");
  const files = await extract({ "a.eml": mail("Words.") }, {}, { outFolder });
  assert.deepEqual(await summarise(files), [["a.eml", "kept from before\nWords."]]);
});

test("a file with an outcome is not read again", async () => {
  const outFolder = join(folder, "ended");
  await extract({ "a.txt": "First words." }, {}, { outFolder });
  assert.deepEqual(await summarise(await extract({ "a.txt": "Other words." }, {}, { outFolder })), [
    ["a.txt", "First words."],
  ]);
});

test("no child outlives its parent, even if the parent is killed while reading", async () => {
  const path = join(folder, "hang.msg");
  await writeFile(path, circularMsgBytes());
  const script = `
    import { ExtractionChildren } from ${JSON.stringify(new URL("extraction-children.ts", import.meta.url).href)};
    import { extractDocument } from ${JSON.stringify(new URL("extract-document.ts", import.meta.url).href)};
    import { defaultExtractionLimits as limits } from ${JSON.stringify(new URL("extraction-limits.ts", import.meta.url).href)};
    const children = new ExtractionChildren(limits);
    const child = await children.acquire();
    await children.release(child);
    process.stdout.write(child.pid + "\\n");
    await extractDocument({ children, limits }, { files: [{ path: ${JSON.stringify(path)}, fileName: "a" }],
      outFolder: ${JSON.stringify(join(folder, "orphan"))} });`;
  await mkdir(join(folder, "orphan-tmp"));
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, TMPDIR: join(folder, "orphan-tmp") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  await untilBusy(pid);
  parent.kill("SIGKILL");
  await until(async () => !isAlive(pid) && (await readdir(join(folder, "orphan-tmp"))).length === 0);
});

test("children leave no files, however they ended", async () => {
  await children.close();
  assert.deepEqual(await readdir(join(folder, "tmp")), []);
});

/** Resolves when the process has used a fifth of a second of CPU time. */
async function untilBusy(pid: number): Promise<void> {
  const ticks = async () => Number((await readFile(`/proc/${pid}/stat`, "latin1")).split(" ")[13]);
  const idle = await ticks();
  await until(async () => (await ticks()) >= idle + 20);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
