import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Webhook } from "standardwebhooks";
import { type AReceiver, aReceiver } from "../testing/webhook-receiver.ts";
import { createSecret, signHeaders, toSigningKey } from "./signature.ts";

const root = join(import.meta.dirname, "../../..");
const body = '{"type":"document.completed","timestamp":"2026-03-01T12:00:00.000Z","data":{"status":"zufrieden – ü"}}';
const [secret, otherSecret] = [createSecret(), createSecret()];
const signed = (keys: string[], at = new Date()) =>
  signHeaders(keys.map(toSigningKey), "01K9ZQ3N4T6V8X0Z2B4D6F8H0K", at, body);

/** What a receiver must take and what it must refuse, with the words to say so. */
const cases: { what: string; isRight: boolean; headers: Record<string, string>; body: string }[] = [
  { what: "as sent", isRight: true, headers: signed([secret]), body },
  { what: "signed by two secrets", isRight: true, headers: signed([otherSecret, secret]), body },
  { what: "signed by another secret", isRight: false, headers: signed([otherSecret]), body },
  { what: "with another body", isRight: false, headers: signed([secret]), body: body.replace("completed", "failed") },
  {
    what: "with another id",
    isRight: false,
    headers: { ...signed([secret]), "webhook-id": "01K9ZQ3N4T6V8X0Z2B4D6F8H0M" },
    body,
  },
];
const tooOld = {
  what: "ten minutes old",
  isRight: false,
  headers: signed([secret], new Date(Date.now() - 600_000)),
  body,
};

let folder: string;
let receiver: AReceiver;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-snippets-"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  receiver = await aReceiver();
});
after(async () => {
  await rm(folder, { recursive: true });
  await receiver.close();
});

/** The block of the page that begins with these words behind its fence. */
async function snippet(words: string): Promise<string> {
  const page = await readFile(join(root, "docs/webhooks.md"), "utf8");
  const found = [...page.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)].filter(([, info]) => info === words);
  assert.equal(found.length, 1, `docs/webhooks.md has one block "${words}"`);
  return found[0]?.[2] ?? "";
}

/** Says what could not be run here: a pass must not hide it. */
function isInstalled(context: TestContext, ...programs: string[]): boolean {
  const missing = programs.filter((program) => spawnSync(program, ["--version"]).error !== undefined);
  for (const program of missing) context.diagnostic(`${program} is not installed here: its snippet was NOT run`);
  return missing.length === 0;
}

async function run(command: string, args: string[], env: Record<string, string>, input = "") {
  const child = spawn(command, args, { cwd: folder, env: { PATH: process.env["PATH"] ?? "", ...env } });
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { out: out.trim(), err, code: code as number };
}

for (const kind of ["library", "plain"]) {
  test(`the TypeScript snippet accepts a valid signature and refuses an invalid one (${kind})`, async () => {
    const file = join(folder, `${kind}.ts`);
    await writeFile(file, await snippet(`ts ${kind}`));
    const { verifyWebhook } = await import(pathToFileURL(file).href);
    for (const one of [...cases, tooOld]) {
      const verify = () => verifyWebhook(secret, one.headers, one.body);
      if (one.isRight) assert.deepEqual(verify(), JSON.parse(body), one.what);
      else assert.throws(verify, one.what);
    }
  });
}

test("the Python snippet accepts a valid signature and refuses an invalid one", async (context) => {
  if (!isInstalled(context, "python3")) return;
  const harness = `
import sys
for case in json.load(sys.stdin):
    try:
        verify_webhook(case["secret"], case["headers"], case["body"].encode())
        print("right")
    except ValueError:
        print("wrong")
`;
  const program = (await snippet("python")) + harness;
  const all = [...cases, tooOld];
  const input = JSON.stringify(all.map((one) => ({ ...one, secret })));
  const { out, err, code } = await run("python3", ["-c", program], {}, input);
  assert.equal(code, 0, err);
  assert.deepEqual(
    out.split("\n"),
    all.map(({ isRight }) => (isRight ? "right" : "wrong")),
  );
});

test("the openssl snippet accepts a valid signature and refuses an invalid one", async (context) => {
  if (!isInstalled(context, "openssl")) return;
  const program = await snippet("sh verify");
  for (const { what, isRight, headers, body } of cases) {
    await writeFile(join(folder, "body.json"), body);
    const env = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase().replaceAll("-", "_"), value]),
    );
    const { out, err, code } = await run("sh", ["-c", program], { SECRET: secret, ...env });
    assert.deepEqual([what, out, code], [what, isRight ? "right" : "wrong", isRight ? 0 : 1], err);
  }
});

test("the curl snippet sends a request that a receiver accepts", async (context) => {
  if (!isInstalled(context, "openssl", "curl")) return;
  const env = { SECRET: secret, ENDPOINT: `${receiver.url}/hook` };
  const { err, code } = await run("sh", ["-c", await snippet("sh send")], env);
  assert.equal(code, 0, err);
  const [received] = receiver.received;
  assert.ok(received);
  const event = new Webhook(secret).verify(received.body, received.headers) as { type: string };
  assert.equal(event.type, "webhook.test");
});
