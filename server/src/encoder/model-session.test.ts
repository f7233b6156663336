import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { similarities } from "../analysis/encoder.ts";
import { marks, openModel } from "./model-session.ts";
import { openOnnxEncoder } from "./onnx-encoder.ts";
import { openOnnxReader } from "./onnx-reader.ts";

const similarity = (a: Float32Array, b: Float32Array) =>
  similarities({ width: a.length, count: 1, figures: a }, b)[0] ?? 0;

const shipped = join(import.meta.dirname, "../../../model");
const file = "evidence-encoder.int8.onnx";
let encoder: Awaited<ReturnType<typeof openOnnxEncoder>>;
let reader: Awaited<ReturnType<typeof openOnnxReader>>;

before(async () => {
  encoder = await openOnnxEncoder({ threads: 2 });
  reader = await openOnnxReader({ threads: 2 });
});
after(async () => {
  await encoder.close();
  await reader.close();
});

test("a changed weight file is refused", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-model-"));
  try {
    const weights = await readFile(join(shipped, file));
    const sha256 = createHash("sha256").update(weights).digest("hex");
    assert.equal(sha256, encoder.modelSha256);
    weights[weights.length - 1] = (weights.at(-1) ?? 0) ^ 1;
    await writeFile(join(folder, file), weights);
    for (const name of ["tokenizer.json", "tokenizer_config.json"])
      await copyFile(join(shipped, name), join(folder, name));
    await assert.rejects(
      openModel({ file, sha256, output: "embedding", threads: 1, folder }),
      /evidence-encoder\.int8\.onnx is not the file this version was measured with/,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("a missing weight file is refused", async () => {
  await assert.rejects(
    openModel({ file: "absent.onnx", sha256: "", output: "embedding", threads: 1 }),
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
});

/** More than two batches, long and short in turn, so that ordering by length moves every one of them. */
const texts = Array.from({ length: 21 }, (_, at) =>
  at % 2 === 0
    ? `Backup number ${at}`
    : `The processor keeps record ${at} of ${"every breach and ".repeat(at)}transfer.`,
);

test("vectors come in the order of their texts, whatever their length", async () => {
  const together = await encoder.encode(texts);
  assert.equal(together.length, texts.length);
  for (const [at, text] of texts.entries()) {
    const likest = together
      .map((vector, other) => ({ other, likeness: similarity(vector, together[at] as Float32Array) }))
      .sort((a, b) => b.likeness - a.likeness)[0];
    assert.ok(likest !== undefined && likest.likeness < 1.001);
    const [alone] = await encoder.encode([text]);
    // Weights of 8 bits are scaled by batch: alone and together differ a little, one text and another much more.
    assert.ok(similarity(alone as Float32Array, together[at] as Float32Array) > 0.97, text);
  }
});

test("every vector has length 1", async () => {
  for (const vector of await encoder.encode([...texts, "", " ", "日本語 🙂"]))
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-3);
});

test("no texts give no vectors", async () => {
  assert.deepEqual(await encoder.encode([]), []);
  assert.deepEqual(await reader.read([]), []);
});

test("the same texts give the same vectors", async () => {
  assert.deepEqual(await encoder.encode(texts), await encoder.encode(texts));
});

test("the rest of a long text is cut", async () => {
  const long = "The processor keeps records of transfers. ".repeat(200);
  const [whole, longer] = await encoder.encode([long, `${long} Bananas ripen in the sun.`]);
  assert.deepEqual(whole, longer);
});

test("texts of like meaning point the same way more than others", async () => {
  const [duty, alike, other] = (await encoder.encode([
    "The processor notifies the controller of a personal data breach.",
    "The vendor shall inform the customer of any security incident affecting its data.",
    "The tenant pays the rent on the first of the month.",
  ])) as [Float32Array, Float32Array, Float32Array];
  assert.ok(similarity(duty, alike) > similarity(duty, other) + 0.1);
});

test("the reader gives four chances that sum to 1, in the order of its pairs", async () => {
  const statement = "The processor notifies the controller of a breach within 72 hours.";
  const readings = await reader.read([
    { statement, passage: "The processor shall notify the controller of any breach within 24 hours." },
    { statement, passage: "The tenant pays the rent on the first of the month." },
    { statement: "long ".repeat(500), passage: "passage ".repeat(500) },
  ]);
  assert.equal(readings.length, 3);
  for (const { met, partly, contradicted, neutral } of readings) {
    assert.ok(Math.abs(met + partly + contradicted + neutral - 1) < 1e-3);
    assert.ok(Math.min(met, partly, contradicted, neutral) >= 0);
  }
  assert.ok((readings[0]?.neutral ?? 1) < 0.5);
  assert.ok((readings[1]?.neutral ?? 0) > 0.5);
});

test("a row holds the text between the marks that begin and end it", async () => {
  const model = await openModel({ file, sha256: encoder.modelSha256, output: "embedding", threads: 1 });
  try {
    const tokens = model.tokens("records");
    assert.ok(tokens.length > 0 && !tokens.includes(marks.begin) && !tokens.includes(marks.separator));
  } finally {
    await model.close();
  }
});
