import assert from "node:assert/strict";
import { test } from "node:test";
import type { Worker } from "node:worker_threads";
import { JudgingTimedOut } from "../analysis/analyser.ts";
import { AppError } from "../platform/app-error.ts";
import { anItem, aSubject } from "../testing/llm-trial.ts";
import { openThreadedAnalyser } from "./threaded-analyser.ts";

test("a signal that is aborted stops what the thread reads for a document, and the next one is read", async (t) => {
  const fail = (error: unknown) => assert.fail(String(error));
  const analyser = openThreadedAnalyser({
    ...{ cores: 1, judgeSeconds: 600, onModelsMissing: fail, onModelThreadLost: fail, onThreadLost: fail },
  });
  t.after(() => analyser.close());
  const items = Array.from({ length: 60 }, (_, at) => anItem(at));
  const subject = { ...aSubject(), items };
  const stopping = new AbortController();
  const stopped = await analyser.open(subject, stopping.signal);
  const judging = stopped.judge(anItem(0));
  stopping.abort();
  await assert.rejects(judging, /abort/i);
  await stopped.close();
  const next = await analyser.open({ ...subject, items: items.slice(0, 1) });
  assert.equal((await next.judge(anItem(0))).criteria.length, 4);
  await next.close();
});

test("an analysis thread that dies while the models compute is replaced, and the models stay loaded", async (t) => {
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on("worker", note);
  t.after(() => process.off("worker", note));
  const losses: unknown[] = [];
  const analyser = openThreadedAnalyser({
    ...{ cores: 1, judgeSeconds: 600, onModelsMissing: assert.fail, onModelThreadLost: assert.fail },
    onThreadLost: (error) => losses.push(error),
  });
  t.after(() => analyser.close());
  const interrupted = await analyser.open(aSubject());
  const judging = interrupted.judge(anItem(0));
  await threads[0]?.terminate();
  await assert.rejects(judging, (error) => error instanceof AppError && error.code === "unavailable");
  assert.deepEqual([threads.length, losses.length], [3, 1]);
  const next = await analyser.open(aSubject());
  assert.equal((await next.judge(anItem(0))).criteria.length, 4);
  assert.equal(threads.length, 4, "only the analysis thread was started again");
});

test("a document that blocks its thread loses only its own thread, and others are judged meanwhile", async (t) => {
  const losses: Error[] = [];
  const analyser = openThreadedAnalyser({
    ...{ cores: 1, judgeSeconds: 25, onModelsMissing: assert.fail, onModelThreadLost: assert.fail },
    onThreadLost: (error) => losses.push(error),
  });
  t.after(() => analyser.close());
  // Loads the models, which takes seconds on a busy machine and counts as time of the first document.
  const warm = await analyser.open(aSubject());
  // The time is not enough for so many passages.
  const lines = Array.from({ length: 180_000 }, (_, at) => `The processor keeps record ${at} for the controller.`);
  const startedAt = performance.now();
  const hostile = analyser.open(aSubject(lines));
  const refused = assert.rejects(
    hostile,
    (error) => error instanceof JudgingTimedOut && /stopped after 25 seconds/.test(error.message),
  );
  assert.equal((await warm.judge(anItem(0))).criteria.length, 4, "judged beside it");
  await warm.close();
  await refused;
  assert.ok(performance.now() - startedAt < 60_000);
  assert.equal(losses.length, 1);
  const next = await analyser.open(aSubject());
  assert.equal((await next.judge(anItem(0))).criteria.length, 4);
  await next.close();
});
