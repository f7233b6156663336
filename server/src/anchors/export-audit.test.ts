import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { composeAnchors } from "../compose-anchors.ts";
import { systemClock } from "../platform/clock.ts";
import { aCompany } from "../testing/builders.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let folder: string;
before(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), "export-audit-test-"));
  await aCompany(server);
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** One round of the service with these receivers; returns the errors. */
async function round(auditExport: { url: string | undefined; syslog: string | undefined }): Promise<string[]> {
  const failed: string[] = [];
  const { db } = server.database;
  const kept = await composeAnchors({
    ...{ config: { anchors: { s3: undefined, url: undefined }, auditExport }, db, clock: systemClock, folder },
    encryptionKey: Buffer.alloc(32, "export"),
    onError: (keeper) => failed.push(keeper),
  });
  await kept.close();
  return failed;
}

const allIds = async () =>
  (await server.database.query<{ id: string }>("SELECT id FROM audit_log ORDER BY id")).map(({ id }) => id);

test("every audit entry is posted once as a JSON line, again after a failure, without names", async () => {
  let status = 503;
  const bodies: string[] = [];
  const receiver = createHttpServer(async (request, response) => {
    const body = await text(request);
    if (status === 200) bodies.push(body);
    response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/siem`;
    assert.ok((await round({ url, syslog: undefined })).includes("audit webhook"));
    status = 200;
    assert.deepEqual(await round({ url, syslog: undefined }), []);
    await aCompany(server);
    assert.deepEqual(await round({ url, syslog: undefined }), []);
    const lines = bodies.join("").trim().split("\n");
    const sent = lines.map((line) => JSON.parse(line) as { id: string; position: number; address: string });
    assert.deepEqual(sent.map(({ id }) => id).sort(), await allIds());
    assert.deepEqual(
      sent.map(({ position }) => position),
      sent.map((_, index) => index + 1),
    );
    const names = await server.database.query<{ name: string }>("SELECT name FROM companies");
    for (const { name } of names) assert.ok(!bodies.join("").includes(name));
  } finally {
    receiver.close();
  }
});

test("every audit entry is a message to the syslog server, framed by its length", async () => {
  let received = "";
  const syslog = createServer((socket) => {
    socket.on("data", (data) => {
      received += data;
    });
    socket.on("end", () => socket.end());
  }).listen(0, "127.0.0.1");
  await once(syslog, "listening");
  try {
    const address = `tcp://127.0.0.1:${(syslog.address() as AddressInfo).port}`;
    assert.deepEqual(await round({ url: undefined, syslog: address }), []);
    const ids: string[] = [];
    for (let rest = Buffer.from(received); rest.length > 0; ) {
      const space = rest.indexOf(" ");
      const end = space + 1 + Number(rest.subarray(0, space).toString());
      const message = rest.subarray(space + 1, end).toString();
      assert.match(message, /^<109>1 \S+Z \S+ assay \d+ [a-z_.]+ - \{/);
      ids.push(JSON.parse(message.slice(message.indexOf(" - ") + 3)).id);
      rest = rest.subarray(end);
    }
    assert.deepEqual(ids.sort(), await allIds());
  } finally {
    syslog.close();
  }
});
