import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { circularMsgBytes } from "../testing/circular-msg.ts";
import { openExtractionFixture, summarise } from "../testing/extraction-fixture.ts";
import { longPdf } from "../testing/sample-pdfs.ts";
import { until } from "../testing/until.ts";
import { zipBytes } from "../testing/zip-bytes.ts";
import { extractDocument } from "./extract-document.ts";
import { ExtractionChildren } from "./extraction-children.ts";
import { defaultExtractionLimits } from "./extraction-limits.ts";

const { folder, temporaryFolder, children, extract, close } = await openExtractionFixture();
after(close);

test("a file that hangs its reader fails at the time limit, and earlier members are kept", async () => {
  const bundle = zipBytes([
    { name: "a.txt", data: "Words." },
    { name: "hang.msg", data: circularMsgBytes() },
  ]);
  // It also takes memory, on a fast machine two gibibytes before the time limit.
  const limits = { wallClockSeconds: 3, memoryBytes: 16 * 1024 ** 3 };
  const files = await extract({ "bundle.zip": bundle, "late.txt": "Late." }, limits);
  const reason = "Reading the document took longer than 3 seconds and was stopped.";
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
  const bundle = zipBytes([
    { name: "eats.msg", data: circularMsgBytes() },
    { name: "a.txt", data: "Words." },
  ]);
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
  const files = await extract({ "bundle.zip": zipBytes(entries), "b.txt": "Words." }, { memoryBytes: 250 * 1024 ** 2 });
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
  assert.deepEqual(await readdir(temporaryFolder), []);
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
