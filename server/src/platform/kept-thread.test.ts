import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { AppError } from "./app-error.ts";
import { type KeptThread, keptThread } from "./kept-thread.ts";

type Request = { say: string } | "fail" | "end";

/** Says what it is told to after a moment, so that a second request could overtake the first. */
const text = `
import { serveAskers } from ${JSON.stringify(join(import.meta.dirname, "kept-thread.ts"))};
const forgotten = [];
serveAskers({
  async answer(asker, request, say) {
    if (request === "end") process.exit(3);
    if (request === "fail") throw new Error("it cannot be done");
    if (request.say === "slowly") await new Promise((resolve) => setImmediate(resolve));
    say(request.say + " " + forgotten.length);
  },
  forget: (asker) => forgotten.push(asker),
});
`;

let folder: string;
let thread: KeptThread<Request, string>;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-thread-"));
  await writeFile(join(folder, "thread.mjs"), text);
  thread = keptThread(join(folder, "thread.mjs"), {});
});
after(() => rm(folder, { recursive: true }));

/** What comes of the requests, until there are so many answers. */
function answersTo(requests: Request[], count: number): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const heard: string[] = [];
  const { ask, leave } = thread.join({
    answered(answer) {
      if (heard.push(answer) < count) return;
      leave();
      resolve(heard);
    },
    failed: reject,
  });
  for (const request of requests) ask(request);
  return promise;
}

test("requests are answered in their order, to whoever asked", async () => {
  const [first, second] = await Promise.all([
    answersTo([{ say: "slowly" }, { say: "at once" }], 2),
    answersTo([{ say: "another" }], 1),
  ]);
  assert.deepEqual(first, ["slowly 0", "at once 0"]);
  assert.deepEqual(second, ["another 0"]);
});

test("what fails fails alone, and is forgotten", async () => {
  const failing = answersTo(["fail"], 1);
  const other = answersTo([{ say: "other" }], 1);
  await assert.rejects(failing, /it cannot be done/);
  assert.deepEqual(await other, ["other 1"]);
});

test("when the thread is lost, all that ask may try again, and the next one starts another", async () => {
  const asking = [answersTo([{ say: "slowly" }, "end"], 2), answersTo([{ say: "never heard" }], 2)];
  for (const one of asking)
    await assert.rejects(
      one,
      (error) => error instanceof AppError && error.code === "unavailable" && error.retryAfterSeconds === 1,
    );
  assert.deepEqual(await answersTo([{ say: "again" }], 1), ["again 0"]);
});
