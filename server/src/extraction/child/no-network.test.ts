import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const noNetwork = fileURLToPath(new URL("no-network.ts", import.meta.url));

/** Tries each way to use the network, in a process started like the child and in a thread of it, and prints those that worked. */
const attempts = `
  const { isMainThread, parentPort, Worker } = require("node:worker_threads");
  const port = Number(process.argv.at(-1));
  const ways = {
    fetch: () => fetch("http://127.0.0.1:" + port),
    http: () => new Promise((resolve, reject) => require("node:http").get({ port }, resolve).on("error", reject)),
    net: () => new Promise((resolve, reject) => require("node:net").connect(port, resolve).on("error", reject)),
    tls: () => new Promise((resolve, reject) => require("node:tls").connect(port, resolve).on("error", reject)),
    udp: () => new Promise((resolve) => require("node:dgram").createSocket("udp4").send("x", port, resolve)),
    dns: () => require("node:dns").promises.lookup("localhost"),
    resolver: () => new (require("node:dns").promises.Resolver)().resolve4("localhost"),
    listen: () => new Promise((resolve) => require("node:net").createServer().listen(0, resolve)),
  };
  (async () => {
    const worked = [];
    for (const [name, way] of Object.entries(ways)) {
      try {
        await way();
        worked.push(name);
      } catch (error) {
        const cause = String(error.cause ?? error);
        if (!cause.includes("must not use the network")) worked.push(name + ": " + cause);
      }
    }
    if (!isMainThread) return parentPort.postMessage(worked);
    const worker = new Worker(__filename, { argv: [String(port)] });
    worker.on("message", (inThread) => {
      process.stdout.write(JSON.stringify({ worked, inThread }));
      process.exit(0);
    });
  })();`;

test("a child process and its threads cannot use the network", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "no-network-test-"));
  context.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "attempts.cjs"), attempts);
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end("reached");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  context.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, ["--import", noNetwork, join(folder, "attempts.cjs"), String(port)]);
  assert.deepEqual(JSON.parse(await text(child.stdout)), { worked: [], inThread: [] });
  assert.equal(requests, 0);
});
