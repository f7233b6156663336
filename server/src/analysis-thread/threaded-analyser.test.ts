import assert from "node:assert/strict";
import { test } from "node:test";
import { anItem, aSubject } from "../testing/llm-trial.ts";
import { openThreadedAnalyser } from "./threaded-analyser.ts";

test("a signal that is aborted stops what the thread reads for a document, and the next one is read", async (t) => {
  const fail = (error: unknown) => assert.fail(String(error));
  const analyser = openThreadedAnalyser({
    ...{ threads: 1, onModelsMissing: fail, onModelThreadLost: fail, onThreadLost: fail },
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
