import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { after, describe, test } from "node:test";
import { type AFile, aCompany, aForm, aReview, storedFiles, submit, unknownId } from "../testing/builders.ts";
import { aFile, aSubmissionFixture, largeForm, megabyte } from "../testing/submission-fixture.ts";
import type { Reply } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";

const { server, company, target, newReview, send, resultOf, refused, stream, address, countLeftovers, isTidy } =
  await aSubmissionFixture();
after(() => server.close());

describe("a submission in one request", () => {
  test("is answered 202 with the contract's fields and the location of the result", async () => {
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

  test("stores the exact bytes of each file", async () => {
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

  test("takes its options from fields of the form, and the control by its code", async () => {
    const { frameworks } = (await server.call("/v1/compliance-frameworks", { key: company.key })).body;
    const [control] = frameworks.flatMap(({ controls }: { controls: { id: string; code: string }[] }) => controls);
    const parts = { businessEntityId: company.businessEntityId, controlId: control.code, subject: "Vendor A" };
    const lines = Object.entries(parts).map(
      ([name, value]) => `--B\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = '--B\r\ncontent-disposition: form-data; name="files[]"; filename="a.txt"\r\n\r\nwords\r\n';
    const { status, body, text } = await server.call("/v1/documents/submit", {
      ...{ method: "POST", key: company.key, payload: Buffer.from(`${file}${lines.join("")}--B--\r\n`) },
      headers: { "content-type": "multipart/form-data; boundary=B" },
    });
    assert.equal(status, 202, text);
    const document = (await server.call(`/v1/documents/${body.documentId}`, { key: company.key })).body;
    assert.deepEqual([document.controlId, document.subject], [control.id, "Vendor A"]);
  });

  test("accepts files under files[] and under files", async () => {
    const { status, body } = await send([
      { ...aFile("a.txt"), field: "files[]" },
      { ...aFile("b.txt"), field: "files" },
    ]);
    assert.equal(status, 202);
    assert.deepEqual(body.files, [{ fileName: "a.txt" }, { fileName: "b.txt" }]);
  });

  test("creates one document of several files and lists them as its children", async () => {
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

  test("accepts 20 files", async () => {
    const { status, body } = await send(Array.from({ length: 20 }, (_, i) => aFile(`${i}.txt`)));
    assert.equal(status, 202);
    assert.equal(body.files.length, 20);
  });

  test("accepts a file of exactly 50 MiB", async () => {
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
    test(`preserves a Unicode name sent ${how}`, async () => {
      const { body } = await send([aFile(name)]);
      assert.deepEqual(body.files, [{ fileName: unicode }]);
      assert.equal((await resultOf(body.documentId)).fileName, unicode);
    });
  }

  test("accepts a name of exactly 255 bytes", async () => {
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
      "SELECT data - 'requestId' AS data, group_id FROM pgboss.job WHERE name = 'analyse-document' AND data ->> 'documentId' = $1",
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

  test("appending to a review sends an event for the document only", async () => {
    const own = await aCompany(server);
    const review = await aReview(server, own, target);
    await submit(server, own, { complianceReviewId: review.id });
    const events = await server.database.query("SELECT type FROM events WHERE company_id = $1", [own.companyId]);
    assert.deepEqual(events, [{ type: "document.submitted" }]);
  });
});

test("a failed commit stores nothing", async () => {
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

test("a commit whose confirmation is lost keeps the document's bytes", async () => {
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

test("the stored digest equals the digest of the submitted bytes, however they were split", async () => {
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

describe("a submission that is refused leaves nothing anywhere", () => {
  const badFiles: [what: string, files: AFile[], message: RegExp][] = [
    ["no file", [], /files\[\] is required/],
    ["an empty file", [aFile("a.txt", "")], /empty/],
    ["an empty file after a good one", [aFile("a.txt"), aFile("b.txt", "")], /empty/],
    ["a name that shows another extension", [aFile("a\u202efdp.exe")], /U\+202E/],
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
    ["an unknown field before the file", () => raw(field("a", "b") + file + end), /"a" is no field of a submission/],
    [
      "an option in the query and in the form",
      () => raw(file + field("controlId", "b") + end),
      /controlId is in the query and in the form/,
    ],
    [
      "an option twice",
      () => raw(file + field("subject", "a") + field("subject", "b") + end),
      /subject is in the form twice/,
    ],
    ["a field of 1 MB", () => raw(field("subject", "x".repeat(megabyte)) + file + end), /subject must be text/],
    [
      "a field with a name of 1 MB",
      () => raw(field("x".repeat(megabyte), "a") + file + end),
      /no field|malformed|files/,
    ],
    ["10,000 tiny fields", () => raw(field("a", "b").repeat(10_000) + end), /no field/],
    [
      "a JSON field that is no JSON",
      () => raw(`${field("a", "{").replace("\r\n\r\n", "\r\ncontent-type: application/json\r\n\r\n")}${file}${end}`),
      /malformed|no field/,
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

  test("a refused file name is reported to a client that is still sending", () =>
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

  test("an invalid query is reported before any file is stored", () =>
    refused(() => submit(server, company, { ...newReview(), businessEntityId: unknownId }), 404, /business entity/));

  test("a field given twice in the query is 400", () => {
    const query = `businessEntityId=${company.businessEntityId}&controlId=${target.controlId}&controlId=${target.controlId}`;
    return refused(
      () => server.call(`/v1/documents/submit?${query}`, { key: company.key, ...aForm([aFile()]) }),
      400,
      /controlId/,
    );
  });

  test("an aborted connection stores nothing either", async () => {
    const before = await countLeftovers();
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
    assert.deepEqual(await countLeftovers(), before);
  });
});
