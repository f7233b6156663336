import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { toPng } from "../../testing/sample-images.ts";
import { renderLines } from "../../testing/sample-pdfs.ts";
import { extractDocument } from "../extract-document.ts";
import type { ExtractedPage } from "../extracted-file.ts";
import { ExtractionChildren } from "../extraction-children.ts";
import { defaultExtractionLimits as limits } from "../extraction-limits.ts";
import { readPageRanges } from "../page-ranges.ts";

let folder: string;
let image: Uint8Array;
const earlierPath = process.env["PATH"];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "system-tesseract-test-"));
  // The programs run under the account of the extraction child.
  await chmod(folder, 0o777);
  image = toPng(await renderLines(["Access is reviewed every quarter."]));
});
after(async () => {
  process.env["PATH"] = earlierPath;
  await rm(folder, { recursive: true, force: true });
});

/** Reads the image in a child process that finds this tesseract first. */
async function readWith(name: string, script: string): Promise<{ page?: ExtractedPage; failureReason?: string }> {
  const place = join(folder, name);
  await mkdir(place);
  await writeFile(join(place, "tesseract"), `#!/bin/sh\n${script}\n`);
  await chmod(join(place, "tesseract"), 0o755);
  await writeFile(join(place, "image"), image);
  process.env["PATH"] = `${place}:${earlierPath}`;
  const children = new ExtractionChildren(limits);
  try {
    const [file] = await extractDocument(
      { children, limits },
      { files: [{ path: join(place, "image"), fileName: "a.png" }], outFolder: join(place, "out") },
    );
    const [page] = await Array.fromAsync(readPageRanges(file?.pages ?? []));
    return { ...(page && { page }), ...(file?.failureReason !== undefined && { failureReason: file.failureReason }) };
  } finally {
    await children.close();
  }
}

/** As tesseract 5.3 writes it. */
const hocr = `<?xml version="1.0" encoding="UTF-8"?>
<body><div class='ocr_page' id='page_1' title='image "stdin"; bbox 0 0 1240 1754; ppageno 0; scan_res 200 200'>
 <p class='ocr_par' id='par_1_1' lang='eng' title="bbox 100 200 500 230">
  <span class='ocr_line' id='line_1_1' title="bbox 100 200 500 230; baseline 0 -6; x_size 30; x_descenders 6; x_ascenders 7">
   <span class='ocrx_word' id='word_1_1' title='bbox 100 200 180 230; x_wconf 96'>Keys</span>
   <span class='ocrx_word' id='word_1_2' title='bbox 190 200 220 230; x_wconf 90'><strong>&amp;</strong></span>
   <span class='ocrx_word' id='word_1_3' title='bbox 230 200 330 230; x_wconf 84'>locks</span>
   <span class='ocrx_word' id='word_1_4' title='bbox 340 200 345 230; x_wconf 3'>|</span>
  </span>
 </p></div></body>`;

test("an installed tesseract is used, with our models", async () => {
  const noted = join(folder, "noted");
  const { page } = await readWith(
    "good",
    `printf '%s\\n' "$@" > "${noted}"
while [ "$1" != "--tessdata-dir" ]; do shift; done
ls "$2" >> "${noted}"
cat > /dev/null
cat <<'END'
${hocr}
END`,
  );
  assert.equal(page?.text, "Keys & locks");
  assert.deepEqual(page?.recognition, { confidence: 68 });
  const args = (await readFile(noted, "utf8")).split("\n");
  assert.equal(args[args.indexOf("--psm") + 1], "3");
  assert.ok(args.includes("eng.traineddata"));
});

test("a tesseract that fails is replaced by tesseract.js", async () => {
  const { page } = await readWith("old", "echo 'read_params_file: unknown option' >&2; exit 1");
  assert.equal(page?.text, "Access is reviewed every quarter.");
});

test("an image that tesseract cannot read is refused as damaged", async () => {
  const { failureReason } = await readWith(
    "refuses",
    "cat > /dev/null; echo 'Error during processing. Image file stdin cannot be read!' >&2; exit 1",
  );
  assert.equal(failureReason, "The file is damaged: the image cannot be read.");
});
