import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { aCompany, adminTokenIn, aForm, call, submissionUrl } from "./a-company.ts";
import { type AssayProcess, aDataDirectory, startAssay, until } from "./assay-process.ts";

/** One id, from the answer to a submission through the queue and the logs to the webhook and the trace. */

interface Arrival {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

async function aReceiver(): Promise<{ server: Server; url: string; arrivals: Arrival[] }> {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    arrivals.push({ path: request.url ?? "", headers: request.headers, body: await text(request) });
    response.writeHead(200).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return { server, url: `http://127.0.0.1:${address.port}`, arrivals };
}

let data: Awaited<ReturnType<typeof aDataDirectory>>;
let webhook: Awaited<ReturnType<typeof aReceiver>>;
let collector: Awaited<ReturnType<typeof aReceiver>>;
let assay: AssayProcess;
before(async () => {
  data = await aDataDirectory();
  webhook = await aReceiver();
  collector = await aReceiver();
  assay = await startAssay({
    ASSAY_DATA_DIR: data.path,
    ASSAY_WEBHOOK_ALLOW_PRIVATE: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
});
after(async () => {
  assay.child.kill("SIGTERM");
  await assay.ended;
  webhook.server.close();
  collector.server.close();
  await data.remove();
});

test("the id of a submission's answer is in the lines of its request and its job, in the webhook and in the trace", async () => {
  const company = await aCompany(assay, await adminTokenIn(data.path));
  const hook = { url: webhook.url, eventTypes: ["document.completed", "document.failed"] };
  await call(`${assay.url}/v1/webhooks`, company.headers, hook, "PUT");
  const answer = await fetch(submissionUrl(assay, company), {
    method: "POST",
    headers: company.headers,
    body: aForm([{ name: "agreement.txt", bytes: "The processor notifies breaches within 24 hours." }]),
  });
  assert.equal(answer.status, 202);
  const requestId = answer.headers.get("x-request-id") ?? "";
  const { documentId } = (await answer.json()) as { documentId: string };
  await until(() => webhook.arrivals.length > 0, 60);
  const [arrival] = webhook.arrivals;
  assert.equal(JSON.parse(arrival?.body ?? "{}").data.documentId, documentId);
  assert.equal(arrival?.headers["x-request-id"], requestId);
  const lines = () =>
    assay
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{") && line.includes(requestId))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  await until(() => lines().length >= 2, 10);
  assert.deepEqual(
    lines()
      .map(({ msg }) => msg)
      .toSorted(),
    ["job", "request"],
  );
  assert.equal(lines().find(({ msg }) => msg === "job")?.["documentId"], documentId);
  const traceId = String(arrival?.headers["traceparent"]).split("-")[1] ?? "";
  const spans = () =>
    collector.arrivals
      .flatMap(
        ({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as { traceId: string; name: string }[],
      )
      .filter((span) => span.traceId === traceId)
      .map(({ name }) => name);
  await until(() => spans().length >= 5, 15);
  assert.deepEqual(
    new Set(spans()),
    new Set(["POST /v1/documents/submit", "analyse-document", "reading", "judging", "deliver document.completed"]),
  );
  assert.ok(!collector.arrivals.some(({ body }) => body.includes("agreement.txt") || body.includes("breaches")));
});
