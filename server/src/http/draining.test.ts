import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { until } from "../testing/builders.ts";
import { startTestServer } from "../testing/test-server.ts";

/** A connection that is kept open, as proxies and most clients do. */
class Caller {
  readonly #socket: Socket;
  #heard = "";
  readonly ended: Promise<unknown>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.ended = once(socket, "close");
    socket.on("data", (chunk) => {
      this.#heard += chunk;
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

  /** What comes in answer to the next request, as soon as its end is there. */
  async answer(ending: RegExp): Promise<string> {
    await until(async () => ending.test(this.#heard));
    const answer = this.#heard;
    this.#heard = "";
    return answer;
  }
}

const get = "GET /v1/nothing HTTP/1.1\r\nHost: assay\r\n\r\n";
const refused = /"statusCode":404\}$/;

test("a stop takes no new connections, answers whoever uses an open one, and says that it ends there", async (t) => {
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
  await assert.rejects(Caller.at(address), { code: "ECONNREFUSED" });
  used.send(get);
  assert.match(await used.answer(refused), /^HTTP\/1\.1 404 [\s\S]*connection: close/i);
  await used.ended;
  midway.send(`\r\n${body}`);
  assert.match(await midway.answer(/"statusCode":401\}$/), /^HTTP\/1\.1 401 [\s\S]*connection: close/i);
  await midway.ended;
  // Whoever has nothing to say holds nobody up.
  await unused.ended;
  await closed;
});
