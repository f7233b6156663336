import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type TestContext, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError } from "../platform/app-error.ts";
import type { Bytes } from "../uploads/blob-store.ts";
import { openS3BlobStore, type S3BlobStore } from "./s3-blob-store.ts";

/** The store reuses connections; these servers behave in ways that the test S3 server does not. */

async function aStoreAt(t: TestContext, answer: RequestListener): Promise<S3BlobStore> {
  // The server never closes a connection, which would hide that the store reuses one it should have closed.
  const server = createServer({ keepAliveTimeout: 0 }, answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const account = { accessKeyId: "account", secretAccessKey: "secret" };
  const store = openS3BlobStore({ bucket: "bucket", endpoint, region: "us-east-1", ...account });
  t.after(async () => {
    store.close();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return store;
}

const key = "01ARZ3NDEKTSV4RRFFQ69G0001";

test("a part that is refused before all of it was sent does not break the next one", async (t) => {
  let requests = 0;
  const store = await aStoreAt(t, (request, response) => {
    requests += 1;
    if (requests === 1) response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
    else request.resume().once("end", () => response.writeHead(200, { etag: "whole" }).end());
  });
  const refused = Promise.withResolvers<void>();
  async function* cutShort(): Bytes {
    // The last piece is delayed, so of two pieces the first is sent.
    yield Buffer.from("first");
    yield Buffer.from("held back");
    await refused.promise;
  }
  async function* whole(): Bytes {
    yield Buffer.from("whole");
  }
  const upload = { key, upload: "upload" };
  const place = { index: 0, totalParts: 1 };
  await assert.rejects(
    store.receivePart(upload, { ...place, attempt: 0, sizeBytes: 100_000 }, cutShort()),
    (error: unknown) => error instanceof AppError && error.code === "unavailable",
  );
  refused.resolve();
  // By then, the effects of the source's end have happened.
  await nextTurn();
  assert.equal((await store.receivePart(upload, { ...place, attempt: 1, sizeBytes: 5 }, whole())).receipt, "2 whole");
});

test("a blob that is not read to its end releases its connection, even if the store sends nothing more", async (t) => {
  const closed: Promise<unknown>[] = [];
  const store = await aStoreAt(t, (request, response) => {
    closed.push(once(request.socket, "close"));
    response.writeHead(200, { "content-length": 100 }).write("some");
  });
  (await store.read(key)).destroy();
  for await (const piece of await store.read(key)) {
    assert.equal(String(piece), "some");
    break;
  }
  assert.equal(closed.length, 2);
  await Promise.all(closed);
});
