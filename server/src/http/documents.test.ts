import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import {
  type ACompany,
  type AFile,
  type ATarget,
  aCompany,
  aForm,
  aReview,
  aTarget,
  type Fields,
  putChunk,
  startUpload,
  storedFiles,
  submit,
  unknownId,
  until,
} from "../testing/builders.ts";
import { testClock } from "../testing/test-clock.ts";
import { type Call, type Reply, startTestServer, type TestServer } from "../testing/test-server.ts";

const megabyte = 1024 * 1024;

let server: TestServer;
let company: ACompany;
let target: ATarget;
let address: string;
const clock = testClock();
before(async () => {
  server = await startTestServer({ clock });
  company = await aCompany(server);
  target = await aTarget(server, company.key);
  address = await server.app.listen({ port: 0, host: "127.0.0.1" });
});
after(() => server.close());

const newReview = (): Fields => ({ businessEntityId: company.businessEntityId, controlId: target.controlId });
const send = (files: AFile[], call: Call = {}) => submit(server, company, newReview(), files, call);
const aFile = (name: AFile["name"] = "contract.txt", content: AFile["content"] = "Some words."): AFile => ({
  name,
  content,
});
const resultOf = async (documentId: string) =>
  (await server.call(`/v1/documents/${documentId}/result`, { key: company.key })).body;

/** Everything a submission could leave behind, anywhere. */
async function holdings(): Promise<Record<string, number> & { bytes: number; documents: number }> {
  const [rows = {}] = await server.database.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM document_files) AS files,
            (SELECT count(*) FROM document_items) AS items, (SELECT count(*) FROM compliance_reviews) AS reviews,
            (SELECT count(*) FROM unclaimed_blobs) AS unclaimed, (SELECT count(*) FROM events) AS events,
            (SELECT count(*) FROM pgboss.job WHERE name = 'analyse-document') AS jobs`,
  );
  const counts = Object.entries(rows).map(([what, count]) => [what, Number(count)]);
  return { documents: 0, ...Object.fromEntries(counts), bytes: (await storedFiles(server)).length };
}

/** A repetition is answered first and tidied up after. */
const isTidy = async () => {
  const text = "SELECT 1 FROM unclaimed_blobs WHERE blob_key NOT IN (SELECT blob_key FROM upload_files)";
  return (await server.database.query(text)).length === 0;
};

async function refused(reply: () => Promise<Reply>, status: number, message: RegExp): Promise<void> {
  await until(isTidy);
  const before = await holdings();
  const { status: found, body, text } = await reply();
  assert.equal(found, status, text);
  assert.match(body.message, message);
  assert.deepEqual(await holdings(), before, "something was left behind");
}

/** Over a real connection, in pieces: for what is too large to hold, and for what a caller sees of the network. */
async function stream(pieces: () => Iterable<Buffer>): Promise<Reply> {
  const query = new URLSearchParams(newReview() as Record<string, string>);
  const answer = await fetch(`${address}/v1/documents/submit?${query}`, {
    method: "POST",
    headers: { "x-api-key": company.key, ...aForm([]).headers },
    body: ReadableStream.from(pieces()),
    duplex: "half",
  } as RequestInit);
  const text = await answer.text();
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: JSON.parse(text), text };
}

/** A form whose files are so many megabytes of zeros. */
function* largeForm(...sizes: number[]): Iterable<Buffer> {
  const piece = Buffer.alloc(megabyte);
  const [start = "", end = ""] = aForm([aFile("large.bin", "CONTENT")])
    .payload.toString("latin1")
    .split("CONTENT");
  const closing = end.slice(2);
  for (const size of sizes) {
    yield Buffer.from(start, "latin1");
    for (let i = 0; i < size; i++) yield piece;
    yield Buffer.from("\r\n");
  }
  yield Buffer.from(closing, "latin1");
}

describe("a submission in one request", () => {
  test("is answered 202 with the contract's fields and where to read the result", async () => {
    const { status, body, headers } = await send([aFile("DPA.pdf")]);
    assert.equal(status, 202);
    assert.deepEqual(Object.keys(body).sort(), [
      ...["complianceReviewId", "controlItemCount", "documentId", "files", "message", "status"],
    ]);
    assert.equal(body.status, "queued");
    assert.equal(body.controlItemCount, target.itemIds.length);
    assert.deepEqual(body.files, [{ fileName: "DPA.pdf" }]);
    assert.equal(headers["location"], `/v1/documents/${body.documentId}/result`);
  });

  test("keeps the very bytes of each file", async () => {
    const contents = [randomBytes(3 * megabyte + 7), randomBytes(1)];
    const { body } = await send(contents.map((content, i) => aFile(`${i}.bin`, content)));
    const files = await server.database.db.documents.listFiles(body.documentId);
    assert.deepEqual(
      files.map(({ sizeBytes }) => sizeBytes),
      contents.map((content) => content.length),
    );
    for (const [i, { blobKey }] of files.entries())
      assert.ok((await buffer(await server.blobs.read(blobKey))).equals(contents[i] ?? Buffer.alloc(0)));
  });

  test("takes files under files[] and under files", async () => {
    const { status, body } = await send([
      { ...aFile("a.txt"), field: "files[]" },
      { ...aFile("b.txt"), field: "files" },
    ]);
    assert.equal(status, 202);
    assert.deepEqual(body.files, [{ fileName: "a.txt" }, { fileName: "b.txt" }]);
  });

  test("makes one document of several files and lists them as its children", async () => {
    const { body } = await send([aFile("a.txt"), aFile("b.txt"), aFile("c.txt")]);
    const result = await resultOf(body.documentId);
    assert.equal(result.fileName, "a.txt and 2 more");
    assert.deepEqual(
      result.childDocuments.map(({ fileId: _, ...child }: { fileId: string }) => child),
      ["a.txt", "b.txt", "c.txt"].map((name) => ({
        ...{ displayName: name, fileName: name, pageCount: 0, failureReason: null },
      })),
    );
  });

  test("lists no children for a single file", async () => {
    const result = await resultOf((await send([aFile()])).body.documentId);
    assert.deepEqual([result.fileName, result.childDocuments], ["contract.txt", []]);
  });

  test("takes 20 files", async () => {
    const { status, body } = await send(Array.from({ length: 20 }, (_, i) => aFile(`${i}.txt`)));
    assert.equal(status, 202);
    assert.equal(body.files.length, 20);
  });

  test("takes a file of exactly 50 MiB, whole", async () => {
    const { status, body } = await stream(() => largeForm(50));
    assert.equal(status, 202);
    const [file] = await server.database.db.documents.listFiles(body.documentId);
    assert.equal(file?.sizeBytes, 50 * megabyte);
  });

  const unicode = "Auftragsverarbeitung – 契約 📄.pdf";
  for (const [how, name] of [
    ["as it is", unicode],
    ["in the form of RFC 5987", () => `filename*=UTF-8''${encodeURIComponent(unicode)}`],
  ] as const) {
    test(`keeps the Unicode of a name that is sent ${how}`, async () => {
      const { body } = await send([aFile(name)]);
      assert.deepEqual(body.files, [{ fileName: unicode }]);
      assert.equal((await resultOf(body.documentId)).fileName, unicode);
    });
  }

  test("takes a name of exactly 255 bytes", async () => {
    assert.equal((await send([aFile(`${"ü".repeat(127)}x`)])).status, 202);
  });

  test("never uses a name as a path", async () => {
    assert.equal((await send([aFile("../../../etc/steered.txt"), aFile("..\\steered.txt")])).status, 202);
    assert.ok((await storedFiles(server)).every((path) => !path.includes("steered") && path.startsWith(server.folder)));
  });

  test("commits document, job, events and review together, and leaves nothing unclaimed", async () => {
    const own = await aCompany(server);
    const { body } = await submit(server, own, { ...newReview(), businessEntityId: own.businessEntityId });
    const { documentId, complianceReviewId } = body;
    const jobs = await server.database.query(
      "SELECT data, group_id FROM pgboss.job WHERE name = 'analyse-document' AND data ->> 'documentId' = $1",
      [documentId],
    );
    const { companyId } = own;
    assert.deepEqual(jobs, [{ data: { companyId, documentId }, group_id: companyId }]);
    const events = await server.database.query("SELECT type, data FROM events WHERE company_id = $1 ORDER BY id", [
      companyId,
    ]);
    assert.deepEqual(events, [
      { type: "review.created", data: { companyId, complianceReviewId } },
      { type: "document.submitted", data: { companyId, complianceReviewId, documentId, status: "queued" } },
    ]);
    assert.deepEqual(await server.database.query("SELECT * FROM unclaimed_blobs"), []);
  });

  test("appending to a review tells of the document only", async () => {
    const own = await aCompany(server);
    const review = await aReview(server, own, target);
    await submit(server, own, { complianceReviewId: review.id });
    const events = await server.database.query("SELECT type FROM events WHERE company_id = $1", [own.companyId]);
    assert.deepEqual(events, [{ type: "document.submitted" }]);
  });
});

describe("a submission that is refused leaves nothing anywhere", () => {
  const badFiles: [what: string, files: AFile[], message: RegExp][] = [
    ["no file", [], /files\[\] is required/],
    ["an empty file", [aFile("a.txt", "")], /empty/],
    ["an empty file after a good one", [aFile("a.txt"), aFile("b.txt", "")], /empty/],
    ["an empty name", [aFile("")], /fileName must not be empty/],
    ["no name at all", [aFile(() => "x=y")], /fileName must not be empty/],
    ["a name over 255 bytes", [aFile("ü".repeat(128))], /at most 255 bytes/],
    ["a name over 255 bytes after a good one", [aFile(), aFile("x".repeat(256))], /at most 255 bytes/],
    ["21 files", Array.from({ length: 21 }, (_, i) => aFile(`${i}.txt`)), /at most 20 files.*upload\/start/],
    ["30 files", Array.from({ length: 30 }, (_, i) => aFile(`${i}.txt`)), /at most 20 files/],
    ["10,000 tiny parts", Array.from({ length: 10_000 }, () => aFile("a", "x")), /at most 20 files/],
    ["a file under another name", [{ ...aFile(), field: "upload" }], /files\[\], not upload/],
    ["a file after a good one under another name", [aFile(), { ...aFile(), field: "b" }], /files\[\], not b/],
    ["a field name of 1 MB", [{ ...aFile(), field: "f".repeat(megabyte) }], /malformed|files/],
    ["a field name of a prototype", [{ ...aFile(), field: "__proto__" }], /malformed|files\[\]/],
  ];
  for (const [what, files, message] of badFiles) {
    test(`${what} is 400`, () => refused(() => send(files), 400, message));
  }

  const field = (name: string, value: string) =>
    `--BOUNDARY\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--BOUNDARY\r\ncontent-disposition: form-data; name="files[]"; filename="a.txt"\r\n\r\nwords\r\n`;
  const raw = (payload: string, contentType = "multipart/form-data; boundary=BOUNDARY") =>
    send([], { payload: Buffer.from(payload), headers: { "content-type": contentType } });
  const end = "--BOUNDARY--\r\n";
  const badForms: [what: string, send: () => Promise<Reply>, message: RegExp][] = [
    ["a form without a boundary", () => raw(file + end, "multipart/form-data"), /malformed/],
    [
      "a form with another boundary",
      () => raw(file + end, "multipart/form-data; boundary=OTHER"),
      /malformed|cut short/,
    ],
    ["an empty body", () => raw(""), /files\[\] is required/],
    ["a body cut short in a file", () => raw(file.slice(0, -4)), /cut short/],
    ["a body cut short after a file", () => raw(file), /cut short/],
    ["a body cut short in a header", () => raw(`${file}--BOUNDARY\r\ncontent-disp`), /cut short/],
    ["bytes that are no form", () => raw("\0\x01\x02".repeat(1000)), /malformed|cut short/],
    ["an extra field before the file", () => raw(field("a", "b") + file + end), /Only files/],
    ["an extra field after the file", () => raw(file + field("controlId", "b") + end), /Only files/],
    ["a field of 1 MB", () => raw(field("a", "x".repeat(megabyte)) + file + end), /Only files/],
    [
      "a field with a name of 1 MB",
      () => raw(field("x".repeat(megabyte), "a") + file + end),
      /Only files|malformed|files/,
    ],
    ["10,000 tiny fields", () => raw(field("a", "b").repeat(10_000) + end), /Only files/],
    [
      "a JSON field that is no JSON",
      () => raw(`${field("a", "{").replace("\r\n\r\n", "\r\ncontent-type: application/json\r\n\r\n")}${file}${end}`),
      /malformed|Only files/,
    ],
    [
      "a part without a disposition",
      () => raw(`--BOUNDARY\r\ncontent-type: text/plain\r\n\r\nwords\r\n${end}`),
      /files\[\] is required/,
    ],
  ];
  for (const [what, call, message] of badForms) {
    test(`${what} is 400`, () => refused(call, 400, message));
  }

  for (const type of ["application/json", "text/plain", "application/octet-stream", "multipart/mixed; boundary=x"]) {
    test(`a body of type ${type} is 415`, () =>
      refused(() => raw("{}", type), 415, /multipart\/form-data|content type/));
  }

  test("no body at all is 415", () =>
    refused(
      () =>
        server.call(`/v1/documents/submit?${new URLSearchParams(newReview() as Record<string, string>)}`, {
          method: "POST",
          key: company.key,
        }),
      415,
      /multipart/,
    ));

  test("a file over 50 MiB is 413 and the message names the chunked route, also to a caller that is still sending", () =>
    refused(() => stream(() => largeForm(90)), 413, /larger than 50 MiB.*POST \/v1\/documents\/upload\/start/));

  test("files over 200 MiB together are 413 and the message names the chunked route", () =>
    refused(
      () => stream(() => largeForm(45, 45, 45, 45, 45)),
      413,
      /larger than 200 MiB.*POST \/v1\/documents\/upload\/start/,
    ));

  test("a name that is refused is told to a caller that is still sending", () =>
    refused(
      () =>
        stream(function* () {
          const [start = ""] = aForm([aFile("x".repeat(256), "CONTENT")])
            .payload.toString()
            .split("CONTENT");
          yield Buffer.from(start);
          for (let i = 0; i < 30; i++) yield Buffer.alloc(megabyte);
        }),
      400,
      /at most 255 bytes/,
    ));

  test("what the query gets wrong is told before any file is stored", () =>
    refused(() => submit(server, company, { ...newReview(), businessEntityId: unknownId }), 404, /business entity/));

  test("a field given twice in the query is 400", () => {
    const query = `businessEntityId=${company.businessEntityId}&controlId=${target.controlId}&controlId=${target.controlId}`;
    return refused(
      () => server.call(`/v1/documents/submit?${query}`, { key: company.key, ...aForm([aFile()]) }),
      400,
      /controlId/,
    );
  });

  test("an aborted connection leaves nothing either", async () => {
    const before = await holdings();
    const { port, hostname } = new URL(address);
    const socket = connect(Number(port), hostname);
    const query = new URLSearchParams(newReview() as Record<string, string>);
    const { headers } = aForm([]);
    socket.write(
      `POST /v1/documents/submit?${query} HTTP/1.1\r\nhost: x\r\nx-api-key: ${company.key}\r\ncontent-type: ${headers["content-type"]}\r\ncontent-length: 99999999\r\n\r\n`,
    );
    const [start = ""] = aForm([aFile("large.bin", "CONTENT")])
      .payload.toString()
      .split("CONTENT");
    socket.write(start);
    socket.write(Buffer.alloc(2 * megabyte));
    await until(async () => (await storedFiles(server)).length > before.bytes);
    socket.destroy();
    await once(socket, "close");
    await until(async () => (await storedFiles(server)).length === before.bytes);
    await until(isTidy);
    assert.deepEqual(await holdings(), before);
  });
});

describe("Idempotency-Key on a submission", () => {
  let keys = 0;
  const nextKey = () => ({ "idempotency-key": `submission-${++keys}` });

  test("the same files under the same key replay the first answer and store nothing again", async () => {
    const headers = nextKey();
    const first = await send([aFile("a.txt", "one")], { headers });
    assert.equal(first.status, 202);
    const before = await holdings();
    const second = await send([aFile("a.txt", "one")], { headers });
    assert.equal(second.status, 202);
    assert.equal(second.text, first.text);
    assert.equal(second.headers["location"], first.headers["location"]);
    assert.equal(second.headers["idempotency-replayed"], "true");
    await until(isTidy);
    assert.deepEqual(await holdings(), before);
  });

  test("a boundary that differs makes no other request of it", async () => {
    const headers = nextKey();
    const first = await send([aFile()], { headers });
    const form = aForm([aFile()]);
    const payload = Buffer.from(form.payload.toString().replaceAll("assay-test-boundary", "another"));
    const contentType = form.headers["content-type"]?.replace("assay-test-boundary", "another") ?? "";
    const second = await send([], { payload, headers: { ...headers, "content-type": contentType } });
    assert.equal(second.text, first.text);
  });

  for (const [what, files] of [
    ["other bytes", [aFile("a.txt", "two")]],
    ["another name", [aFile("b.txt", "one")]],
    ["one file more", [aFile("a.txt", "one"), aFile("b.txt", "one")]],
  ] as const) {
    test(`${what} under the same key is 422 and leaves nothing`, async () => {
      const headers = nextKey();
      assert.equal((await send([aFile("a.txt", "one")], { headers })).status, 202);
      await refused(() => send([...files], { headers }), 422, /different request/);
    });
  }

  test("another query under the same key is 422", async () => {
    const headers = nextKey();
    await send([aFile()], { headers });
    const fields = { ...newReview(), auditLanguageId: "de" };
    await refused(() => submit(server, company, fields, [aFile()], { headers }), 422, /different request/);
  });

  test("a refused submission leaves the key free", async () => {
    const headers = nextKey();
    const bad = { ...newReview(), selectedControlItemIds: JSON.stringify([unknownId]) };
    await refused(() => submit(server, company, bad, [aFile()], { headers }), 422, /not of this control/);
    assert.equal((await send([aFile()], { headers })).status, 202);
  });

  test("a replay gets the first answer although the entity has been archived since", async () => {
    const own = await aCompany(server);
    const fields = { ...newReview(), businessEntityId: own.businessEntityId };
    const start = { ...fields, complianceFrameworkId: target.frameworkId, files: [{ fileName: "a", fileSize: 1 }] };
    const [forSubmit, forStart] = [nextKey(), nextKey()];
    const submitted = await submit(server, own, fields, [aFile()], { headers: forSubmit });
    const started = await startUpload(server, own, start, forStart);
    await server.call(`/v1/admin/business-entities/${own.businessEntityId}`, {
      method: "PATCH",
      admin: true,
      body: { isArchived: true },
    });
    assert.equal((await submit(server, own, fields, [aFile()], { headers: forSubmit })).text, submitted.text);
    assert.equal((await startUpload(server, own, start, forStart)).text, started.text);
    assert.equal((await submit(server, own, fields)).status, 422);
  });

  test("of equal submissions at once one is carried out; the others get its answer or 409", async () => {
    const headers = nextKey();
    await until(isTidy);
    const before = await holdings();
    const replies = await Promise.all(Array.from({ length: 6 }, () => send([aFile()], { headers })));
    assert.ok(replies.every(({ status }) => status === 202 || status === 409));
    assert.equal(new Set(replies.filter(({ status }) => status === 202).map(({ text }) => text)).size, 1);
    await until(isTidy);
    const now = await holdings();
    assert.deepEqual([now.bytes, now.documents], [before.bytes + 1, before.documents + 1]);
  });
});

test("a commit that fails leaves nothing", async () => {
  const { db } = server.database;
  const { transaction } = db;
  db.transaction = (work) =>
    transaction(async (stores) => {
      await work(stores);
      throw new Error("the database went away before the commit");
    });
  try {
    await refused(() => send([aFile()]), 500, /on our side/);
  } finally {
    db.transaction = transaction;
  }
});

test("a commit whose answer is lost keeps the document's bytes", async () => {
  const { db } = server.database;
  const { transaction } = db;
  db.transaction = async (work) => {
    await transaction(work);
    throw new Error("the connection broke after the commit");
  };
  try {
    assert.equal((await send([aFile("lost.txt", "kept bytes")])).status, 500);
  } finally {
    db.transaction = transaction;
  }
  const { body } = await server.call("/v1/documents?limit=1", { key: company.key });
  assert.equal(body.documents[0].fileName, "lost.txt");
  const [file] = await db.documents.listFiles(body.documents[0].documentId);
  assert.equal((await buffer(await server.blobs.read(file?.blobKey ?? ""))).toString(), "kept bytes");
});

describe("the result of a queued document", () => {
  test("has all fields of the contract; its items are pending and have no result", async () => {
    const [first = "", second = ""] = target.itemIds;
    const fields = { ...newReview(), selectedControlItemIds: JSON.stringify([second, first]) };
    const { body } = await submit(server, company, fields);
    const result = await resultOf(body.documentId);
    const { complianceItems, files, ...document } = result;
    assert.deepEqual(
      files.map(({ fileName, sizeBytes }: { fileName: string; sizeBytes: number }) => [fileName, sizeBytes]),
      [["contract.txt", 23]],
    );
    assert.deepEqual(document, {
      documentId: body.documentId,
      complianceReviewId: body.complianceReviewId,
      progress: { pagesDone: 0, pageCount: 0, itemsDone: 0, itemCount: 2 },
      engine: null,
      fileName: "contract.txt",
      status: "queued",
      failureReason: null,
      pageCount: 0,
      childDocuments: [],
      processedAt: null,
    });
    const { body: catalogue } = await server.call(`/v1/controls/${target.controlId}/items`, { key: company.key });
    const { body: clusters } = await server.call(`/v1/controls/clusters?controlId=${target.controlId}`, {
      key: company.key,
    });
    const expected = [first, second].map((id) => {
      const item = catalogue.items.find((one: { id: string }) => one.id === id);
      const cluster = clusters.activeClusters.find((one: { id: string }) => one.id === item.clusterId);
      return {
        controlItemId: id,
        controlItemName: item.name,
        controlClusterId: item.clusterId,
        controlId: target.controlId,
        controlClusterName: cluster.name,
        controlItemObjective: item.objective,
        controlItemExternalId: item.externalId,
        status: "pending",
        failureReason: null,
        judgedAt: null,
        complianceLevel: null,
        units: [],
        result: null,
      };
    });
    assert.deepEqual(
      complianceItems.map(({ id: _, ...item }: { id: string }) => item),
      expected,
    );
    assert.equal(new Set(complianceItems.map(({ id }: { id: string }) => id)).size, 2);
  });

  test("of a document that is foreign, unknown or malformed is 404, in the same bytes", async () => {
    const stranger = await aCompany(server);
    const foreign = await submit(server, stranger, { ...newReview(), businessEntityId: stranger.businessEntityId });
    const texts = new Set<string>();
    for (const id of [foreign.body.documentId, unknownId, "malformed"]) {
      const { status, text } = await server.call(`/v1/documents/${id}/result`, { key: company.key });
      assert.equal(status, 404);
      texts.add(text);
    }
    assert.equal(texts.size, 1);
  });
});

describe("GET /v1/documents", () => {
  test("lists the company's documents with their fields, newest first, page by page and by review", async () => {
    const own = await aCompany(server);
    const list = async (query: string) => (await server.call(`/v1/documents${query}`, { key: own.key })).body;
    const idsOf = (body: { documents: { documentId: string }[] }) => body.documents.map(({ documentId }) => documentId);
    assert.deepEqual(await list(""), { documents: [] });
    const made: { documentId: string; complianceReviewId: string }[] = [];
    for (const name of ["1", "2", "3"])
      made.unshift(
        (await submit(server, own, { ...newReview(), businessEntityId: own.businessEntityId }, [aFile(name)])).body,
      );
    const ids = made.map(({ documentId }) => documentId);
    const all = await list("");
    assert.deepEqual(idsOf(all), ids);
    assert.deepEqual(all.documents[0], {
      documentId: ids[0],
      complianceReviewId: made[0]?.complianceReviewId,
      fileName: "3",
      status: "queued",
      failureReason: null,
      pageCount: 0,
      createdAt: clock.now().toISOString(),
      processedAt: null,
    });
    const page = await list("?limit=2");
    assert.deepEqual(idsOf(page), ids.slice(0, 2));
    const last = await list(`?limit=2&cursor=${page.nextCursor}`);
    assert.deepEqual([idsOf(last), last.nextCursor], [ids.slice(2), undefined]);
    assert.deepEqual(idsOf(await list(`?complianceReviewId=${made[1]?.complianceReviewId}`)), [ids[1]]);
  });

  test("an unknown, malformed or foreign review has no documents", async () => {
    const stranger = await aCompany(server);
    const { body } = await submit(server, stranger, { ...newReview(), businessEntityId: stranger.businessEntityId });
    for (const id of [unknownId, "malformed", body.complianceReviewId]) {
      const { status, text } = await server.call(`/v1/documents?complianceReviewId=${id}`, { key: company.key });
      assert.deepEqual([status, text], [200, '{"documents":[]}']);
    }
  });

  for (const query of ["limit=0", "limit=101", "limit=x", "cursor=x"]) {
    test(`${query} is 400`, async () => {
      for (const filter of ["", "&complianceReviewId=malformed"])
        assert.equal((await server.call(`/v1/documents?${query}${filter}`, { key: company.key })).status, 400);
    });
  }
});

describe("the submission limit of a company", () => {
  test("counts both routes, refused ones not, and answers 429 with Retry-After until the hour is over", async () => {
    const limited = await startTestServer({ clock, limits: { submissionsPerHour: 3 } });
    try {
      const own = await aCompany(limited);
      const fields = { businessEntityId: own.businessEntityId, controlId: target.controlId };
      const start = (headers = {}) =>
        startUpload(
          limited,
          own,
          { ...fields, complianceFrameworkId: target.frameworkId, files: [{ fileName: "a", fileSize: 3 }] },
          headers,
        );
      const headers = { "idempotency-key": "first" };
      const first = await submit(limited, own, fields, [aFile()], { headers });
      const started = await start();
      assert.equal((await submit(limited, own, { ...fields, businessEntityId: unknownId })).status, 404);
      assert.equal((await submit(limited, own, fields, [])).status, 400);
      const tooLong = [{ fileName: "x".repeat(300), fileSize: 3 }];
      const body = { ...fields, complianceFrameworkId: target.frameworkId, files: tooLong };
      assert.equal((await startUpload(limited, own, body)).status, 400);
      assert.equal((await submit(limited, own, fields)).status, 202);
      clock.advance(600);
      const before = await storedFiles(limited);
      for (const refusal of [
        await submit(limited, own, fields),
        await start(),
        await start({ "idempotency-key": "new" }),
      ]) {
        assert.equal(refusal.status, 429, refusal.text);
        assert.equal(refusal.headers["retry-after"], "3000");
        assert.equal(refusal.headers["x-error-code"], "submission_limit_reached");
      }
      assert.deepEqual(await storedFiles(limited), before);
      const again = await submit(limited, own, fields, [aFile()], { headers });
      assert.equal(again.text, first.text, "a replay is no new submission");
      assert.equal((await putChunk(limited, own, started.body, 0, 0, Buffer.from("abc"))).status, 200);
      const neighbour = await aCompany(limited);
      const theirs = { ...fields, businessEntityId: neighbour.businessEntityId };
      assert.equal((await submit(limited, neighbour, theirs)).status, 202, "another company has its own limit");
      clock.advance(3000);
      assert.equal((await submit(limited, own, fields)).status, 202);
    } finally {
      await limited.close();
    }
  });
});

describe("states go forward only, and the database sees to it", () => {
  const set = (table: string, id: string, status: string) => {
    const ended = status === "completed" || status === "failed";
    const reason = `, failure_reason = ${status === "failed" ? "'why'" : "NULL"}`;
    const isCompleted = status === "completed";
    const more =
      table === "documents"
        ? `${reason}, processed_at = ${ended ? "now()" : "NULL"}`
        : `${reason}, judged_at = ${ended ? "now()" : "NULL"}, score = ${isCompleted ? 1 : "NULL"}, findings = ${isCompleted ? "'{}'" : "NULL"}`;
    return server.database.query(`UPDATE ${table} SET status = $2${more} WHERE id = $1`, [id, status]);
  };
  const aDocument = async () => (await send([aFile()])).body.documentId as string;
  const anItem = async () => (await resultOf(await aDocument())).complianceItems[0].id as string;

  for (const [from, to] of [
    [["processing"], "queued"],
    [["processing", "completed"], "queued"],
    [["processing", "completed"], "processing"],
    [["processing", "completed"], "failed"],
    [["processing", "failed"], "queued"],
    [["processing", "failed"], "processing"],
    [["processing", "failed"], "completed"],
  ] as const) {
    test(`a document cannot go from ${from.at(-1)} to ${to}`, async () => {
      const id = await aDocument();
      for (const status of from) await set("documents", id, status);
      await assert.rejects(set("documents", id, to), /cannot go from/);
    });
  }

  for (const [from, to] of [
    ["completed", "pending"],
    ["completed", "failed"],
    ["failed", "pending"],
    ["failed", "completed"],
  ] as const) {
    test(`an item cannot go from ${from} to ${to}`, async () => {
      const id = await anItem();
      await set("document_items", id, from);
      await assert.rejects(set("document_items", id, to), /cannot go from/);
    });
  }

  test("only an ended document has an end, and only a failed one a reason", async () => {
    const id = await aDocument();
    const change = (text: string) => server.database.query(`UPDATE documents SET ${text} WHERE id = $1`, [id]);
    for (const text of [
      "processed_at = now()",
      "failure_reason = 'x'",
      "status = 'completed'",
      "status = 'failed', processed_at = now()",
      "status = 'completed', processed_at = now(), failure_reason = 'x'",
    ])
      await assert.rejects(change(text), /violates check constraint/, text);
  });
});

test("the digest of what is stored is the digest of what was sent, whatever the pieces it came in", async () => {
  const content = randomBytes(2 * megabyte + 12_345);
  const { payload } = aForm([aFile("pieces.bin", content)]);
  const { body } = await stream(function* () {
    for (let at = 0; at < payload.length; at += 7919) yield payload.subarray(at, at + 7919);
  });
  const [file] = await server.database.db.documents.listFiles(body.documentId);
  const stored = await buffer(await server.blobs.read(file?.blobKey ?? ""));
  const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  assert.equal(digest(stored), digest(content));
});
