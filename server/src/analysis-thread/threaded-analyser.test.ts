import assert from "node:assert/strict";
import { test } from "node:test";
import type { Worker } from "node:worker_threads";
import { AppError } from "../platform/app-error.ts";
import { anItem, aSubject } from "../testing/llm-trial.ts";
import { openThreadedAnalyser } from "./threaded-analyser.ts";

test("a signal that is aborted stops what the thread reads for a document, and the next one is read", async (t) => {
  const fail = (error: unknown) => assert.fail(String(error));
  const analyser = openThreadedAnalyser({
    ...{ cores: 1, onModelsMissing: fail, onModelThreadLost: fail, onThreadLost: fail },
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
    ...{ cores: 1, onModelsMissing: assert.fail, onModelThreadLost: assert.fail },
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
