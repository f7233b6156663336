import assert from "node:assert/strict";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { AppError } from "../platform/app-error.ts";
import { openS3BlobStore } from "./s3-blob-store.ts";
import { throwStorageError } from "./storage-error.ts";

const isUnavailable = (error: unknown) =>
  error instanceof AppError && error.code === "unavailable" && (error.retryAfterSeconds ?? 0) >= 1;

test("a full disk is reported as unavailable, with the time to retry after", async () => {
  const file = await open("/dev/full", "w");
  try {
    await assert.rejects(file.write("words").catch(throwStorageError), isUnavailable);
  } finally {
    await file.close();
  }
});

test("a programming error passes unchanged", () => {
  const bug = new TypeError("cannot read properties of undefined");
  assert.throws(
    () => throwStorageError(bug),
    (error) => error === bug,
  );
});

async function aStoreThat(answers: (path: string) => { status: number; half?: string } | "hang up") {
  const http = createServer((request, response) => {
    request.resume();
    const reply = answers(request.url ?? "");
    if (reply === "hang up") request.socket.destroy();
    else if (reply.half === undefined) response.writeHead(reply.status).end("<Error><Code>NoSuchThing</Code></Error>");
    else response.writeHead(reply.status, { "content-length": 100 }).write(reply.half, () => request.socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as { port: number };
  const access = { accessKeyId: "key", secretAccessKey: "secret" };
  const store = openS3BlobStore({ bucket: "b", endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", ...access });
  return {
    store,
    async close() {
      store.close();
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
}

async function* bytes() {
  yield Buffer.from("words");
}

test("an S3 store that fails, hangs up or breaks off is reported as unavailable", async () => {
  for (const answer of [{ status: 500 }, { status: 503 }, "hang up"] as const) {
    const { store, close } = await aStoreThat(() => answer);
    try {
      await assert.rejects(store.put("key", bytes()), isUnavailable);
      await assert.rejects(store.begin("key"), isUnavailable);
      await assert.rejects(store.read("key"), isUnavailable);
    } finally {
      await close();
    }
  }
  const { store, close } = await aStoreThat(() => ({ status: 200, half: "half of it" }));
  try {
    await assert.rejects(async () => buffer(await store.read("key")), isUnavailable);
  } finally {
    await close();
  }
});

test("an S3 store that refuses access is not reported as unavailable", async () => {
  const { store, close } = await aStoreThat(() => ({ status: 403 }));
  try {
    await assert.rejects(store.put("key", bytes()), (error) => !(error instanceof AppError));
  } finally {
    await close();
  }
});
