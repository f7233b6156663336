import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ACompany, aCompany, aReview, controlOf, unknownId } from "../testing/builders.ts";
import { type Call, startTestServer, type TestServer } from "../testing/test-server.ts";

/**
 * "One company can never see that another's resource exists": every route of the service is called with an id that
 * belongs to someone else and with one that belongs to nobody, and the answers are compared byte for byte.
 */

let server: TestServer;
let caller: ACompany;
let stranger: ACompany;
let foreignIds: Record<string, string>;

before(async () => {
  server = await startTestServer();
  caller = await aCompany(server);
  stranger = await aCompany(server);
  // What the stranger may see and the caller may not.
  const nda = (await server.database.db.catalogue.listEveryFramework()).filter(
    (framework) => framework.code !== "GDPR",
  );
  const hidden = nda[0]?.controls[0]?.id ?? "";
  const visible = (await server.database.db.catalogue.listEveryFramework()).filter(
    (framework) => framework.code === "GDPR",
  );
  await server.call(`/v1/admin/partners/${caller.partner.partnerId}/whitelist`, {
    method: "PUT",
    admin: true,
    body: { frameworkIds: visible.map((framework) => framework.id) },
  });
  assert.equal((await server.call(`/v1/controls/${hidden}/items`, { key: stranger.key })).status, 200);
  foreignIds = {
    companyId: stranger.companyId,
    businessEntityId: stranger.businessEntityId,
    reviewId: (await aReview(server, stranger)).id,
    controlId: hidden,
  };
});
after(() => server.close());

interface Operation {
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
}

/** Every operation that a partner or company key opens and that names a resource, from the service's own description. */
async function operations(): Promise<{ method: string; url: string; idNames: string[]; operation: Operation }[]> {
  const { body } = await server.call("/v1/openapi.json");
  return Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([url, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.security.some((scheme) => "apiKey" in scheme))
      .map(([method, operation]) => {
        const idNames = (operation.parameters ?? []).map(({ name }) => name).filter((name) => name.endsWith("Id"));
        return { method: method.toUpperCase(), url, idNames, operation };
      })
      .filter(({ idNames }) => idNames.length > 0),
  );
}

test("every route answers a foreign id exactly as one that never existed", async () => {
  const all = await operations();
  assert.ok(all.length >= 7);
  for (const { method, url, operation } of all) {
    for (const key of [caller.key, caller.partner.key]) {
      const answerFor = async (idOf: (name: string) => string) => {
        const query = (operation.parameters ?? []).filter((one) => one.in === "query" && one.name.endsWith("Id"));
        const path = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(name));
        const search = query.map(({ name }) => `${name}=${idOf(name)}`).join("&");
        const call: Call = { method: method as "GET", key };
        if (operation.requestBody !== undefined) call.body = { name: "Taken over" };
        const reply = await server.call(search === "" ? path : `${path}?${search}`, call);
        const { "x-request-id": _, ratelimit: __, date: ___, ...headers } = reply.headers;
        return { status: reply.status, text: reply.text, headers };
      };
      const foreign = await answerFor((name) => {
        const id = foreignIds[name];
        assert.ok(id, `this test does not know a foreign ${name}: add one above`);
        return id;
      });
      const nobodys = await answerFor(() => unknownId);
      assert.deepEqual(foreign, nobodys, `${method} ${url} tells foreign ids from unknown ones`);
      assert.ok(foreign.status === 404 || foreign.status === 403, `${method} ${url} answers ${foreign.status}`);
      assert.deepEqual(nobodys, await answerFor(() => "malformed"), `${method} ${url} tells malformed ids apart`);
    }
  }
  // Nothing was changed behind the refusals.
  const { body } = await server.call(`/v1/companies/${stranger.companyId}`, { key: stranger.key });
  assert.equal(body.name, "Acme GmbH");
  const control = await controlOf(server, caller.key, "DPA");
  assert.equal((await server.call(`/v1/controls/${control.id}/items`, { key: caller.key })).status, 200);
});

test("lists hold nothing of another company", async () => {
  for (const url of ["/v1/companies", "/v1/business-entities", "/v1/compliance-reviews"]) {
    for (const key of [caller.key, caller.partner.key]) {
      const { text } = await server.call(url, { key });
      for (const id of Object.values(foreignIds)) assert.ok(!text.includes(id), `${url} shows ${id}`);
    }
  }
});
