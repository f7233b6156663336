import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { type ACompany, type APerson, aCompany, aPerson, signInAs } from "../testing/builders.ts";
import { withoutReferences } from "../testing/described-api.ts";
import { testClock } from "../testing/test-clock.ts";
import { type Call, startTestServer, type TestServer } from "../testing/test-server.ts";

/**
 * No input causes a 5xx, and every refusal has the contract's error body. The input is generated from the OpenAPI
 * description and then broken somewhere.
 */

let server: TestServer;
let company: ACompany;
let person: APerson;
/** Each operation has its own minute, so that later ones do not only meet the rate limit. */
const clock = testClock();
const nextMinute = () => clock.advance(61);
before(async () => {
  server = await startTestServer({ clock });
  company = await aCompany(server);
  // An owner of a company of its own, because an organisation with an owner lets its keys do less.
  person = await aPerson(server, { key: (await aCompany(server)).key, role: "company_owner" });
});
after(() => server.close());

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
  enum?: unknown[];
  format?: string;
}
interface Operation {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const nastyText = fc.oneof(
  fc.constantFrom(
    "",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "__proto__",
    "constructor",
    "'; DROP TABLE companies; --",
    "$1",
    "%s%n",
    "\\",
    "../../etc/passwd",
    "<script>",
    "\u202e\u200b",
    "1e400",
    "x".repeat(600),
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "2026-13-45T99:99:99Z",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const anything = fc.oneof(
  nastyText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(-1, 1e308, 0.1, Number.MAX_SAFE_INTEGER),
);

/** A valid value, a hostile text or a value of another type. */
function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  const right: fc.Arbitrary<unknown> = schema.anyOf
    ? fc.oneof(...schema.anyOf.map(valueFor))
    : schema.enum
      ? fc.constantFrom(...schema.enum)
      : schema.type === "object"
        ? objectFor(schema)
        : schema.type === "array"
          ? fc.array(valueFor(schema.items ?? {}), { maxLength: 4 })
          : schema.type === "integer"
            ? fc.integer()
            : schema.type === "boolean"
              ? fc.boolean()
              : schema.format === "date-time"
                ? fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
                : fc.string({ maxLength: 30 });
  return fc.oneof(
    { weight: 4, arbitrary: right },
    { weight: 1, arbitrary: nastyText },
    { weight: 1, arbitrary: anything },
  );
}

function objectFor({ properties = {} }: Schema): fc.Arbitrary<unknown> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueFor(schema)])),
    { requiredKeys: [] },
  );
  const extra = fc.option(fc.dictionary(nastyText, anything, { maxKeys: 2 }), { nil: {} });
  return fc.tuple(known, extra).map(([right, wrong]) => ({ ...right, ...wrong }));
}

async function operations() {
  const { body } = await server.call("/v1/openapi.json");
  return Object.entries(withoutReferences(body) as Record<string, Record<string, Operation>>).flatMap(
    ([url, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), url, operation })),
  );
}

async function assertNoCrash(url: string, call: Call): Promise<void> {
  const { status, text, body } = await server.call(url, call);
  assert.ok(status < 500, `${call.method} ${url} answered ${status}: ${text}`);
  if (status >= 400) assert.deepEqual(Object.keys(body), ["error", "message", "statusCode"]);
}

/** Every operation has a session of its own, because some end theirs. */
async function credentials({ security }: Operation): Promise<Pick<Call, "key" | "admin" | "headers">[]> {
  const isFor = (kind: string) => security.some((scheme) => kind in scheme);
  if (isFor("administrator")) return [{ admin: true }];
  if (!isFor("session")) return [{ key: company.key }, { key: company.partner.key }];
  const { headers } = await signInAs(server, person.email);
  return [{ headers: { cookie: headers["set-cookie"]?.split(";", 1)[0] ?? "", "x-assay-session": "1" } }];
}

test("no operation crashes on any body, path or query", async () => {
  for (const { method, url, operation } of await operations()) {
    nextMinute();
    const schema = operation.requestBody?.content["application/json"]?.schema;
    const body = schema === undefined ? fc.constant(undefined) : fc.oneof(objectFor(schema), anything);
    const pathIds = fc.infiniteStream(fc.oneof(fc.constant("01ARZ3NDEKTSV4RRFFQ69G5FAV"), nastyText));
    const callers = await credentials(operation);
    const names = (operation.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name);
    const query = fc.dictionary(fc.constantFrom("x", ...names), nastyText, { maxKeys: 3 });
    nextMinute();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...callers), body, pathIds, query, async (who, sent, ids, search) => {
        const path = url.replaceAll(/\{\w+\}/g, () => encodeURIComponent((ids.next().value ?? "").toWellFormed()));
        const params = new URLSearchParams(
          Object.fromEntries(Object.entries(search).map(([name, value]) => [name, value.toWellFormed()])),
        );
        await assertNoCrash(`${path}?${params}`, {
          method: method as "GET",
          ...who,
          ...(sent !== undefined && {
            payload: JSON.stringify(sent) ?? "null",
            headers: { ...who.headers, "content-type": "application/json" },
          }),
        });
      }),
      { numRuns: 60 },
    );
  }
});

test("no operation with a body crashes on bytes that are not JSON", async () => {
  const raw = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        '{"name":"a","name":"b"}',
        '{"__proto__":{"isAdmin":true},"name":"a"}',
        '{"constructor":{"prototype":{"x":1}},"name":"a"}',
        `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
        `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
        '{"name":"\\u0000"}',
        '{"name":"\\ud800"}',
        '{"name":1e999}',
        "\ufeff{}",
      )
      .map((text) => Buffer.from(text)),
  );
  for (const { method, url, operation } of (await operations()).filter((one) => one.operation.requestBody)) {
    nextMinute();
    const callers = await credentials(operation);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...callers), raw, async (who, payload) => {
        await assertNoCrash(url.replaceAll(/\{\w+\}/g, company.companyId), {
          method: method as "POST",
          ...who,
          payload,
          headers: { ...who.headers, "content-type": "application/json" },
        });
      }),
      { numRuns: 30 },
    );
  }
});

test("a body of 10 MB is refused before it is read completely", async () => {
  for (const { method, url, operation } of (await operations()).filter((one) => one.operation.requestBody)) {
    nextMinute();
    const payload = Buffer.alloc(10 * 1024 * 1024, 0x20);
    const [who] = await credentials(operation);
    const { status } = await server.call(url.replaceAll(/\{\w+\}/g, company.companyId), {
      method: method as "POST",
      ...who,
      payload,
      headers: { ...who?.headers, "content-type": "application/json" },
    });
    assert.ok([400, 403, 413, 415].includes(status), `${method} ${url} answered ${status}`);
  }
});

test("no credential crashes the authentication", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(nastyText, fc.string({ maxLength: 300 })), async (text) => {
      const header = Buffer.from(text.toWellFormed(), "utf8")
        .toString("latin1")
        .replaceAll(/[^\t\x20-\xff]|\x7f/g, "?");
      await assertNoCrash("/v1/companies", { method: "GET", headers: { "x-api-key": header } });
      await assertNoCrash("/v1/admin/partners", { method: "GET", headers: { authorization: `Bearer ${header}` } });
      await assertNoCrash("/v1/onboard", {
        key: company.partner.key,
        body: {},
        headers: { "idempotency-key": header },
      });
    }),
    { numRuns: 100 },
  );
});

test("a body that has a member twice is refused, and changes nothing", async () => {
  const names = async () =>
    (await server.call("/v1/business-entities", { key: company.key })).body.businessEntities.map(
      ({ name }: { name: string }) => name,
    );
  const before = await names();
  const { status, body } = await server.call("/v1/business-entities", {
    ...{ method: "POST", key: company.key, headers: { "content-type": "application/json" } },
    payload: '{"name":"Seen by a proxy","na\\u006de":"Stored"}',
  });
  assert.equal(status, 400);
  assert.match(body.message, /twice/);
  assert.deepEqual(await names(), before);
});

test("text that looks like SQL is stored unchanged", async () => {
  const name = "Robert'); DROP TABLE companies; --";
  const { body } = await server.call("/v1/onboard", { key: company.partner.key, body: { name } });
  assert.equal((await server.call(`/v1/companies/${body.companyId}`, { key: body.companyApiKey })).body.name, name);
});
