import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../server/src/testing/until.ts";
import { aReceiver } from "../server/src/testing/webhook-receiver.ts";
import { type AssayProcess, startAssay } from "./assay-process.ts";
import { type ACompany, aCompany, aForm, call, readAdminToken, send, submissionUrl } from "./company.ts";
import { aServiceStorage, type ServiceStorage } from "./service-database.ts";

let data: ServiceStorage;
let webhook: Awaited<ReturnType<typeof aReceiver>>;
let collector: Awaited<ReturnType<typeof aReceiver>>;
let assay: AssayProcess;
let company: ACompany;
before(async () => {
  data = await aServiceStorage();
  webhook = await aReceiver();
  collector = await aReceiver();
  assay = await startAssay({
    ...data.settings,
    ASSAY_WEBHOOK_ALLOW_PRIVATE: "true",
    ASSAY_RETRY_SCALE: "0.001",
    ASSAY_CHUNK_SIZE_BYTES: String(chunkSizeBytes),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  company = await aCompany(assay, await readAdminToken(data.path));
  const hook = { url: `${webhook.url}/?token=of-the-receiver`, eventTypes: ["document.completed", "document.failed"] };
  await call(`${assay.url}/v1/webhooks`, company.headers, hook, "PUT");
});
after(async () => {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await webhook.close();
  await collector.close();
  await data.remove();
});

const chunkSizeBytes = 65_536;
const callersSpan = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const traceparent = `00-${callersSpan.traceId}-${callersSpan.spanId}-01`;

interface Span {
  traceId: string;
  name: string;
  links?: object[];
}

const findLogLines = (requestId: string) =>
  assay
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes(requestId))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const findSpans = (traceId: string) =>
  collector.received
    .flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Span[])
    .filter((span) => span.traceId === traceId);

/** Checks the request id in logs, webhook and trace. The first delivery fails and the second one succeeds. */
async function assertRequestIdEverywhere(answer: Response, documentId: string, route: string): Promise<void> {
  const requestId = answer.headers.get("x-request-id") ?? "";
  const ofDocument = () => webhook.received.filter(({ body }) => JSON.parse(body).data.documentId === documentId);
  await until(() => ofDocument().length === 2, 60);
  for (const { headers } of ofDocument()) assert.equal(headers["x-request-id"], requestId);
  await until(() => findLogLines(requestId).length >= 4, 10);
  const lines = findLogLines(requestId);
  assert.deepEqual(lines.map(({ msg }) => msg).toSorted(), ["delivery", "delivery", "job", "request"]);
  assert.equal(lines.find(({ msg }) => msg === "job")?.["documentId"], documentId);
  const eventId = ofDocument()[0]?.headers["webhook-id"];
  assert.deepEqual(
    lines.flatMap(({ msg, level, time, durationMs, ...line }) => (msg === "delivery" ? [line] : [])),
    [
      { attempt: 1, outcome: "retried", statusCode: 503, error: "status" },
      { attempt: 2, outcome: "delivered", statusCode: 204 },
    ].map((attempt) => ({
      ...{ requestId, eventId, type: "document.completed", companyId: company.companyId, ...attempt },
    })),
  );
  const traceId = ofDocument()[0]?.headers["traceparent"]?.split("-")[1] ?? "";
  await until(() => findSpans(traceId).length >= 6, 15);
  assert.deepEqual(
    new Set(findSpans(traceId).map(({ name }) => name)),
    new Set([route, "analyse-document", "reading", "judging", "deliver document.completed"]),
  );
  assert.deepEqual(
    findSpans(traceId).flatMap(({ name, links }) => (links === undefined ? [] : [[name, links]])),
    [[route, [callersSpan]]],
    "the caller's trace is linked",
  );
}

const refuseOnce: typeof webhook.answer = (response) => {
  response.writeHead(503).end("not now");
  webhook.answer = (next) => next.writeHead(204).end();
};

test("the request id of a submission is in the log lines of request, job and deliveries, in the webhook and in the trace", async () => {
  webhook.answer = refuseOnce;
  const form = aForm([{ name: "agreement.txt", bytes: "The processor notifies breaches within 24 hours." }]);
  const answer = await send("POST", submissionUrl(assay, company, 1), { ...company.headers, traceparent }, form);
  assert.equal(answer.status, 202);
  const { documentId } = (await answer.json()) as { documentId: string };
  await assertRequestIdEverywhere(answer, documentId, "POST /v1/documents/submit");
  assert.ok(!collector.received.some(({ body }) => body.includes("agreement.txt") || body.includes("breaches")));
  assert.ok(!assay.output().includes("of-the-receiver"), "an address may contain a secret");
});

test("the document of a chunked upload has the request id of its last chunk", async () => {
  webhook.answer = refuseOnce;
  const bytes = Buffer.from("The processor notifies breaches within 24 hours.\n".repeat(2000));
  const { businessEntityId, frameworkId: complianceFrameworkId, controlId, itemIds } = company;
  const session = await call(`${assay.url}/v1/documents/upload/start`, company.headers, {
    ...{
      files: [{ fileName: "terms.txt", fileSize: bytes.length }],
      businessEntityId,
      complianceFrameworkId,
      controlId,
    },
    selectedControlItemIds: JSON.stringify(itemIds.slice(0, 1)),
  });
  const chunks = `${assay.url}/v1/documents/upload/${session.sessionId}/files/${session.files[0].fileId}/chunks`;
  const put = (index: number) =>
    fetch(`${chunks}/${index}`, {
      method: "PUT",
      headers: { ...company.headers, traceparent, "content-type": "application/octet-stream" },
      body: bytes.subarray(index * chunkSizeBytes, (index + 1) * chunkSizeBytes),
    });
  const first = await put(0);
  assert.equal(first.status, 200);
  const last = await put(1);
  const { isComplete, documentId } = (await last.json()) as { isComplete: boolean; documentId: string };
  assert.ok(isComplete);
  await assertRequestIdEverywhere(
    last,
    documentId,
    "PUT /v1/documents/upload/:sessionId/files/:fileId/chunks/:chunkIndex",
  );
  const ofFirst = findLogLines(first.headers.get("x-request-id") ?? "");
  assert.deepEqual(
    ofFirst.map(({ msg, statusCode }) => [msg, statusCode]),
    [["request", 200]],
  );
});
