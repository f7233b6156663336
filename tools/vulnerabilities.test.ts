import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { compareVersions, findVulnerabilities } from "./vulnerabilities.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "vulnerabilities-test-"));
});
after(() => rm(folder, { recursive: true, force: true }));

const aRange = (...events: object[]) => ({ ranges: [{ type: "SEMVER", events }] });

test("a shipped version is found by ranges and by lists, and only while it is affected", async () => {
  const advisories: Record<string, object> = {
    open: aRange({ introduced: "0" }, { fixed: "2.0.0" }),
    again: aRange({ introduced: "0" }, { fixed: "1.0.0" }, { introduced: "1.2.0" }, { last_affected: "1.5.0" }),
    listed: { versions: ["1.5.0"] },
    fixed: aRange({ introduced: "1.0.0" }, { fixed: "1.5.0" }),
    later: aRange({ introduced: "1.5.1" }),
    passed: aRange({ introduced: "0" }, { last_affected: "1.4.9" }),
  };
  await mkdir(join(folder, "npm"));
  for (const [id, affected] of Object.entries(advisories)) {
    const one = { package: { ecosystem: "npm", name: "some-package" }, ...affected };
    await writeFile(join(folder, "npm", `${id}.json`), JSON.stringify({ id, affected: [one] }));
  }
  const elsewhere = { package: { ecosystem: "PyPI", name: "some-package" }, versions: ["1.5.0"] };
  await writeFile(join(folder, "other.json"), JSON.stringify({ id: "other", affected: [elsewhere] }));
  const withdrawn = { package: { ecosystem: "npm", name: "some-package" }, versions: ["1.5.0"] };
  await writeFile(
    join(folder, "withdrawn.json"),
    JSON.stringify({ id: "withdrawn", withdrawn: "2026-01-01T00:00:00Z", affected: [withdrawn] }),
  );
  const { read, found } = await findVulnerabilities(folder, [{ name: "some-package", version: "1.5.0" }]);
  assert.equal(read, 8);
  assert.deepEqual(found.map(({ id }) => id).sort(), ["again", "listed", "open"]);
});

test("a file that is no advisory is refused with its path", async () => {
  const own = await mkdtemp(join(folder, "broken-"));
  await writeFile(join(own, "broken.json"), "{}");
  await assert.rejects(findVulnerabilities(own, []), /broken\.json is not an advisory/);
});

test("versions are ordered as Semantic Versioning orders them", () => {
  const ordered = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0",
    "1.0.10",
  ];
  for (const [at, version] of ordered.entries())
    for (const [other, than] of ordered.entries())
      assert.equal(compareVersions(version, than), Math.sign(at - other), `${version} and ${than}`);
});
