import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type APartner, aCompany, aPartner } from "../testing/builders.ts";
import { assertLinear } from "../testing/linear-time.ts";
import { type Call, type Reply, startTestServer, type TestServer } from "../testing/test-server.ts";
import { statusCodes } from "./error-body.ts";

let server: TestServer;
let partner: APartner;
before(async () => {
  server = await startTestServer();
  partner = await aPartner(server);
});
after(() => server.close());

function assertError(reply: Reply, status: number, error: string): void {
  assert.equal(reply.status, status, reply.text);
  assert.deepEqual(Object.keys(reply.body), ["error", "message", "statusCode"]);
  assert.equal(reply.body.error, error);
  assert.equal(reply.body.statusCode, status);
  assert.ok(reply.body.message.length > 0);
  assert.ok(reply.headers["x-error-code"] && reply.headers["x-error-code"] in statusCodes);
  assert.match(reply.headers["x-request-id"] ?? "", /^[0-9A-Z]{26}$/);
}

describe("every error body has exactly the three members error, message and statusCode", () => {
  const onboard = (payload: string | Buffer, type = "application/json") =>
    server.call("/v1/onboard", { method: "POST", key: partner.key, payload, headers: { "content-type": type } });

  test("a missing field and a wrong type", async () => assertError(await onboard("{}"), 400, "Bad Request"));
  test("malformed JSON", async () => {
    for (const text of ["{", "", "nonsense", '{"name":}', "[1,"]) assertError(await onboard(text), 400, "Bad Request");
  });
  test("bytes that are not UTF-8", async () =>
    assertError(await onboard(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])), 400, "Bad Request"));
  test("a body that is not an object", async () => {
    for (const text of ["[]", "1", "null", '"text"']) assertError(await onboard(text), 400, "Bad Request");
  });
  test("a missing, empty or unrecognised key", async () => {
    for (const key of [undefined, "", "nonsense", `${partner.key}x`]) {
      assertError(await server.call("/v1/companies", key === undefined ? {} : { key }), 401, "Unauthorized");
    }
  });
  test("an unknown route", async () => {
    for (const url of ["/", "/v1", "/v2/companies", "/v1/companies/a/b", "/%zz", `/v1/companies/${"x".repeat(5000)}`]) {
      assertError(await server.call(url, { key: partner.key }), 404, "Not Found");
    }
  });
  test("a wrong method, with the allowed ones named", async () => {
    const reply = await server.call("/v1/onboard", { method: "DELETE", key: partner.key });
    assertError(reply, 405, "Method Not Allowed");
    assert.equal(reply.headers["allow"], "POST");
  });
  test("an unsupported media type", async () => {
    assertError(await onboard("name=A", "application/x-www-form-urlencoded"), 415, "Unsupported Media Type");
    assertError(await onboard("{}", "text/plain"), 415, "Unsupported Media Type");
    const packed = { "content-type": "application/json", "content-encoding": "gzip" };
    const reply = await server.call("/v1/onboard", {
      method: "POST",
      key: partner.key,
      payload: "{}",
      headers: packed,
    });
    assertError(reply, 415, "Unsupported Media Type");
  });
  test("a body that is too large", async () => {
    const body = JSON.stringify({ name: "x".repeat(10 * 1024 * 1024) });
    assertError(await onboard(body), 413, "Payload Too Large");
  });
  test("a crash, without its cause", async () => {
    const { db } = server.database;
    const list = db.companies.listOfPartner;
    db.companies.listOfPartner = () => Promise.reject(new Error("secret detail"));
    const reply = await server.call("/v1/companies", { key: partner.key });
    db.companies.listOfPartner = list;
    assertError(reply, 500, "Internal Server Error");
    assert.ok(!reply.text.includes("secret"));
  });
  test("an unknown method", async () => {
    const address = await listening();
    for (const method of ["QUERY", "PROPFIND", "TRACE", "LOCK"]) {
      const answer = await rawRequest(address, `${method} /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      assert.match(answer.head, /^HTTP\/1.1 405 /, method);
      assert.match(answer.head, /\r\nallow: GET, HEAD\r\n/i);
    }
  });
  test("what the HTTP parser refuses, and what Node would refuse with an empty body", async () => {
    const address = await listening();
    const requests: [request: string, status: number][] = [
      ["GET / NONSENSE\r\n\r\n", 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`, 431],
      ["GET /v1/companies HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close\r\n\r\n", 417],
      ["GET /v1/companies HTTP/1.1\r\nConnection: close\r\n\r\n", 401],
    ];
    for (const [request, status] of requests) {
      const { head, body } = await rawRequest(address, request);
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
      assert.deepEqual(Object.keys(JSON.parse(body)), ["error", "message", "statusCode"]);
      for (const header of ["x-request-id", "ratelimit", "ratelimit-policy"])
        assert.match(head, new RegExp(`\r\n${header}: `, "i"));
    }
  });
  test("a body with a hundred thousand errors, without blocking the service", async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, i) => `"f${i.toString(36)}":0`).join(",");
    const refused = async (count: number) => assertError(await onboard(`{${fields(count)}}`), 400, "Bad Request");
    await assertLinear(refused, 100_000, "wrong places");
  });
  test("a PATCH whose body is null", async () => {
    const { key, companyId } = await aCompany(server, { partner });
    const call = { method: "PATCH", key, payload: "null", headers: { "content-type": "application/json" } } as const;
    assertError(await server.call(`/v1/companies/${companyId}`, call), 400, "Bad Request");
  });
  test("without repeating long input", async () => {
    const { text } = await onboard(JSON.stringify({ ["x".repeat(500_000)]: "\u0000" }));
    assert.ok(text.length < 1000);
  });
});

let listener: Promise<string> | undefined;
const listening = () => (listener ??= server.app.listen({ port: 0, host: "127.0.0.1" }));

async function rawRequest(address: string, request: string): Promise<{ head: string; body: string }> {
  const { port, hostname } = new URL(address);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
  });
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { head: `${head}\r\n`, body };
}

test("docs/errors.md lists every code with its status, and no other", async () => {
  const text = await readFile(join(import.meta.dirname, "../../../docs/errors.md"), "utf8");
  const listed = [...text.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, code, status]) => [code, Number(status)]);
  assert.deepEqual(Object.fromEntries(listed), statusCodes);
  assert.equal(listed.length, Object.keys(statusCodes).length, "no code is listed twice");
});

describe("query parameters", () => {
  test("a documented parameter with the NUL character is refused by name", async () => {
    for (const [url, name] of [
      ["/v1/admin/companies?search=a%00b", "search"],
      ["/v1/admin/companies?search=a&search=%00", "search"],
      ["/v1/admin/audit-log?about=%00", "about"],
      ["/v1/admin/audit-log?action=company%00", "action"],
    ] as const) {
      const { status, body, text } = await server.call(url, { admin: true });
      assert.equal(status, 400, text);
      assert.match(body.message, new RegExp(`^${name} must`), url);
    }
  });

  test("an unknown parameter is refused, and the message names the known ones", async () => {
    const refusal = async (url: string, by: Call) => {
      const { status, body, text } = await server.call(url, by);
      assert.equal(status, 400, text);
      return body.message;
    };
    const { key } = await aCompany(server);
    assert.equal(
      await refusal("/v1/documents?complianceReview=1&limit=2", { key }),
      '"complianceReview" is no query parameter of this operation; known are businessEntityId, complianceLevel, complianceReviewId, controlId, cursor, externalReference, limit, name, reviewByBefore, sort, status, subject, submittedAfter, submittedBefore, validUntilBefore',
    );
    const none = "is no query parameter: this operation takes none";
    assert.equal(await refusal("/v1/me?x=%00", { key }), `"x" ${none}`);
    assert.equal(
      await refusal("/v1/business-entities?__proto__=1", { key, method: "POST", body: {} }),
      `"__proto__" ${none}`,
    );
    assert.equal(await refusal(`/v1/webhooks?${"a".repeat(5000)}`, { key }), `"${"a".repeat(60)}" ${none}`);
  });

  test("a parameter is checked after the key, and not outside of the API", async () => {
    assert.equal((await server.call("/v1/documents?x=1")).status, 401);
    assert.equal((await server.call("/health?probe=1")).status, 200);
  });
});
