import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer as createTlsServer } from "node:https";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { type ANameServer, aNameServer } from "../testing/name-server.ts";
import { type AReceiver, aReceiver } from "../testing/webhook-receiver.ts";
import type { AddressRules } from "../webhooks/endpoint-address.ts";
import type { PostResult } from "../webhooks/sender.ts";
import { openSender } from "./outbound-sender.ts";
import { useNameServers } from "./resolve-name.ts";

const strict: AddressRules = { arePrivateAllowed: false, ownAddresses: [], ownPort: 0 };
const lenient: AddressRules = { ...strict, arePrivateAllowed: true };

let receiver: AReceiver;
let names: ANameServer;
before(async () => {
  receiver = await aReceiver();
  names = await aNameServer();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = (response) => response.writeHead(204).end();
});
after(async () => {
  await receiver.close();
  await names.close();
});

async function post(rules: AddressRules, url: string, attemptMilliseconds = 5000): Promise<PostResult> {
  const sender = openSender({ rules, resolve: useNameServers([names.address]), attemptMilliseconds });
  const answer = await sender.post({ url, headers: { "content-type": "application/json" }, body: "{}" });
  await sender.close();
  return answer;
}

const errorOf = (answer: PostResult) => ("error" in answer ? answer.error : undefined);

/** A server that does not speak HTTP, or not for long. */
async function withServer(behave: (socket: Socket) => void, work: (url: string) => Promise<void>): Promise<void> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    behave(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  try {
    await work(`http://127.0.0.1:${address.port}/`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  }
}

test("a post arrives unchanged, and its result has the first kilobyte of the response", async () => {
  receiver.answer = (response) => response.writeHead(503, { "retry-after": "7" }).end("x".repeat(5000));
  const answer = await post(lenient, `${receiver.url}/hook?a=b`);
  assert.ok("statusCode" in answer);
  assert.deepEqual([answer.statusCode, answer.retryAfter, answer.bodyStart.length], [503, "7", 1024]);
  const [received] = receiver.received;
  assert.deepEqual([received?.path, received?.body], ["/hook?a=b", "{}"]);
});

test("a redirect is returned and not followed, whatever its status and target", async () => {
  const statuses = [300, 301, 302, 303, 305, 307, 308];
  for (const location of [`${receiver.url}/elsewhere`, "/elsewhere", "http://127.0.0.1:1/", "file:///etc/passwd"])
    for (const status of statuses) {
      const refresh = `0; url=${location}`;
      receiver.answer = (response) => response.writeHead(status, { location, refresh }).end();
      const answer = await post(lenient, `${receiver.url}/hook`);
      assert.ok("statusCode" in answer && answer.statusCode === status);
    }
  assert.deepEqual(new Set(receiver.received.map(({ path }) => path)), new Set(["/hook"]));
});

test("connections stay open between posts", async () => {
  const sender = openSender({ rules: lenient, resolve: useNameServers([names.address]) });
  const ports = new Set<number | undefined>();
  receiver.answer = (response) => {
    ports.add(response.socket?.remotePort);
    response.writeHead(200).end("fine");
  };
  for (let i = 0; i < 20; i++) await sender.post({ url: receiver.url, headers: {}, body: "{}" });
  await sender.close();
  // The second post may begin just before the first one's connection is free.
  assert.ok(ports.size <= 2, `${ports.size} connections for 20 posts`);
});

test("a response beyond 64 KiB is cut off; its status counts", async () => {
  let sentBytes = 0;
  await withServer(
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100000000\r\n\r\n");
      const piece = Buffer.alloc(16_384, "x");
      const push = () => {
        while (!socket.destroyed && sentBytes < 100_000_000) {
          sentBytes += piece.length;
          if (!socket.write(piece)) return socket.once("drain", push);
        }
      };
      push();
    },
    async (url) => {
      const answer = await post(lenient, url);
      assert.ok("statusCode" in answer && answer.statusCode === 200);
      assert.equal(answer.bodyStart.length, 1024);
    },
  );
  assert.ok(sentBytes < 20_000_000, `${sentBytes} bytes went out before the connection was closed`);
});

test("a receiver that does not answer in time or sends its body slowly delays nothing", async () => {
  await withServer(
    () => undefined,
    async (url) => assert.equal(errorOf(await post(lenient, url, 200)), "timeout"),
  );
  await withServer(
    (socket) => socket.write("HTTP/1.1 201 Created\r\ncontent-length: 10\r\n\r\nx"),
    async (url) => {
      const answer = await post(lenient, url, 200);
      assert.ok("statusCode" in answer && answer.statusCode === 201, "a 2xx in time is a success");
    },
  );
});

test("each kind of failure has its error code", async () => {
  await withServer(
    (socket) => socket.destroy(),
    async (url) => assert.equal(errorOf(await post(lenient, url)), "connection"),
  );
  await withServer(
    (socket) => socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.9\r\n")),
    async (url) => {
      assert.equal(errorOf(await post(lenient, url)), "protocol");
      assert.equal(errorOf(await post(lenient, url.replace("http:", "https:"))), "tls");
    },
  );
  assert.equal(errorOf(await post(lenient, "http://127.0.0.1:1024/")), "connection");
  assert.equal(errorOf(await post(lenient, "http://nowhere.example:9000/")), "dns");
  assert.equal(errorOf(await post(lenient, "not an address")), "address");
});

test("certificates are verified against the name, whatever its address is", async (context) => {
  const maker = "openssl";
  if (spawnSync(maker, ["version"]).error !== undefined)
    return context.diagnostic("openssl is not installed here: no certificate could be made, and https was NOT tried");
  const folder = await mkdtemp(join(tmpdir(), "assay-tls-"));
  const made = spawnSync(
    maker,
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=hook.example"].concat(
      ...["-addext", "subjectAltName=DNS:hook.example", "-keyout", "key.pem", "-out", "cert.pem"],
    ),
    { cwd: folder },
  );
  assert.equal(made.status, 0, String(made.stderr));
  const [key, ca] = await Promise.all(["key.pem", "cert.pem"].map((name) => readFile(join(folder, name), "utf8")));
  await rm(folder, { recursive: true });
  assert.ok(key && ca);
  const server = createTlsServer({ key, cert: ca }, (_, response) => response.writeHead(200).end("fine"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  for (const name of ["hook.example", "other.example"]) names.answers.set(name, [["127.0.0.1"]]);
  const sender = openSender({ rules: lenient, resolve: useNameServers([names.address]), ca });
  const send = (host: string) => sender.post({ url: `https://${host}:${address.port}/`, headers: {}, body: "{}" });
  const right = await send("hook.example");
  assert.ok("statusCode" in right && right.statusCode === 200, JSON.stringify(right));
  assert.equal(errorOf(await send("other.example")), "tls");
  assert.equal(errorOf(await post(lenient, `https://hook.example:${address.port}/`)), "tls", "no known authority");
  await sender.close();
  server.closeAllConnections();
  server.close();
});

test("a literal address that may not be called is refused for every attempt, without a connection", async () => {
  const { port } = new URL(receiver.url);
  for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
    assert.equal(errorOf(await post(strict, `https://${host}:${port}/`)), "address", host);
  assert.equal(receiver.received.length, 0);
});

test("a name with a private address is refused at connect, even if it also has a public one", async () => {
  const { port } = new URL(receiver.url);
  for (const found of [["127.0.0.1"], ["10.0.0.7"], ["169.254.169.254"], ["93.184.216.34", "127.0.0.1"]]) {
    names.answers.set("hook.example", [found]);
    assert.equal(errorOf(await post(strict, `https://hook.example:${port}/`)), "address", found.join());
  }
  assert.equal(receiver.received.length, 0);
});

test("a name is checked by the lookup of its connection, so DNS rebinding gains nothing", async () => {
  const { port } = new URL(receiver.url);
  const resolve = useNameServers([names.address]);
  names.answers.set("rebind.example", [["93.184.216.34"], ["127.0.0.1"]]);
  assert.deepEqual(await resolve("rebind.example"), ["93.184.216.34"], "the first look-up, as at registration");
  const asked = names.asked.length;
  const sender = openSender({ rules: strict, resolve });
  const answer = await sender.post({ url: `https://rebind.example:${port}/`, headers: {}, body: "{}" });
  await sender.close();
  assert.equal(errorOf(answer), "address");
  assert.equal(names.asked.length - asked, 1, "one look-up for one connection");
  assert.equal(receiver.received.length, 0);
});
