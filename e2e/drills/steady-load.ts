import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import type { TestContext } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { until } from "../../server/src/testing/until.ts";
import { type ACompany, aPartnerKey, onboardCompany } from "../company.ts";
import { adminToken } from "./drill-service.ts";

/** The outcome of one request. */
export interface ObservedResponse {
  what: string;
  /** 0: the connection failed; -1: no response within `timeoutSeconds`. */
  status: number;
  milliseconds: number;
  atMs: number;
  /** How the response violates the contract. */
  problem?: string;
}

/** A document that the service has acknowledged and must not lose. */
export interface AcknowledgedDocument {
  documentId: string;
  sha256: string;
  companyId: string;
}

export type Tenant = ACompany;

export interface SteadyLoad {
  tenants: Tenant[];
  acknowledged: AcknowledgedDocument[];
  responses: ObservedResponse[];
  /** Number of started submissions, the upper limit of documents. */
  begun(): number;
  /** Waits until this many more documents are acknowledged, or all allowed ones. */
  waitForMore(count: number): Promise<void>;
  /** Allows more submissions, so that the next fault meets some. */
  allowMore(count: number): void;
  /** Stops when all started submissions are acknowledged. */
  finish(): Promise<void>;
}

interface LoadOptions {
  url: string;
  /** The load pauses after this many, until `allowMore` or `finish`. */
  documents: number;
  pauseMilliseconds?: number;
  /** Longer than any response of the service may take. */
  timeoutSeconds?: number;
}

const itemsPerDocument = 2;
const chunkBytes = 65_536;

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: response bodies of all routes
  body: any;
}

/** Creates companies of one partner. */
export async function createTenants(url: string, count = 2): Promise<Tenant[]> {
  const partnerKey = await aPartnerKey({ url }, adminToken);
  const tenants: Tenant[] = [];
  for (let i = 0; i < count; i++) {
    const company = await onboardCompany({ url }, partnerKey, `Company ${i}`);
    tenants.push({ ...company, itemIds: company.itemIds.slice(0, itemsPerDocument) });
  }
  return tenants;
}

/** Submits small documents as forms and in chunks, and reads meanwhile. Failed requests are retried with the same Idempotency-Key. */
export function startSteadyLoad(context: TestContext, tenants: Tenant[], options: LoadOptions): SteadyLoad {
  const { url, documents, pauseMilliseconds = 150, timeoutSeconds = 40 } = options;
  const acknowledged: AcknowledgedDocument[] = [];
  const responses: ObservedResponse[] = [];
  const judged = new Map<string, string>();
  let begun = 0;
  let limit = documents;
  let isFinishing = false;
  // Set when the test has ended, so that retries stop after a failure.
  let isOver = false;
  context.after(() => {
    [isFinishing, isOver] = [true, true];
  });
  const startedAt = performance.now();

  async function send(
    { key }: Tenant,
    what: string,
    method: string,
    path: string,
    more: { headers?: Record<string, string>; body?: FormData | string | Uint8Array<ArrayBuffer> } = {},
  ): Promise<Answer> {
    const sentAt = performance.now();
    const note = (status: number, problem?: string) =>
      responses.push({
        ...{ what, status, milliseconds: performance.now() - sentAt, atMs: sentAt - startedAt },
        ...(problem !== undefined && { problem }),
      });
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    try {
      const headers = { "x-api-key": key, ...more.headers };
      const answer = await fetch(url + path, { method, headers, signal, ...(more.body && { body: more.body }) });
      const body = await answer.json();
      note(answer.status, findProblem(answer, body));
      return { status: answer.status, body };
    } catch {
      note(signal.aborted ? -1 : 0, signal.aborted ? `no response within ${timeoutSeconds} seconds` : undefined);
      return { status: 0, body: undefined };
    }
  }

  /** Retries until the status is one of `expected`. */
  async function retryUntil(expected: number[], attempt: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await attempt();
      if (expected.includes(answer.status)) return answer;
      if (isOver) throw new Error("the test has ended");
      await wait(250);
    }
  }

  async function submit(tenant: Tenant, text: string): Promise<string> {
    const query = new URLSearchParams({
      ...{ businessEntityId: tenant.businessEntityId, controlId: tenant.controlId },
      selectedControlItemIds: JSON.stringify(tenant.itemIds),
    });
    const idempotencyKey = randomUUID();
    const { body } = await retryUntil([202], () => {
      const form = new FormData();
      form.append("files[]", new Blob([text]), "contract.txt");
      const more = { headers: { "idempotency-key": idempotencyKey }, body: form };
      return send(tenant, "submit", "POST", `/v1/documents/submit?${query}`, more);
    });
    return body.documentId;
  }

  async function upload(tenant: Tenant, text: string): Promise<string> {
    const bytes = Buffer.from(text);
    const idempotencyKey = randomUUID();
    const start = await retryUntil([201], () =>
      send(tenant, "start", "POST", "/v1/documents/upload/start", {
        headers: { "idempotency-key": idempotencyKey, "content-type": "application/json" },
        body: JSON.stringify({
          files: [{ fileName: "contract.txt", fileSize: bytes.length }],
          ...{ businessEntityId: tenant.businessEntityId, controlId: tenant.controlId },
          complianceFrameworkId: tenant.frameworkId,
          selectedControlItemIds: JSON.stringify(tenant.itemIds),
        }),
      }),
    );
    const { sessionId, files } = start.body;
    const [{ fileId, totalChunks, chunkSizeBytes }] = files;
    for (let index = 0; index < totalChunks; index++) {
      const chunk = bytes.subarray(index * chunkSizeBytes, (index + 1) * chunkSizeBytes);
      const path = `/v1/documents/upload/${sessionId}/files/${fileId}/chunks/${index}`;
      const { body } = await retryUntil([200], () =>
        send(tenant, "chunk", "PUT", path, {
          headers: { "content-type": "application/octet-stream" },
          body: new Uint8Array(chunk),
        }),
      );
      if (body.isComplete) return body.documentId;
    }
    throw new Error("the last chunk did not complete the upload");
  }

  /** A judged item must not be judged again, so its time must not change. */
  function checkJudgedOnce(result: { complianceItems?: { id: string; judgedAt: string | null }[] }): void {
    for (const { id, judgedAt } of result.complianceItems ?? []) {
      if (judgedAt === null) continue;
      if ((judged.get(id) ?? judgedAt) !== judgedAt)
        responses.push({
          what: "result",
          status: 200,
          milliseconds: 0,
          atMs: 0,
          problem: `item ${id} was judged again`,
        });
      judged.set(id, judgedAt);
    }
  }

  async function write(send: typeof submit, sizeBytes: number): Promise<void> {
    while (!isFinishing) {
      const tenant = tenants[begun % tenants.length];
      if (begun >= limit || tenant === undefined) {
        await wait(pauseMilliseconds);
        continue;
      }
      begun += 1;
      const text = `${"\n".repeat(sizeBytes)}The processor acts on documented instructions only. ${randomUUID()}\n`;
      const documentId = await send(tenant, text);
      const sha256 = createHash("sha256").update(text).digest("hex");
      acknowledged.push({ documentId, sha256, companyId: tenant.companyId });
      await wait(pauseMilliseconds);
    }
  }

  async function read(): Promise<void> {
    for (let turn = 0; !isFinishing; turn++) {
      const known = acknowledged[turn % Math.max(1, acknowledged.length)];
      const tenant = tenants.find(({ companyId }) => companyId === known?.companyId) ?? tenants[0];
      assert.ok(tenant !== undefined);
      if (known !== undefined) {
        const { status, body } = await send(tenant, "result", "GET", `/v1/documents/${known.documentId}/result`);
        if (status === 200) checkJudgedOnce(body);
      }
      await send(tenant, "list", "GET", "/v1/compliance-reviews?limit=5");
      await wait(pauseMilliseconds / 2);
    }
  }

  // Uploads have two chunks; the first one is empty lines, which are quick to process.
  const working = Promise.all([write(submit, 0), write(upload, chunkBytes), read()]);
  working.catch(() => undefined);
  return {
    ...{ tenants, acknowledged, responses, begun: () => begun },
    allowMore(count) {
      limit = Math.max(limit, begun + count);
    },
    async waitForMore(count) {
      const wanted = Math.min(acknowledged.length + count, limit);
      await until(() => acknowledged.length >= wanted, 60);
    },
    async finish() {
      isFinishing = true;
      await working;
    },
  };
}

/** "Every error body is JSON with three members." 503 and 409 need Retry-After; any other error is a fault here. */
function findProblem(answer: Response, body: unknown): string | undefined {
  if (answer.ok) return undefined;
  const text = `${answer.status} ${JSON.stringify(body)}`;
  const members = Object.keys((body ?? {}) as object).toSorted();
  if (members.join() !== "error,message,statusCode") return `not the contract's form: ${text}`;
  if (answer.status === 503 || answer.status === 409) {
    const seconds = Number(answer.headers.get("retry-after"));
    return Number.isInteger(seconds) && seconds >= 1 ? undefined : `no Retry-After: ${text}`;
  }
  return `refused: ${text}`;
}
