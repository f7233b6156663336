import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Assay } from "@assay/sdk";
import { awaitResult } from "./await-result.ts";

test("a document that is not ready in time is distinguished from a service that does not respond", async (t) => {
  const progress = { pagesDone: 1, pageCount: 2, itemsDone: 0, itemCount: 1 };
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ status: "processing", progress }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const assay = new Assay({ baseUrl: `http://127.0.0.1:${port}`, apiKey: "key" });
  await assert.rejects(awaitResult(assay, "01ARZ3NDEKTSV4RRFFQ69G5FAV", { timeoutSeconds: 0 }), {
    name: "CliError",
    exitCode: 1,
    message: /still being processed\. Wait for it with: assay result 01ARZ3NDEKTSV4RRFFQ69G5FAV --wait$/,
  });
});
