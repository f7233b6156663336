import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { compoundBytes } from "../../testing/compound-bytes.ts";
import { docxBytes, outline, pptxBytes, slideShape, wordParagraph } from "../../testing/sample-office.ts";
import { makePdf, type Sheet } from "../../testing/sample-pdfs.ts";
import { until } from "../../testing/until.ts";
import { zipBytes } from "../../testing/zip-bytes.ts";
import { extractDocument } from "../extract-document.ts";
import type { ExtractedPage } from "../extracted-file.ts";
import { ExtractionChildren } from "../extraction-children.ts";
import { defaultExtractionLimits } from "../extraction-limits.ts";
import type { ExtractedFile } from "../file-outcome.ts";
import { readPageRanges } from "../page-ranges.ts";

const doc = compoundBytes({ WordDocument: Buffer.alloc(600, 1) });
const ppt = compoundBytes({ "PowerPoint Document": Buffer.alloc(600, 1) });
const docx = docxBytes({ body: wordParagraph("Words of the file itself.") });

let folder: string;
let children: ExtractionChildren;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "read-rendered-test-"));
  // The programs run under the account of the extraction child.
  await chmod(folder, 0o777);
  const page = (text: string) => (sheet: { line(text: string, at: { y: number }): void }) =>
    sheet.line(text, { y: 100 });
  await writeFile(join(folder, "rendered.pdf"), await makePdf([page("The first page."), page("The second page.")]));
  await writeFile(join(folder, "converted.pptx"), pptxBytes([{ shapes: slideShape(["A slide"], "title") }]));
  children = new ExtractionChildren(defaultExtractionLimits);
});
after(async () => {
  await children.close();
  await rm(folder, { recursive: true, force: true });
});

/** A program that is called like LibreOffice, records its arguments and "converts" to a prepared file. */
async function aLibreOffice(name: string, ready: string | undefined, otherwise = ""): Promise<string> {
  const program = join(folder, name);
  const place = `"$out/$(basename "$source" | sed 's/[.][^.]*$//').$to"`;
  await writeFile(
    program,
    `#!/bin/sh
printf '%s\\n' "$@" > "${program}.args"
while [ $# -gt 0 ]; do
  case "$1" in
    --convert-to) to=$2; shift ;;
    --outdir) out=$2; shift ;;
    -env:UserInstallation=file://*) cat "\${1#-env:UserInstallation=file://}/user/registrymodifications.xcu" > "${program}.settings" ;;
    -*) ;;
    *) source=$1 ;;
  esac
  shift
done
cat "$source" > "${program}.source"
${ready === undefined ? otherwise : `mkdir -p "$out" && cat "${join(folder, ready)}" > ${place}`}
`,
  );
  await chmod(program, 0o755);
  return program;
}

/** A process that has ended may remain as a zombie. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  return stat !== "" && !/\) [ZX] /.test(stat);
}

let documents = 0;

async function extract(
  fileName: string,
  bytes: Buffer,
  libreOfficePath: string,
): Promise<[ExtractedFile, ExtractedPage[]]> {
  documents += 1;
  const path = join(folder, `${documents}`);
  await writeFile(path, bytes);
  const [file] = await extractDocument(
    { children, limits: { ...defaultExtractionLimits, libreOfficePath } },
    { files: [{ path, fileName }], outFolder: join(folder, `${documents}-out`) },
  );
  assert.ok(file);
  return [file, await Array.fromAsync(readPageRanges(file.pages))];
}

test("a DOCX file has the pages that LibreOffice renders, with a label that says so", async () => {
  const program = await aLibreOffice("renders", "rendered.pdf");
  const [file, pages] = await extract("a.docx", docx, program);
  assert.deepEqual(file.facts, { pageCount: 2, isRendered: true });
  assert.deepEqual(
    pages.map(({ number, label, text }) => [number, label, text]),
    [
      [1, "1 (as rendered)", "The first page."],
      [2, "2 (as rendered)", "The second page."],
    ],
  );
});

test("on rendered pages the headings are those of the file", async () => {
  const lines = ["Scope", "All staff are bound.", "4.2 Visitors", "Visitors are not bound.", "Term", "One year."];
  const sheets = [lines.slice(0, 3), lines.slice(3)].map((some) => (sheet: Sheet) => {
    for (const [index, text] of some.entries()) sheet.line(text, { y: 200 + index * 80 });
  });
  await writeFile(join(folder, "plain.pdf"), await makePdf(sheets));
  const heading = '<w:outlineLvl w:val="0"/>';
  const body = lines.map((text) => wordParagraph(text, /^(?:Scope|Term)$/.test(text) ? heading : "")).join("");
  const [, pages] = await extract("a.docx", docxBytes({ body }), await aLibreOffice("prints", "plain.pdf"));
  assert.deepEqual(outline(pages), [
    "heading: Scope",
    "body: All staff are bound. < Scope",
    "body: 4.2 Visitors < Scope",
    "body: Visitors are not bound. < Scope",
    "heading: Term",
    "body: One year. < Term",
  ]);
});

test("LibreOffice gets the right file extension and a profile that forbids network access and macros", async () => {
  const program = await aLibreOffice("notes", "rendered.pdf");
  await extract("a.docx", docx, program);
  const args = (await readFile(`${program}.args`, "utf8")).trim().split("\n");
  assert.ok(args.includes("--headless"));
  assert.match(args.at(-1) ?? "", /document\.docx$/);
  assert.deepEqual(await readFile(`${program}.source`), docx);
  const settings = await readFile(`${program}.settings`, "utf8");
  for (const name of ["BlockUntrustedRefererLinks", "DisableMacrosExecution", "DisableActiveContent"]) {
    assert.match(settings, new RegExp(`${name}"[^>]*><value>true<`));
  }
  assert.match(settings, /ooInetHTTPProxyName"[^>]*><value>127\.0\.0\.1</);
});

test("a DOCX file that LibreOffice cannot convert is read by sections", async () => {
  for (const otherwise of ["exit 1", "true"]) {
    const [file, pages] = await extract("a.docx", docx, await aLibreOffice("fails", undefined, otherwise));
    assert.equal(file.facts?.isRendered, undefined);
    assert.deepEqual(
      pages.map(({ label, text }) => [label, text]),
      [["section 1", "Words of the file itself."]],
    );
  }
});

test("a damaged DOCX file never reaches LibreOffice", async () => {
  const program = await aLibreOffice("untouched", "rendered.pdf");
  const bomb = docxBytes({ body: wordParagraph("a".repeat(60_000_000)) });
  const [file] = await extract("bomb.docx", bomb, program);
  assert.match(file.failureReason ?? "", /not safe to unpack/);
  await assert.rejects(readFile(`${program}.args`), { code: "ENOENT" });
});

test("an old Word file is read as rendered", async () => {
  const [file, pages] = await extract("a.doc", doc, await aLibreOffice("renders-doc", "rendered.pdf"));
  assert.equal(file.facts?.isRendered, true);
  assert.deepEqual(
    pages.map(({ label }) => label),
    ["1 (as rendered)", "2 (as rendered)"],
  );
});

test("an old presentation keeps its slides", async () => {
  const [file, pages] = await extract("a.ppt", ppt, await aLibreOffice("converts-ppt", "converted.pptx"));
  assert.equal(file.facts?.pageCount, 1);
  assert.deepEqual(
    pages.map(({ label, text }) => [label, text]),
    [["slide 1", "A slide"]],
  );
});

test("without LibreOffice old formats fail with that reason, and DOCX has sections", async () => {
  for (const program of ["", join(folder, "absent")]) {
    const [old] = await extract("a.doc", doc, program);
    assert.equal(
      old.failureReason,
      "The file is in an old Word format, which can be read only where LibreOffice is installed; save it as DOCX or PDF.",
    );
    const [slides] = await extract("a.ppt", ppt, program);
    assert.match(slides.failureReason ?? "", /^The file is in an old PowerPoint format, which can be read only where/);
    const [, pages] = await extract("a.docx", docx, program);
    assert.equal(pages[0]?.label, "section 1");
  }
});

test("an old file that LibreOffice cannot convert fails alone, with that reason", async () => {
  const program = await aLibreOffice("cannot", undefined, "exit 77");
  const bundle = zipBytes([
    { name: "a.doc", data: doc },
    { name: "b.txt", data: "Good words." },
  ]);
  const [file] = await extract("bundle.zip", bundle, program);
  assert.deepEqual(
    file.members.map(({ failureReason }) => failureReason),
    ["The file is in an old Word format and could not be converted; it may be damaged.", undefined],
  );
});

test("LibreOffice and its processes end at the document's time limit", async () => {
  const own = await mkdtemp(join(folder, "hangs-"));
  const before = process.env["TMPDIR"];
  await mkdir(join(own, "tmp"));
  process.env["TMPDIR"] = join(own, "tmp");
  const hurried = new ExtractionChildren(defaultExtractionLimits);
  try {
    const program = await aLibreOffice("hangs", undefined, `sh -c 'echo $$ > "${own}/pid"; exec sleep 300' & wait`);
    const path = join(own, "a.doc");
    await writeFile(path, doc);
    let pid = 0;
    // On a busy machine the time may be over before LibreOffice has started a process.
    for (let seconds = 2; pid === 0; seconds *= 2) {
      const [file] = await extractDocument(
        {
          children: hurried,
          limits: { ...defaultExtractionLimits, wallClockSeconds: seconds, libreOfficePath: program },
        },
        { files: [{ path, fileName: "a.doc" }], outFolder: join(own, `out-${seconds}`) },
      );
      assert.equal(file?.failureReason, `Reading the document took longer than ${seconds} seconds and was stopped.`);
      pid = Number(await readFile(join(own, "pid"), "utf8").catch(() => "0"));
      assert.ok(pid > 0 || seconds < 60, "it has started nothing");
    }
    await until(async () => !(await isRunning(pid)));
  } finally {
    await hurried.close();
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  assert.deepEqual(await readdir(join(own, "tmp")), []);
});
