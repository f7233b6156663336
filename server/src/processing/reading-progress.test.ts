import assert from "node:assert/strict";
import { test } from "node:test";
import { ProgressWriter } from "./reading-progress.ts";

const page = (pagesDone: number) => ({ pagesDone, pageCount: 1000 });
const noFailure = (error: unknown) => assert.fail(String(error));

test("the first report is written at once, and a thousand within the same second are not", async () => {
  const written: number[] = [];
  const writer = new ProgressWriter(async ({ pagesDone }) => void written.push(pagesDone), noFailure);
  for (let pagesDone = 1; pagesDone <= 1000; pagesDone++) writer.report(page(pagesDone));
  await writer.end();
  assert.deepEqual(written, [1]);
});

test("the end waits for a running write, and nothing is written after it", async () => {
  const gate = Promise.withResolvers<void>();
  let isWritten = false;
  const writer = new ProgressWriter(async () => {
    await gate.promise;
    isWritten = true;
  }, noFailure);
  writer.report(page(1));
  const ended = writer.end();
  gate.resolve();
  await ended;
  assert.ok(isWritten);
  isWritten = false;
  writer.report(page(2));
  await writer.end();
  assert.ok(!isWritten);
});

test("a failed write is reported and does not fail the end", async () => {
  const failures: unknown[] = [];
  const failing = () => Promise.reject(new Error("no"));
  const writer = new ProgressWriter(failing, (error) => failures.push(error));
  writer.report(page(1));
  await writer.end();
  assert.equal(failures.length, 1);
});
