import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { openTraceExporter, parseTraceparent, type Span, toTraceId, toTraceparent } from "./trace-exporter.ts";

interface Sent {
  path: string | undefined;
  headers: Record<string, unknown>;
  spans: Record<string, unknown>[];
}

let collector: Server;
let endpoint: string;
let sent: Sent[] = [];
let status = 200;
before(async () => {
  collector = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const [resource] = JSON.parse(text).resourceSpans;
    sent.push({ path: request.url, headers: request.headers, spans: resource.scopeSpans[0].spans });
    response.writeHead(status).end("{}");
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const address = collector.address();
  assert.ok(typeof address === "object" && address !== null);
  endpoint = `http://127.0.0.1:${address.port}`;
});
beforeEach(() => {
  sent = [];
  status = 200;
});
after(() => collector.close());

const requestId = "01M7EJ55QMMP1XRB7EH954YR2W";
const span: Span = {
  ...{ name: "GET /health", kind: "server", requestId, isRoot: true, isError: false },
  ...{ endedAt: new Date(1_700_000_000_000), seconds: 0.25, attributes: { "http.response.status_code": 200 } },
};
const open = (onError: (error: unknown) => void = (error) => assert.fail(String(error))) =>
  openTraceExporter({
    ...{ endpoint, headers: { "x-tenant": "ours" }, serviceName: "assay", version: "1", onError },
  });

test("spans of one request form one trace, whose id is the request's", async () => {
  const exporter = open();
  exporter.add(span);
  exporter.add({ ...span, name: "analyse-document", kind: "consumer", isRoot: false, isError: true });
  await exporter.close();
  const [only] = sent;
  assert.equal(only?.path, "/v1/traces");
  assert.equal(only?.headers["x-tenant"], "ours");
  const [root, job] = only?.spans ?? [];
  assert.equal(root?.["traceId"], toTraceId(requestId));
  assert.equal(job?.["traceId"], root?.["traceId"]);
  assert.equal(job?.["parentSpanId"], root?.["spanId"]);
  assert.equal(root?.["startTimeUnixNano"], "1699999999750000000");
  assert.deepEqual(job?.["status"], { code: 2 });
  assert.match(toTraceparent(requestId), new RegExp(`^00-${root?.["traceId"]}-${root?.["spanId"]}-01$`));
});

test("a trace id has 32 hexadecimal digits and differs with the request", () => {
  assert.match(toTraceId(requestId), /^[0-9a-f]{32}$/);
  assert.notEqual(toTraceId(requestId), toTraceId("01M7EJ55QMMP1XRB7EH954YR2X"));
  assert.equal(toTraceId("7ZZZZZZZZZZZZZZZZZZZZZZZZZ"), "f".repeat(32));
});

test("a span without a request is not sent", async () => {
  const exporter = open();
  exporter.add({ ...span, requestId: undefined });
  await exporter.close();
  assert.deepEqual(sent, []);
});

test("a refusal by the collector is reported once for each batch, and nothing waits for it", async () => {
  status = 503;
  const troubles: unknown[] = [];
  const exporter = open((error) => troubles.push(error));
  exporter.add(span);
  await exporter.close();
  assert.match(String(troubles[0]), /answered 503/);
});

const [callersTrace, callersSpan] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];

test("a request with a traceparent is linked to the caller's span and keeps its own trace id", async () => {
  const exporter = open();
  exporter.add({ ...span, link: parseTraceparent(`00-${callersTrace}-${callersSpan}-01`) });
  exporter.add({ ...span, link: parseTraceparent("nonsense") });
  await exporter.close();
  const [linked, alone] = sent[0]?.spans ?? [];
  assert.deepEqual(linked?.["links"], [{ traceId: callersTrace, spanId: callersSpan }]);
  assert.equal(linked?.["traceId"], toTraceId(requestId));
  assert.ok(alone !== undefined && !("links" in alone) && !("parentSpanId" in alone));
});

test("only a valid traceparent of a sampled trace names a caller's span", () => {
  const caller = { traceId: callersTrace, spanId: callersSpan };
  const valid = [`00-${callersTrace}-${callersSpan}-01`, `00-${callersTrace}-${callersSpan}-03`];
  const later = [`01-${callersTrace}-${callersSpan}-01`, `cc-${callersTrace}-${callersSpan}-01-what-the-future-brings`];
  for (const header of [...valid, ...later]) assert.deepEqual(parseTraceparent(header), caller, header);
  const invalid = [
    ...[undefined, "", "00", ["a", "b"], `00-${callersTrace}-${callersSpan}`, `00-${callersTrace}-${callersSpan}-1`],
    ...[`ff-${callersTrace}-${callersSpan}-01`, `00-${callersTrace}-${callersSpan}-01-more`],
    ...[`00-${"0".repeat(32)}-${callersSpan}-01`, `00-${callersTrace}-${"0".repeat(16)}-01`],
    ...[`00-${callersTrace.toUpperCase()}-${callersSpan}-01`, ` 00-${callersTrace}-${callersSpan}-01`],
    `00-${callersTrace}-${callersSpan}-00`,
  ];
  for (const header of invalid) assert.equal(parseTraceparent(header), undefined, String(header));
});
