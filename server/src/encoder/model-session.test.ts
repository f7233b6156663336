import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Worker } from "node:worker_threads";
import type { Reader, Reading } from "../analysis/reading/reader.ts";
import { type Encoder, similarities } from "../analysis/search/encoder.ts";
import { AppError } from "../platform/app-error.ts";
import { openModel, specialTokens } from "./model-session.ts";
import { type ModelThreads, openModelThreads } from "./model-threads.ts";
import { openOnnxEncoder } from "./onnx-encoder.ts";
import { openOnnxReader } from "./onnx-reader.ts";

const similarity = (a: Float32Array, b: Float32Array) =>
  similarities({ width: a.length, values: a, rows: Uint32Array.of(0) }, b)[0] ?? 0;

const shipped = join(import.meta.dirname, "../../../model");
const file = "evidence-encoder.int8.onnx";
/** Fails the test if one of these threads crashes. */
const threads = openModelThreads((error) => assert.fail(error));
let encoder: Encoder;
let reader: Reader;

before(async () => {
  encoder = await openOnnxEncoder({ cores: 2, threads });
  reader = await openOnnxReader({ cores: 2, threads });
});
after(() => threads.close());

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
      openModel({ file, sha256, output: "embedding", rowsPerBatch: 8, cores: 1, threads: openModelThreads(), folder }),
      /evidence-encoder\.int8\.onnx is not the file this version was measured with/,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("a missing weight file is refused and not reported as a lost thread", async () => {
  const losses: Error[] = [];
  await assert.rejects(
    openModel({
      ...{ file: "absent.onnx", sha256: "", output: "embedding", rowsPerBatch: 8, cores: 1 },
      threads: openModelThreads((error) => losses.push(error)),
    }),
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
  assert.deepEqual(losses, []);
});

/** More than two batches; long and short texts alternate, so that sorting by length moves every one of them. */
const texts = Array.from({ length: 21 }, (_, at) =>
  at % 2 === 0
    ? `Backup number ${at}`
    : `The processor keeps record ${at} of ${"every breach and ".repeat(at)}transfer.`,
);

test("vectors are in the order of the texts, whatever their lengths", async () => {
  const together = await encoder.encode(texts);
  assert.equal(together.length, texts.length);
  for (const [at, text] of texts.entries()) {
    const likest = together
      .map((vector, other) => ({ other, likeness: similarity(vector, together[at] as Float32Array) }))
      .sort((a, b) => b.likeness - a.likeness)[0];
    assert.ok(likest !== undefined && likest.likeness < 1.001);
    const [alone] = await encoder.encode([text]);
    // Activations are quantized per batch, so a text alone and in a batch differ slightly.
    assert.ok(similarity(alone as Float32Array, together[at] as Float32Array) > 0.97, text);
  }
});

test("every vector has length 1", async () => {
  for (const vector of await encoder.encode([...texts, "", " ", "日本語 🙂"]))
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-3);
});

test("no texts result in no vectors", async () => {
  assert.deepEqual(await encoder.encode([]), []);
  assert.deepEqual(await reader.read([]), []);
});

test("the same texts have the same vectors", async () => {
  assert.deepEqual(await encoder.encode(texts), await encoder.encode(texts));
});

test("a long text is truncated", async () => {
  const long = "The processor keeps records of transfers. ".repeat(200);
  const [whole, longer] = await encoder.encode([long, `${long} Bananas ripen in the sun.`]);
  assert.deepEqual(whole, longer);
});

test("texts with a similar meaning have more similar vectors than others", async () => {
  const [duty, alike, other] = (await encoder.encode([
    "The processor notifies the controller of a personal data breach.",
    "The vendor shall inform the customer of any security incident affecting its data.",
    "The tenant pays the rent on the first of the month.",
  ])) as [Float32Array, Float32Array, Float32Array];
  assert.ok(similarity(duty, alike) > similarity(duty, other) + 0.1);
});

const sumsTo1 = ({ met, partly, contradicted, neutral }: Reading) => {
  assert.ok(Math.abs(met + partly + contradicted + neutral - 1) < 1e-3);
  assert.ok(Math.min(met, partly, contradicted, neutral) >= 0);
};
const breach = "The processor notifies the controller of a breach within 72 hours.";
const kept = "The processor shall notify the controller of any breach within 24 hours.";
const rent = "The tenant pays the rent on the first of the month.";

test("the reader returns four probabilities that sum to 1, overall and for every passage, in order", async () => {
  const questions = [
    { statement: breach, passages: [kept, rent] },
    { statement: breach, passages: [rent, kept] },
    { statement: breach, passages: [rent] },
    { statement: "long ".repeat(500), passages: Array.from({ length: 9 }, () => "passage ".repeat(500)) },
    { statement: breach, passages: [] },
  ];
  const answers = await reader.read(questions);
  assert.deepEqual(
    answers.map(({ passages }) => passages.length),
    questions.map(({ passages }) => passages.length),
  );
  for (const { overall, passages } of answers) [overall, ...passages].forEach(sumsTo1);
  const neutral = answers.map(({ overall, passages }) => [overall, ...passages].map((one) => one.neutral > 0.5));
  assert.deepEqual(neutral.slice(0, 3), [
    [false, false, true],
    [false, true, false],
    [true, true],
  ]);
});

test("the answer to a question does not depend on the other questions", async () => {
  const questions = texts.map((text) => ({
    statement: "The processor keeps records of every breach.",
    passages: [text, rent],
  }));
  const together = await reader.read(questions);
  for (const [at, question] of questions.entries()) assert.deepEqual(await reader.read([question]), [together[at]]);
});

test("a document cannot end a passage by containing the text of a special token", async () => {
  const spelled = `${rent} [SEP] ${kept} [CLS]`;
  const [answer] = await reader.read([{ statement: breach, passages: [spelled, rent] }]);
  assert.deepEqual(answer, (await reader.read([{ statement: breach, passages: [`${rent} ${kept}`, rent] }]))[0]);
});

const openEncoderModel = (own: ModelThreads) =>
  openModel({ file, sha256: encoder.modelSha256, output: "embedding", rowsPerBatch: 8, cores: 2, threads: own });

test("a row holds the text between its special tokens", async () => {
  const model = await openEncoderModel(threads);
  const tokens = model.tokens("records");
  assert.ok(tokens.length > 0 && !tokens.includes(specialTokens.begin) && !tokens.includes(specialTokens.separator));
});

/** Enough for both threads. */
const manyTexts = Array.from(
  { length: 64 },
  (_, at) => `The processor keeps record ${at} of every transfer and breach.`,
);

/** An encoder on two cores, and its threads in the order of their start. */
async function aWatchedEncoder() {
  const workers: Worker[] = [];
  const note = (worker: Worker) => workers.push(worker);
  process.on("worker", note);
  const losses: Error[] = [];
  const own = openModelThreads((error) => losses.push(error));
  const watched = await openOnnxEncoder({ cores: 2, threads: own });
  return {
    ...{ watched, losses, workers },
    async close() {
      process.off("worker", note);
      await own.close();
    },
  };
}

test("the batches of a crashed thread are computed by another, and the next use restarts it", async () => {
  const whole = await encoder.encode(manyTexts);
  const { watched, losses, workers, close } = await aWatchedEncoder();
  try {
    assert.equal(workers.length, 2);
    // Crashes by itself: terminating a thread inside the native runtime would abort the process.
    workers[0]?.postMessage(null);
    const encoded = watched.encode(manyTexts);
    assert.deepEqual(await encoded, whole);
    assert.equal(losses.length, 1);
    assert.deepEqual(await watched.encode(manyTexts), whole);
    assert.equal(workers.length, 3);
    assert.deepEqual(await watched.encode(manyTexts), whole);
    assert.equal(workers.length, 3, "only one thread is restarted");
  } finally {
    await close();
  }
  assert.equal(losses.length, 1, "closing is not reported as a loss");
});

test("threads that ended while idle are replaced, and a model without threads can be closed", async () => {
  const { watched, workers, close } = await aWatchedEncoder();
  try {
    await Promise.all(workers.map((worker) => worker.terminate()));
    assert.deepEqual(await watched.encode(manyTexts), await encoder.encode(manyTexts));
    assert.equal(workers.length, 4);
    await Promise.all(workers.map((worker) => worker.terminate()));
  } finally {
    await close();
  }
});

test("if a thread cannot be restarted the others do its work, and without any thread the error is retryable", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-model-"));
  const workers: Worker[] = [];
  const note = (worker: Worker) => workers.push(worker);
  process.on("worker", note);
  const losses: Error[] = [];
  const own = openModelThreads((error) => losses.push(error));
  try {
    for (const name of [file, "tokenizer.json", "tokenizer_config.json"])
      await copyFile(join(shipped, name), join(folder, name));
    const model = await openModel({
      ...{ file, sha256: encoder.modelSha256, output: "embedding", rowsPerBatch: 8, cores: 2, threads: own, folder },
    });
    const rows = manyTexts.map((text) => ({
      ids: [specialTokens.begin, ...model.tokens(text), specialTokens.separator],
      types: [],
    }));
    const whole = await model.run(rows);
    await rm(join(folder, file));
    await workers[0]?.terminate();
    for (let time = 0; time < 3; time++) assert.deepEqual(await model.run(rows), whole);
    await workers[1]?.terminate();
    await assert.rejects(
      model.run(rows),
      (error) => error instanceof AppError && error.code === "unavailable" && error.cause instanceof Error,
    );
    assert.ok(losses.length >= 3, "two lost threads, and those that could not be restarted");
    await own.close();
  } finally {
    process.off("worker", note);
    await rm(folder, { recursive: true, force: true });
  }
});

test("closing a model while it computes rejects waiting batches and ends its threads", async () => {
  const own = openModelThreads(assert.fail);
  const model = await openEncoderModel(own);
  const row = {
    ids: [specialTokens.begin, ...model.tokens("records ".repeat(200)), specialTokens.separator],
    types: [],
  };
  const running = model.run(Array.from({ length: 4000 }, () => row));
  const isRefused = assert.rejects(running);
  await own.close();
  await isRefused;
});

test("invalid rows are rejected, and the model continues with others", async () => {
  const model = await openEncoderModel(threads);
  const row = { ids: [specialTokens.begin, ...model.tokens("records"), specialTokens.separator], types: [] };
  const rows = Array.from({ length: 32 }, () => row);
  await assert.rejects(model.run(rows.map(({ types }) => ({ ids: [2 ** 40], types }))), /indices|bounds/);
  assert.equal((await model.run(rows)).length, rows.length);
});
