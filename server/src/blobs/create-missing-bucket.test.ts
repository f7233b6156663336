import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { StartProblem } from "../platform/start-problem.ts";
import { startTestS3, type TestS3 } from "../testing/s3-server.ts";
import { createMissingBucket } from "./create-missing-bucket.ts";
import { openS3BlobStore } from "./s3-blob-store.ts";
import type { S3Settings } from "./s3-client.ts";

let s3: TestS3;
before(async () => {
  s3 = await startTestS3();
});
after(() => s3.close());

test("a missing bucket is created once and can be used", async () => {
  const settings = { ...s3.settings, bucket: "assay-new" };
  const store = openS3BlobStore(settings);
  await assert.rejects(store.check());
  assert.equal(await createMissingBucket(settings), "created");
  await store.check();
  assert.equal(await createMissingBucket(settings), "present");
  await store.check();
  store.close();
});

test("several processes that start at once all find the bucket", async () => {
  const settings = { ...s3.settings, bucket: "assay-raced", region: "eu-central-1" };
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => createMissingBucket(settings)));
  assert.ok(outcomes.includes("created") && !outcomes.includes("unknown"), outcomes.join());
});

/** A store that answers each method with a status, and an error code where the response may have a body. */
async function withStore<T>(
  answers: { HEAD: number; PUT?: [status: number, code: string] },
  use: (settings: S3Settings, asked: string[]) => Promise<T>,
): Promise<T> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method ?? "");
    request.resume();
    if (request.method === "HEAD") return response.writeHead(answers.HEAD).end();
    const [status = 500, code = "InternalError"] = answers.PUT ?? [];
    return response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  try {
    return await use({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` }, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("an account that may neither inspect nor create the bucket is accepted, and nothing is created", async () => {
  await withStore({ HEAD: 403, PUT: [403, "AccessDenied"] }, async (settings, asked) => {
    assert.equal(await createMissingBucket(settings), "unknown");
    assert.deepEqual(asked, ["HEAD"]);
  });
});

test("a missing bucket that may not be created is named with the store's reason", async () => {
  await withStore({ HEAD: 404, PUT: [403, "AccessDenied"] }, async (settings) => {
    await assert.rejects(
      createMissingBucket(settings),
      (error: unknown) =>
        error instanceof StartProblem &&
        /The bucket assay-test is missing and cannot be created \(AccessDenied/.test(error.message),
    );
  });
});

test("a bucket that another process has just created counts as present", async () => {
  for (const code of ["BucketAlreadyOwnedByYou", "BucketAlreadyExists", "OperationAborted"])
    await withStore({ HEAD: 404, PUT: [409, code] }, async (settings) => {
      assert.equal(await createMissingBucket(settings), "present", code);
    });
});

test("a store that does not answer is reported as such", async () => {
  const settings = await withStore({ HEAD: 200 }, async (ended) => ended);
  await assert.rejects(createMissingBucket(settings), /assay-test cannot be checked: the store does not answer \(/);
});
