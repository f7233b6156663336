import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import type { TestContext } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { type ACompany, aCompanyOf, aPartnerKey } from "../a-company.ts";
import { until } from "../assay-process.ts";
import { adminToken } from "./drill-service.ts";

/** What a caller saw of one request. */
export interface Seen {
  what: string;
  /** 0: the connection broke or was refused; -1: nothing came within `patienceSeconds`. */
  status: number;
  milliseconds: number;
  atMs: number;
  /** What is wrong with the answer, whatever it says. */
  problem?: string;
}

/** The service has said that it has this, and so must have it at the end. */
export interface Acknowledged {
  documentId: string;
  sha256: string;
  companyId: string;
}

export type Tenant = ACompany;

export interface SteadyLoad {
  tenants: Tenant[];
  acknowledged: Acknowledged[];
  seen: Seen[];
  /** How many documents were begun to be sent; there are never more than that. */
  begun(): number;
  /** Waits until this many more are acknowledged, or all there are. */
  more(count: number): Promise<void>;
  /** Goes on sending: a fault that is only seen by who sends must meet somebody. */
  allow(count: number): void;
  /** Ends when what was begun has been acknowledged. */
  finish(): Promise<void>;
}

interface LoadOptions {
  url: string;
  /** It is not ended by this many, but paused until `finish`. */
  documents: number;
  pauseMilliseconds?: number;
  /** Longer than the service may ever leave a request without an answer. */
  patienceSeconds?: number;
}

const itemsPerDocument = 2;
const chunkBytes = 65_536;

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any;
}

/** Companies of one partner, with what a submission needs. */
export async function tenantsOf(url: string, count = 2): Promise<Tenant[]> {
  const partnerKey = await aPartnerKey({ url }, adminToken);
  const tenants: Tenant[] = [];
  for (let i = 0; i < count; i++) {
    const company = await aCompanyOf({ url }, partnerKey, `Company ${i}`);
    tenants.push({ ...company, itemIds: company.itemIds.slice(0, itemsPerDocument) });
  }
  return tenants;
}

/**
 * Submits small documents both ways and reads all the while. Whatever is not answered well is tried again with the same
 * Idempotency-Key, as the documentation tells callers to, until it is.
 */
export function startLoad(context: TestContext, tenants: Tenant[], options: LoadOptions): SteadyLoad {
  const { url, documents, pauseMilliseconds = 150, patienceSeconds = 40 } = options;
  const acknowledged: Acknowledged[] = [];
  const seen: Seen[] = [];
  const judged = new Map<string, string>();
  let begun = 0;
  let most = documents;
  let isFinishing = false;
  // A test that has failed finishes nothing.
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
      seen.push({
        ...{ what, status, milliseconds: performance.now() - sentAt, atMs: sentAt - startedAt },
        ...(problem !== undefined && { problem }),
      });
    const signal = AbortSignal.timeout(patienceSeconds * 1000);
    try {
      const headers = { "x-api-key": key, ...more.headers };
      const answer = await fetch(url + path, { method, headers, signal, ...(more.body && { body: more.body }) });
      const body = await answer.json();
      note(answer.status, problemOf(answer, body));
      return { status: answer.status, body };
    } catch {
      note(signal.aborted ? -1 : 0, signal.aborted ? `no answer within ${patienceSeconds} seconds` : undefined);
      return { status: 0, body: undefined };
    }
  }

  /** Until it is answered with one of `wanted`; anything that says the caller is wrong is a fault of the service here. */
  async function insist(wanted: number[], attempt: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await attempt();
      if (wanted.includes(answer.status)) return answer;
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
    const { body } = await insist([202], () => {
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
    const start = await insist([201], () =>
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
      const { body } = await insist([200], () =>
        send(tenant, "chunk", "PUT", path, {
          headers: { "content-type": "application/octet-stream" },
          body: new Uint8Array(chunk),
        }),
      );
      if (body.isComplete) return body.documentId;
    }
    throw new Error("the last chunk did not complete the upload");
  }

  /** What was judged once is never judged again: its time stays. */
  function lookAt(result: { complianceItems?: { id: string; judgedAt: string | null }[] }): void {
    for (const { id, judgedAt } of result.complianceItems ?? []) {
      if (judgedAt === null) continue;
      if ((judged.get(id) ?? judgedAt) !== judgedAt)
        seen.push({ what: "result", status: 200, milliseconds: 0, atMs: 0, problem: `item ${id} was judged again` });
      judged.set(id, judgedAt);
    }
  }

  async function write(way: typeof submit, sizeBytes: number): Promise<void> {
    while (!isFinishing) {
      const tenant = tenants[begun % tenants.length];
      if (begun >= most || tenant === undefined) {
        await wait(pauseMilliseconds);
        continue;
      }
      begun += 1;
      const text = `${"\n".repeat(sizeBytes)}The processor acts on documented instructions only. ${randomUUID()}\n`;
      const documentId = await way(tenant, text);
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
        if (status === 200) lookAt(body);
      }
      await send(tenant, "list", "GET", "/v1/compliance-reviews?limit=5");
      await wait(pauseMilliseconds / 2);
    }
  }

  // The uploads have two chunks; the first is empty lines, which cost nothing to read.
  const working = Promise.all([write(submit, 0), write(upload, chunkBytes), read()]);
  working.catch(() => undefined);
  return {
    ...{ tenants, acknowledged, seen, begun: () => begun },
    allow(count) {
      most = Math.max(most, begun + count);
    },
    async more(count) {
      const wanted = Math.min(acknowledged.length + count, most);
      await until(() => acknowledged.length >= wanted, 60);
    },
    async finish() {
      isFinishing = true;
      await working;
    },
  };
}

/** "Every error body is JSON with three members"; a 503 says when to come back, and a 500 is never right. */
function problemOf(answer: Response, body: unknown): string | undefined {
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
