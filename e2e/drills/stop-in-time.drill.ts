import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import { after, before, test } from "node:test";
import { longPdf, sentence } from "../../server/src/testing/sample-pdfs.ts";
import { until } from "../../server/src/testing/until.ts";
import { aDataDirectory, aFreePort, startAssay, withoutLimits } from "../assay-process.ts";
import { type ACompany, aCompany, call, hasEnded, readResult, submit } from "../company.ts";
import { childrenOf } from "./drill-postgres.ts";
import { adminToken } from "./drill-service.ts";
import { paintPng, paintStrokes } from "./large-scan.ts";

/** "Stopping the service takes at most 20 seconds, whatever runs." */
const maxStopSeconds = 20;

let data: Awaited<ReturnType<typeof aDataDirectory>>;
let receiver: Server;
/** Deliveries that wait for an answer. */
let hanging = 0;

before(async () => {
  data = await aDataDirectory();
  receiver = createServer(() => {
    hanging += 1;
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
});
after(async () => {
  receiver?.closeAllConnections();
  receiver?.close();
  await data?.remove();
});

const start = async () =>
  startAssay({
    ...withoutLimits,
    ...{
      ASSAY_DATA_DIR: data.path,
      ASSAY_ADMIN_TOKEN: adminToken,
      ASSAY_LOG_LEVEL: "warn",
      PORT: String(await aFreePort()),
    },
    ...{ ASSAY_WEBHOOK_ALLOW_PRIVATE: "true", ASSAY_WORKER_CONCURRENCY: "2" },
  });

type Assay = Awaited<ReturnType<typeof start>>;

async function descendantsOf(pid: number): Promise<number[]> {
  const own = await childrenOf(pid);
  return [...own, ...(await Promise.all(own.map(descendantsOf))).flat()];
}

/** A process that has ended and is not yet reaped counts as ended. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat !== "" && stat.slice(stat.lastIndexOf(")") + 2)[0] !== "Z";
}

/** Work that goes on for minutes. Returns when it has begun. */
type Work = (assay: Assay, company: ACompany) => Promise<{ documentId?: string }>;

const stateOf = async (assay: Assay, company: ACompany, documentId: string) =>
  (await readResult(assay, company, documentId)).status;

const works: Record<string, Work> = {
  async "judging a large document"(assay, company) {
    const text = Array.from({ length: 6000 }, (_, seed) => `${sentence(seed)}.`).join("\n");
    const { documentId } = await submit(assay, company, [{ name: "large.txt", bytes: text }]);
    await until(async () => (await readResult(assay, company, documentId)).progress.itemsDone > 0, 120);
    return { documentId };
  },
  async "reading a long PDF"(assay, company) {
    const { documentId } = await submit(assay, company, [{ name: "handbook.pdf", bytes: await longPdf(800) }], 1);
    await until(async () => (await stateOf(assay, company, documentId)) === "processing", 60);
    return { documentId };
  },
  async "recognising a scan"(assay, company) {
    const { documentId } = await submit(
      assay,
      company,
      [{ name: "scan.png", bytes: paintPng(4000, 4000, paintStrokes) }],
      1,
    );
    await until(async () => (await stateOf(assay, company, documentId)) === "processing", 60);
    return { documentId };
  },
  async "an upload whose sender is silent"(assay, company) {
    const started = await call(`${assay.url}/v1/documents/upload/start`, company.headers, {
      files: [{ fileName: "contract.txt", fileSize: 100_000 }],
      ...{ businessEntityId: company.businessEntityId, controlId: company.controlId },
      complianceFrameworkId: company.frameworkId,
    });
    const path = `/v1/documents/upload/${started.sessionId}/files/${started.files[0].fileId}/chunks/0`;
    const headers = { ...company.headers, "content-type": "application/octet-stream", "content-length": "100000" };
    const sent = request(`${assay.url}${path}`, { method: "PUT", headers });
    sent.on("error", () => undefined);
    sent.write("x".repeat(10_000));
    return {};
  },
  async "a report that nobody reads"(assay, company) {
    const { complianceReviewId, documentId } = await submit(
      assay,
      company,
      [{ name: "a.txt", bytes: "Records are kept." }],
      1,
    );
    await until(async () => hasEnded(await readResult(assay, company, documentId)), 60);
    const report = request(`${assay.url}/v1/compliance-reviews/${complianceReviewId}/report?format=pdf`, {
      headers: company.headers,
    });
    report.on("error", () => undefined).on("response", (answer) => answer.pause());
    report.end();
    return {};
  },
  async "a webhook that does not answer"(assay, company) {
    const { port } = receiver.address() as { port: number };
    const url = `http://127.0.0.1:${port}/hook`;
    await call(`${assay.url}/v1/webhooks`, company.headers, { url, eventTypes: ["document.submitted"] }, "PUT");
    const before = hanging;
    await submit(assay, company, [{ name: "a.txt", bytes: "Records are kept." }], 1);
    await until(() => hanging > before, 30);
    return {};
  },
};

async function stopAndRestart(names: string[]): Promise<{ seconds: number; code: number | null }> {
  const assay = await start();
  const company = await aCompany(assay, adminToken);
  const begun: string[] = [];
  for (const name of names) {
    const { documentId } = (await works[name]?.(assay, company)) ?? {};
    if (documentId !== undefined) begun.push(documentId);
  }
  const processes = await descendantsOf(assay.child.pid ?? 0);
  const startedAt = performance.now();
  assay.child.kill("SIGTERM");
  const code = await assay.ended;
  const seconds = (performance.now() - startedAt) / 1000;
  await until(async () => !(await Promise.all(processes.map(isAlive))).some(Boolean), 8);
  // What was acknowledged continues.
  const next = await start();
  for (const documentId of begun) assert.match(await stateOf(next, company, documentId), /queued|processing|completed/);
  for (const documentId of begun)
    await call(`${next.url}/v1/documents/${documentId}/cancel`, company.headers, {}).catch(() => undefined);
  const { documentId } = await submit(next, company, [{ name: "b.txt", bytes: "Records are kept." }], 1);
  await until(async () => hasEnded(await readResult(next, company, documentId)), 120);
  next.child.kill("SIGTERM");
  assert.equal(await next.ended, 0, next.output());
  return { seconds, code };
}

for (const names of [...Object.keys(works).map((name) => [name]), Object.keys(works)])
  test(`the service stops in time and leaves no process: ${names.length > 1 ? "everything at once" : names[0]}`, async (context) => {
    const { seconds, code } = await stopAndRestart(names);
    context.diagnostic(`${seconds.toFixed(1)} s, exit code ${code}`);
    assert.ok(seconds <= maxStopSeconds, `${seconds} seconds`);
  });
