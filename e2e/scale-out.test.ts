import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { eventTypes } from "../server/src/events/event.ts";
import { readMigrations } from "../server/src/postgres/migrate.ts";
import { until } from "../server/src/testing/until.ts";
import { type AReceiver, aReceiver } from "../server/src/testing/webhook-receiver.ts";
import { zipBytes } from "../server/src/testing/zip-bytes.ts";
import {
  type Cluster,
  type ClusterCompany,
  call,
  callOk,
  createClusterCompany,
  startCluster,
  submitText,
} from "./cluster.ts";

let cluster: Cluster;
let company: ClusterCompany;
let receiver: AReceiver;
let [first, second] = ["", ""];
before(async () => {
  cluster = await startCluster();
  [first, second] = cluster.apis.map(({ url }) => url) as [string, string];
  company = await createClusterCompany(cluster, 2);
  receiver = await aReceiver();
});
after(async () => {
  await cluster?.close();
  await receiver?.close();
});

const admin = () => ({ authorization: `Bearer ${cluster.adminToken}` });

test("processes that start together on an empty database apply each migration once and load the catalogue once", async () => {
  const applied = [...cluster.apis, ...cluster.workers].flatMap(({ output }) =>
    [...output().matchAll(/"applied":(\[[^\]]*\])/g)].flatMap(([, names]) => JSON.parse(names ?? "[]") as string[]),
  );
  const expected = (await readMigrations()).map(({ name }) => name);
  assert.deepEqual(applied.toSorted(), expected);
  const loaded = await cluster.query<{ times: number }>(
    "SELECT count(*)::int AS times FROM audit_log WHERE action = 'catalogue.loaded' GROUP BY subject_id",
  );
  assert.ok(loaded.length > 0 && loaded.every(({ times }) => times === 1), JSON.stringify(loaded));
  for (const { output } of [...cluster.apis, ...cluster.workers])
    assert.doesNotMatch(output(), /"level":(40|50|"warn"|"error")/);
});

describe("state is shared between nodes", () => {
  test("a rate limit is counted across nodes", async () => {
    const partner = await callOk(`${first}/v1/admin/partners`, { headers: admin(), body: { name: "Limited" } });
    const limits = { headers: admin(), method: "PUT", body: { partnerPerMinute: 30 } };
    await callOk(`${first}/v1/admin/partners/${partner.partnerId}/limits`, limits);
    const statuses: number[] = [];
    for (let i = 0; i < 36; i++)
      statuses.push((await call(`${i % 2 === 0 ? first : second}/v1/companies`, { key: partner.apiKey })).status);
    assert.deepEqual(
      statuses,
      Array.from({ length: 36 }, (_, i) => (i < 30 ? 200 : 429)),
    );
  });

  test("a key that is revoked at one node is refused at the other", async (context) => {
    const { partnerId } = company.partner;
    const made = await callOk(`${first}/v1/admin/partners/${partnerId}/keys`, { headers: admin(), body: {} });
    const atSecond = async () => (await call(`${second}/v1/companies`, { key: made.apiKey })).status;
    assert.equal(await atSecond(), 200);
    await callOk(`${first}/v1/admin/keys/${made.keyId}`, { headers: admin(), method: "DELETE" });
    const revokedAt = performance.now();
    await until(async () => (await atSecond()) === 401, 10);
    context.diagnostic(`refused after ${Math.round(performance.now() - revokedAt)} ms`);
  });

  test("an Idempotency-Key is valid across nodes, also for concurrent requests", async () => {
    const named = { key: company.key, headers: { "idempotency-key": "entity-1" }, body: { name: "Branch" } };
    const raced = await Promise.all([first, second].map((url) => call(`${url}/v1/business-entities`, named)));
    assert.ok(
      raced.every(({ status }) => status === 201 || status === 409),
      JSON.stringify(raced.map(({ body }) => body)),
    );
    const repeated = await Promise.all([second, first].map((url) => callOk(`${url}/v1/business-entities`, named)));
    assert.deepEqual(repeated[0], repeated[1]);
    const { businessEntities } = await callOk(`${second}/v1/business-entities`, { key: company.key });
    assert.equal(businessEntities.filter(({ name }: { name: string }) => name === "Branch").length, 1);
    const other = await call(`${second}/v1/business-entities`, { ...named, body: { name: "Another" } });
    assert.equal(other.status, 422);
  });

  test("a portal session is valid at both nodes and ends at both", async () => {
    const { headers } = await call(`${first}/v1/session`, { body: { key: company.key } });
    const cookie = headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    const fromPortal = { headers: { cookie, "x-assay-session": "1", "sec-fetch-site": "same-origin" } };
    assert.equal((await callOk(`${second}/v1/session`, fromPortal)).companyId, company.companyId);
    await callOk(`${second}/v1/session`, { ...fromPortal, method: "DELETE" });
    await until(async () => (await call(`${first}/v1/session`, fromPortal)).status === 401, 10);
  });
});

test("documents and chunks are accepted at both nodes, results are available at both, and each event is delivered once", async () => {
  const { key, target, complianceFrameworkId } = company;
  await callOk(`${first}/v1/webhooks`, { key, method: "PUT", body: { url: receiver.url, eventTypes } });
  const documents = [
    { documentId: await submitText(first, company, "The processor acts only on documented instructions."), at: second },
    { documentId: await submitText(second, company, "Personal data are deleted at the end."), at: first },
  ];

  // Incompressible and not extracted, like the images of a real file.
  const bytes = zipBytes([
    { name: "terms.txt", data: "The processor keeps personal data confidential." },
    { name: "scan.bin", data: randomBytes(11 * 1024 * 1024), isStored: true },
  ]);
  const upload = await callOk(`${first}/v1/documents/upload/start`, {
    key,
    body: { ...target, complianceFrameworkId, files: [{ fileName: "annexes.zip", fileSize: bytes.length }] },
  });
  const [{ fileId, chunkSizeBytes, totalChunks }] = upload.files;
  assert.ok(totalChunks >= 3);
  let receipt: { isComplete?: boolean; documentId?: string } = {};
  for (let index = 0; index < totalChunks; index++) {
    const [here, there] = index % 2 === 0 ? [second, first] : [first, second];
    const chunk = bytes.subarray(index * chunkSizeBytes, (index + 1) * chunkSizeBytes);
    const path = `/v1/documents/upload/${upload.sessionId}`;
    receipt = await callOk(`${here}${path}/files/${fileId}/chunks/${index}`, { key, method: "PUT", body: chunk });
    const { files } = await callOk(`${there}${path}/status`, { key });
    assert.equal(files[0].receivedChunks.length, index + 1);
  }
  assert.equal(receipt.isComplete, true);
  documents.push({ documentId: receipt.documentId ?? "", at: first });

  for (const { documentId, at } of documents) {
    const read = () => callOk(`${at}/v1/documents/${documentId}/result`, { key });
    await until(async () => (await read()).processedAt !== null, 60);
    const { status, failureReason, complianceItems } = await read();
    assert.equal(status, "completed", failureReason);
    assert.deepEqual(
      complianceItems.map((item: { status: string }) => item.status),
      ["completed", "completed"],
    );
  }

  const [recorded] = await cluster.query<{ events: number }>("SELECT count(*)::int AS events FROM events");
  const readDeliveries = async () => (await callOk(`${second}/v1/webhooks`, { key })).recentDeliveries;
  await until(async () => (await readDeliveries()).delivered === recorded?.events, 30);
  assert.deepEqual([(await readDeliveries()).total, (await readDeliveries()).failed], [recorded?.events, 0]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  assert.equal(ids.length, recorded?.events);
  assert.equal(new Set(ids).size, ids.length, "an event was delivered twice");
});
