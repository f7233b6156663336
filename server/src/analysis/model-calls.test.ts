import assert from "node:assert/strict";
import { test } from "node:test";
import { anItem, aSubject } from "../testing/llm-trial.ts";
import { aFile } from "../testing/written-pages.ts";
import { openOfflineAnalyser } from "./offline-analyser.ts";
import type { Question } from "./reading/reader.ts";

/** An analyser with models that record their calls and find everything neutral. */
function recordingAnalyser({
  onRead = (_: Question[]) => {},
  onEncode = (_: string[]) => {},
  embed = (_: string) => Float32Array.of(1, 0),
}) {
  const neutral = { met: 0, partly: 0, contradicted: 0, neutral: 1 };
  const close = async () => undefined;
  const reader = {
    ...{ modelSha256: "", close },
    read: async (questions: Question[]) => {
      onRead(questions);
      return questions.map(({ passages }) => ({ overall: neutral, passages: passages.map(() => neutral) }));
    },
  };
  const encode = async (texts: string[]) => {
    onEncode(texts);
    return texts.map(embed);
  };
  const encoder = { modelSha256: "", close, encode };
  const frequencies = { sha256: "", counts: new Map() };
  return openOfflineAnalyser({
    models: async () => ({ encoder, reader, queryEmbeddings: new Map(), frequencies, close }),
  });
}

const items = [1, 2, 3, 4, 5, 6, 7, 8].map(anItem);
const subject = { ...aSubject(), items };

test("the models are loaded once, for the first document", async () => {
  let asked = 0;
  const lazy = openOfflineAnalyser({
    models: async () => {
      asked++;
      return undefined;
    },
  });
  assert.equal(asked, 0);
  await Promise.all([lazy.open(subject), lazy.open(subject)]);
  assert.equal(asked, 1);
  await lazy.close();
});

test("every criterion is read once, and none before an item is judged", async () => {
  const asked: string[] = [];
  const analysis = await recordingAnalyser({
    onRead: (all) => asked.push(...all.map(({ statement }) => statement)),
  }).open(subject);
  assert.deepEqual(asked, []);
  for (const item of items) await analysis.judge(structuredClone(item));
  const statements = items.flatMap(({ criteria }) => criteria?.map(({ statement }) => statement) ?? []);
  assert.deepEqual(asked.toSorted(), statements.toSorted());
});

test("an item that cannot be read fails alone", async () => {
  const [first = anItem(), second = anItem()] = items;
  const unreadable = {
    ...second,
    criteria: second.criteria?.map((one) => ({ ...one, statement: "It cannot be read." })) ?? [],
  };
  const analyser = recordingAnalyser({
    onRead: (all) =>
      assert.ok(
        all.every(({ statement }) => statement !== "It cannot be read."),
        "unreadable",
      ),
  });
  const analysis = await analyser.open({ ...subject, items: [first, unreadable] });
  await assert.rejects(analysis.judge(unreadable), /unreadable/);
  assert.ok((await analysis.judge(first)).criteria.length > 0);
});

test("an aborted signal stops the encoding of a document", async () => {
  const lines = Array.from({ length: 600 }, (_, at) => `Record ${at} is kept.`);
  const stopping = new AbortController();
  let encoded = 0;
  const counting = recordingAnalyser({
    onEncode: (texts) => {
      encoded += texts.length;
      stopping.abort(new Error("enough"));
    },
  });
  await assert.rejects(counting.open(aSubject(lines), AbortSignal.abort(new Error("stop"))), /stop/);
  encoded = 0;
  await assert.rejects(counting.open(aSubject(lines), stopping.signal), /enough/);
  assert.ok(encoded < lines.length);
});

test("an aborted signal stops the reading of items", async () => {
  const stopping = new AbortController();
  let asked = 0;
  const counting = recordingAnalyser({
    onRead: () => {
      asked++;
      stopping.abort(new Error("enough"));
    },
  });
  const analysis = await counting.open(subject, stopping.signal);
  await assert.rejects(analysis.judge(anItem()), /enough/);
  assert.ok(asked < items.length, String(asked));
});

test("passages much less relevant than the best are not read, and at most twelve others are", async () => {
  const read: string[][] = [];
  const asking = recordingAnalyser({
    onRead: (all) => read.push(...all.map(({ passages }) => passages)),
    /** Similar to the statement, or orthogonal to it. */
    embed: (text) => (/breach/i.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1)),
  });
  const notice = "The processor shall notify the controller of every breach.";
  const judged = async (...sentences: string[]) => {
    const analysis = await asking.open({ ...aSubject(), files: [aFile(sentences)] });
    await analysis.judge({ externalId: "X-1", name: "Breaches", objective: notice });
    return read.splice(0).flat();
  };
  assert.deepEqual(await judged("The sky above the harbour is grey today.", notice, "Coffee is served at noon."), [
    notice,
  ]);
  const many = Array.from(
    { length: 13 },
    (_, at) => `The processor shall notify the controller of every breach in case ${at}.`,
  );
  assert.equal((await judged(...many)).length, 12);
});
