import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { systemClock } from "../platform/clock.ts";
import {
  type ACompany,
  aCompany,
  aDelivery,
  aForm,
  anUpload,
  aReview,
  aTarget,
  aWebhook,
  chunkUrl,
} from "../testing/builders.ts";
import { adminToken, startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

let server: TestServer;
before(async () => {
  server = await startTestServer({ clock: systemClock });
});
after(() => server.close());

interface Request {
  method: "POST" | "PUT" | "PATCH";
  url: string;
  body: Buffer;
  headers: Record<string, string>;
}

const json = (method: Request["method"], url: string, body: unknown): Request => ({
  ...{ method, url, body: Buffer.from(JSON.stringify(body)) },
  headers: { "content-type": "application/json" },
});

/** A valid request for every operation of a company that has a body. */
async function requestsOf(company: ACompany): Promise<Record<string, Request>> {
  const { companyId, businessEntityId } = company;
  const { frameworkId: complianceFrameworkId, controlId } = await aTarget(server, company.key);
  const review = await aReview(server, company);
  const upload = await anUpload(server, company, [{ fileName: "a.txt", fileSize: 5 }]);
  await aWebhook(server, company);
  const delivery = await aDelivery(server, company);
  const { payload, headers } = aForm([{ name: "a.txt", content: "words" }]);
  const files = [{ fileName: "a.txt", fileSize: 5 }];
  const start = { files, businessEntityId, complianceFrameworkId, controlId };
  const hook = { url: "http://127.0.0.1:9999/hook", eventTypes: ["document.completed"] };
  const submission = { method: "POST", body: payload, headers } as const;
  return {
    createBusinessEntity: json("POST", "/v1/business-entities", { name: "Branch" }),
    updateBusinessEntity: json("PATCH", `/v1/business-entities/${businessEntityId}`, { name: "Branch" }),
    updateCompany: json("PATCH", `/v1/companies/${companyId}`, { name: "Renamed" }),
    updateComplianceReview: json("PATCH", `/v1/compliance-reviews/${review.id}`, { name: "Renamed" }),
    startUpload: json("POST", "/v1/documents/upload/start", start),
    putChunk: {
      ...{ method: "PUT", url: chunkUrl(upload.sessionId, upload.files[0]?.fileId ?? "", 0) },
      ...{ body: Buffer.from("words"), headers: { "content-type": "application/octet-stream", "content-length": "5" } },
    },
    submitForEntity: {
      ...submission,
      url: `/v1/documents/submit?${new URLSearchParams({ businessEntityId, controlId })}`,
    },
    submitToReview: { ...submission, url: `/v1/documents/submit?complianceReviewId=${review.id}` },
    registerWebhook: json("PUT", "/v1/webhooks", hook),
    testWebhook: json("POST", "/v1/webhooks/test", {}),
    replayDelivery: json("POST", `/v1/webhooks/deliveries/${delivery.id}/replay`, {}),
    onceOnly: {
      ...json("POST", "/v1/business-entities", { name: "Branch" }),
      headers: { "content-type": "application/json", "idempotency-key": "branch-1" },
    },
  };
}

async function erase({ companyId }: ACompany): Promise<void> {
  const begun = await server.call(`/v1/admin/companies/${companyId}`, { method: "DELETE", admin: true });
  assert.equal(begun.status, 202);
  const { deps } = workerDeps(server);
  const job = { companyId, requestId: server.nextId() };
  await createJobHandlers(deps)["erase-company"]?.(job, new AbortController().signal);
}

/** The body is read after the request has been admitted, so `beforeBody` runs in between. */
async function send(
  beforeBody: () => Promise<void>,
  { method, url, body, headers }: Request,
  credential: Record<string, string>,
) {
  async function* bytes() {
    await beforeBody();
    yield body;
  }
  const answer = await server.app.inject({
    ...{ method, url, payload: Readable.from(bytes()) },
    headers: { ...credential, ...headers },
  });
  return { status: answer.statusCode, text: answer.body };
}

test("a request whose company is erased before its body arrives is refused without an internal error", async () => {
  const names = Object.keys(await requestsOf(await aCompany(server)));
  for (const name of names) {
    const company = await aCompany(server);
    const request = (await requestsOf(company))[name];
    assert.ok(request);
    const { status, text } = await send(() => erase(company), request, { "x-api-key": company.key });
    assert.ok([401, 404, 410].includes(status), `${name} answers ${status}: ${text}`);
    const left = await server.database.query("SELECT 1 FROM business_entities WHERE company_id = $1", [
      company.companyId,
    ]);
    assert.deepEqual(left, [], `${name} leaves something behind`);
  }
});

test("issuing a key for a company that is erased before the request's body arrives is answered 404", async () => {
  const company = await aCompany(server);
  const request = json("POST", `/v1/admin/companies/${company.companyId}/keys`, {});
  const { status, text } = await send(() => erase(company), request, { authorization: `Bearer ${adminToken}` });
  assert.equal(status, 404, text);
});
