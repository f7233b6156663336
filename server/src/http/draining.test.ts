import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { startTestServer } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";
import { lingerMilliseconds } from "./draining.ts";

/** A keep-alive connection. */
class Caller {
  readonly #socket: Socket;
  #received = "";
  readonly ended: Promise<unknown>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.ended = once(socket, "close");
    socket.on("data", (chunk) => {
      this.#received += chunk;
    });
  }

  static async at(address: string): Promise<Caller> {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    return new Caller(socket);
  }

  send(text: string): void {
    this.#socket.write(text);
  }

  /** The next response, when it is complete. */
  async answer(ending: RegExp): Promise<string> {
    await until(async () => ending.test(this.#received));
    const answer = this.#received;
    this.#received = "";
    return answer;
  }
}

const get = "GET /v1/nothing HTTP/1.1\r\nHost: assay\r\n\r\n";
const refused = /"statusCode":404\}$/;

test("a stopping service accepts no new connections and answers requests on open ones with Connection: close", async (t) => {
  const server = await startTestServer();
  t.after(() => server.close());
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const [used, midway, unused] = [await Caller.at(address), await Caller.at(address), await Caller.at(address)];
  for (const caller of [used, midway, unused]) {
    caller.send(get);
    assert.doesNotMatch(await caller.answer(refused), /connection: close/i);
  }
  const body = "{}";
  midway.send(
    `POST /v1/onboard HTTP/1.1\r\nHost: assay\r\nX-API-Key: none\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`,
  );

  const closed = server.app.close();
  await until(async () => !server.app.server.listening);
  await assert.rejects(Caller.at(address), { code: "ECONNREFUSED" });
  used.send(get);
  assert.match(await used.answer(refused), /^HTTP\/1\.1 404 [\s\S]*connection: close/i);
  await used.ended;
  midway.send(`\r\n${body}`);
  assert.match(await midway.answer(/"statusCode":401\}$/), /^HTTP\/1\.1 401 [\s\S]*connection: close/i);
  await midway.ended;
  // An idle connection does not delay the stop.
  await unused.ended;
  await closed;
});

test("a connection pending in the kernel's queue when the service stops is accepted and answered", async (t) => {
  const server = await startTestServer();
  t.after(() => server.close());
  const { hostname, port } = new URL(await server.app.listen({ port: 0, host: "127.0.0.1" }));
  const sockets = Array.from({ length: 3 }, () => connect(Number(port), hostname));
  const answers = sockets.map(async (socket) => {
    socket.write(get);
    return text(socket);
  });
  // The kernel completes the connections; the service sees them in its next event loop iteration.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const closed = server.app.close();
  for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 404 [\s\S]*connection: close/i);
  await closed;
});

test("a request that arrives while a stopping service is blocked is answered", async (t) => {
  const server = await startTestServer();
  t.after(() => server.close());
  const caller = await Caller.at(await server.app.listen({ port: 0, host: "127.0.0.1" }));
  caller.send(get);
  await caller.answer(refused);
  const closed = server.app.close();
  await until(async () => !server.app.server.listening);
  // From here on timers run before network events.
  await nextTurn();
  caller.send(get);
  // Blocks the whole process.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * lingerMilliseconds);
  assert.match(await caller.answer(refused), /^HTTP\/1\.1 404 [\s\S]*connection: close/i);
  await caller.ended;
  await closed;
});
