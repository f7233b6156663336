import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const read = async (url: string) => {
  const { statusCode, headers, body } = await server.app.inject({ url });
  return { statusCode, type: String(headers["content-type"]), headers, body };
};

test("every guide is a page without scripts, whose links lead to pages that exist", async () => {
  const index = await read("/docs/guides");
  const names = [...index.body.matchAll(/<h2><a href="\/docs\/guides\/([\w-]+)">/g)].map(([, name]) => name ?? "");
  assert.ok(names.length > 10);
  for (const name of names) {
    const page = await read(`/docs/guides/${name}`);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /<h1 id="/);
    assert.match(String(page.headers["content-security-policy"]), /default-src 'none'/);
    assert.doesNotMatch(page.body, /<script|onerror=|javascript:/i);
    const targets = [...page.body.matchAll(/<a href="([^"]+)"/g)].map(([, target]) => target ?? "");
    for (const target of targets.filter((one) => one.startsWith("/docs/guides/")))
      assert.ok(names.includes(target.replace(/^\/docs\/guides\/|\.md$|#.*$/g, "")), `${name} links to ${target}`);
    assert.deepEqual(
      targets.filter((one) => !/^(https?:|\/|#)/.test(one)),
      [],
      name,
    );
  }
});

test("agents read each guide as Markdown, from an index that names them all", async () => {
  const { type, body } = await read("/llms.txt");
  assert.match(type, /^text\/plain/);
  const files = [...body.matchAll(/\((\/docs\/guides\/[\w-]+\.md)\)/g)].map(([, file]) => file ?? "");
  assert.ok(files.length > 10);
  for (const file of new Set(files)) {
    const page = await read(file);
    assert.match(page.type, /^text\/markdown/);
    assert.match(page.body, /^# /);
  }
});

test("a guide that does not exist, or a path out of the folder, is not found", async () => {
  for (const name of ["nothing", "..%2FREADME", "..%2F..%2Fpackage.json", "attacks"])
    assert.equal((await read(`/docs/guides/${name}`)).statusCode, 404, name);
});
