import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, describe, test } from "node:test";
import { type AFile, aForm, storedFiles, submit, unknownId } from "../testing/builders.ts";
import { aFile, aSubmissionFixture, largeForm, megabyte } from "../testing/submission-fixture.ts";
import type { Reply } from "../testing/test-server.ts";
import { until } from "../testing/until.ts";

const { server, company, target, address, newReview, send, countLeftovers, isTidy, refused, stream } =
  await aSubmissionFixture();
after(() => server.close());

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
