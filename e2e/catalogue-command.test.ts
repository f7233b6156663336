import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";

const root = join(import.meta.dirname, "..");
let folder: string;
let control: ControlDocument;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-catalogue-"));
  control = JSON.parse(await readFile(join(root, "catalogue/nda/non-disclosure-agreement.json"), "utf8"));
});
after(() => rm(folder, { recursive: true }));

function catalogue(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "tools/catalogue.ts"), ...args], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

async function aFile(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

test("check accepts the shipped frameworks and single controls", () => {
  const { status, stdout } = catalogue(
    "check",
    join(root, "catalogue/gdpr"),
    join(root, "catalogue/nda/non-disclosure-agreement.json"),
  );
  assert.equal(status, 0);
  assert.match(stdout, /gdpr: ok, 5 control\(s\), \d+ items/);
  assert.match(stdout, /non-disclosure-agreement\.json: ok, 1 control\(s\), \d+ items/);
});

test("check reports the file, the path and the expected value", async () => {
  const broken = structuredClone(control);
  Object.assign(broken.clusters[0]?.items[0]?.criteria[0] ?? {}, { level: "may", weight: 9 });
  const wrong = await aFile("wrong.json", broken);
  const { status, stderr } = catalogue("check", wrong, await aFile("no.json", "{"), join(folder, "absent.json"));
  assert.equal(status, 1);
  assert.match(stderr, /wrong\.json: clusters\[0\]\.items\[0\]\.criteria\[0\]\.level must be one of must or should/);
  assert.match(stderr, /wrong\.json: clusters\[0\]\.items\[0\]\.criteria\[0\]\.weight must be at most 5/);
  assert.match(stderr, /no\.json: is not valid JSON/);
  assert.match(stderr, /absent\.json: cannot be read/);
});

test("diff lists the items that a new version adds, rewords and makes obsolete", async () => {
  const next = structuredClone(control);
  const [first, second, third] = next.clusters[0]?.items ?? [];
  assert.ok(first && second && third);
  first.name = "Reworded";
  second.isObsolete = true;
  third.id = "01JD0000000000000000000004";
  const { status, stdout } = catalogue("diff", await aFile("old.json", control), await aFile("new.json", next));
  assert.equal(status, 0);
  assert.match(stdout, new RegExp(`reworded +${first.externalId.replaceAll(/[()]/g, "\\$&")}: Reworded`));
  assert.match(stdout, /^obsolete /m);
  assert.match(stdout, /^added /m);
  assert.match(stdout, /\d+ items unchanged/);
});

test("other arguments print the usage", () => {
  for (const args of [[], ["check"], ["diff", "one"], ["sing"]]) {
    const { status, stderr } = catalogue(...args);
    assert.equal(status, 2);
    assert.match(stderr, /^Usage:/);
  }
});
