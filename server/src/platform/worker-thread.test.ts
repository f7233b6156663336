import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { AppError } from "./app-error.ts";
import { openConnection, openThread, type Thread, ThreadTimeout, type Transferred } from "./worker-thread.ts";

interface EchoMethods {
  /** How many texts this connection has sent so far, then the text. */
  echo(text: string): Promise<string>;
  reverse(bytes: Uint8Array<ArrayBuffer>): Transferred<Uint8Array<ArrayBuffer>>;
  fail(kind: "plain" | "coded" | "app"): never;
  exit(): never;
  spin(): never;
  allocate(): Promise<never>;
  /** Resolves when this connection's signal is aborted, `waitForAnyAbort` when that of any connection is. */
  waitForAbort(): Promise<void>;
  waitForAnyAbort(): Promise<void>;
  askClient(): Promise<string>;
  askHost(): Promise<string>;
  data(): unknown;
}

const text = `
import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError } from ${JSON.stringify(join(import.meta.dirname, "app-error.ts"))};
import { connectToHost, serveThread, threadData, Transferred } from ${JSON.stringify(join(import.meta.dirname, "worker-thread.ts"))};
const host = connectToHost();
const anyAbort = Promise.withResolvers();
serveThread((client) => {
  let echoed = 0;
  client.signal.addEventListener("abort", () => anyAbort.resolve());
  return {
    async echo(text) {
      await null;
      return ++echoed + " " + text;
    },
    reverse: (bytes) => new Transferred(bytes.reverse(), [bytes.buffer]),
    fail(kind) {
      if (kind === "app") throw new AppError("overloaded", "come back later", { retryAfterSeconds: 7 });
      throw Object.assign(new Error("it cannot be done"), kind === "coded" && { code: "ENOSPC", handler: () => {} });
    },
    exit: () => process.exit(3),
    spin() { for (;;); },
    async allocate() {
      for (const all = []; ; await nextTurn()) all.push(new Array(10_000).fill({}));
    },
    waitForAbort: () => new Promise((resolve) => client.signal.addEventListener("abort", () => resolve())),
    waitForAnyAbort: () => anyAbort.promise,
    askClient: () => client.call("name"),
    askHost: () => host.call("name"),
    data: threadData,
  };
});
`;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-thread-"));
  await writeFile(join(folder, "thread.mjs"), text);
});
after(() => rm(folder, { recursive: true }));

function open(t: TestContext, options: Partial<Parameters<typeof openThread>[0]> = {}) {
  const losses: Error[] = [];
  const thread: Thread<EchoMethods> = openThread({
    ...{ file: join(folder, "thread.mjs"), onLost: (error) => losses.push(error), ...options },
  });
  t.after(() => thread.stop());
  return { thread, losses };
}

const isRetryable = (error: unknown) =>
  error instanceof AppError && error.code === "unavailable" && error.retryAfterSeconds === 1;

test("each connection has a state of its own, and its calls begin in their order", async (t) => {
  const { thread } = open(t);
  const [one, other] = [thread.connect(), thread.connect()];
  const echoed = await Promise.all([one.call("echo", "a"), other.call("echo", "b"), one.call("echo", "c")]);
  assert.deepEqual(echoed, ["1 a", "1 b", "2 c"]);
});

test("buffers move to the thread and back", async (t) => {
  const connection = open(t).thread.connect();
  const bytes = Uint8Array.of(1, 2, 3);
  const reversed = await connection.call("reverse", bytes, { transfer: [bytes.buffer] });
  assert.deepEqual([...reversed], [3, 2, 1]);
  assert.equal(bytes.length, 0);
});

test("the thread can call the client that is connected and the host that started it, and reads its data", async (t) => {
  const { thread } = open(t, { data: { cores: 2 }, host: { name: () => "host" } });
  const connection = thread.connect({ methods: { name: async () => "client" } });
  assert.deepEqual(
    [await connection.call("askClient"), await connection.call("askHost"), await connection.call("data")],
    ["client", "host", { cores: 2 }],
  );
});

test("an error crosses with its message, its code and its class, and fails only its call", async (t) => {
  const connection = open(t).thread.connect();
  const failing = (["plain", "coded", "app"] as const).map((kind) => connection.call("fail", kind));
  const [plain, coded, app] = (await Promise.allSettled(failing)).map((one) => one.status === "rejected" && one.reason);
  assert.equal(plain.message, "it cannot be done");
  assert.match(String(plain.cause), /thread\.mjs/);
  assert.deepEqual([coded.message, coded.code], ["it cannot be done", "ENOSPC"]);
  assert.ok(app instanceof AppError);
  assert.deepEqual([app.code, app.message, app.retryAfterSeconds], ["overloaded", "come back later", 7]);
  assert.equal(await connection.call("echo", "after"), "1 after");
});

test("an argument that cannot be cloned fails its call alone", async (t) => {
  const connection = open(t).thread.connect();
  const uncloneable = (() => "") as unknown as string;
  await assert.rejects(connection.call("echo", uncloneable), { name: "DataCloneError" });
  assert.equal(await connection.call("echo", "next"), "1 next");
});

for (const [name, crash, limits] of [
  ["exits", "exit", {}],
  ["runs out of memory", "allocate", { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 }],
] as const) {
  test(`when a thread ${name}, pending calls fail as retryable and the next connection starts another`, async (t) => {
    const { thread, losses } = open(t, { resourceLimits: limits });
    const [guilty, other] = [thread.connect(), thread.connect()];
    const pending = [other.call("waitForAbort"), guilty.call(crash)];
    for (const one of pending) await assert.rejects(one, isRetryable);
    assert.equal(losses.length, 1);
    await assert.rejects(other.call("echo", "too late"), isRetryable);
    assert.equal(await thread.connect().call("echo", "again"), "1 again");
  });
}

test("aborting the signal fails the connection's pending calls and tells the thread, which serves the others", async (t) => {
  const { thread, losses } = open(t);
  const stopping = new AbortController();
  const [stopped, other] = [thread.connect({ signal: stopping.signal }), thread.connect()];
  await stopped.call("echo", "before");
  const pending = stopped.call("waitForAbort");
  stopping.abort();
  await assert.rejects(pending, { name: "AbortError" });
  await assert.rejects(stopped.call("echo", "after"), { name: "AbortError" });
  assert.throws(() => thread.connect({ signal: stopping.signal }), { name: "AbortError" });
  assert.equal(await other.call("echo", "other"), "1 other");
  await other.call("waitForAnyAbort");
  assert.equal(losses.length, 0);
});

test("a thread that does not answer in time is terminated and replaced", async (t) => {
  const { thread, losses } = open(t);
  const [late, other] = [thread.connect(), thread.connect()];
  await late.call("echo", "started", { timeoutMilliseconds: 60_000 });
  const spinning = late.call("spin", undefined, { timeoutMilliseconds: 50 });
  const bystander = other.call("echo", "never read");
  await assert.rejects(spinning, (error) => error instanceof ThreadTimeout && /"spin" took longer/.test(error.message));
  await assert.rejects(bystander, isRetryable);
  assert.equal(losses.length, 1);
  assert.equal(await thread.connect().call("echo", "again"), "1 again");
});

test("a stopped thread is no loss, and a later connection starts another", async (t) => {
  const { thread, losses } = open(t);
  const pending = thread.connect().call("waitForAbort");
  const isRejected = assert.rejects(pending, isRetryable);
  await thread.stop();
  await isRejected;
  assert.equal(losses.length, 0);
  assert.equal(await thread.connect().call("echo", "again"), "1 again");
});

test("a port can be opened elsewhere, and its connection ends with the thread", async (t) => {
  const { thread } = open(t);
  const connection = openConnection<EchoMethods>(thread.openPort());
  assert.equal(await connection.call("echo", "hello"), "1 hello");
  const pending = connection.call("waitForAbort");
  await Promise.all([assert.rejects(pending, isRetryable), thread.stop()]);
  assert.ok(connection.signal.aborted);
});

test("only a pending call keeps the process alive", async () => {
  const script = `
    import { openThread } from ${JSON.stringify(join(import.meta.dirname, "worker-thread.ts"))};
    const connection = openThread({ file: ${JSON.stringify(join(folder, "thread.mjs"))} }).connect();
    connection.call("echo", "hello").then(console.log);
  `;
  await writeFile(join(folder, "main.mjs"), script);
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "main.mjs")]);
  assert.equal(stdout, "1 hello\n");
});
