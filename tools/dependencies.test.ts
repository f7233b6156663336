import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { findFloatingImages } from "./floating-images.ts";
import { checkLicences, isAllowed, readLockedPackages } from "./licences.ts";
import { listShippedPackages, sbomFile, sbomText } from "./sbom.ts";
import { compareVersions, findVulnerabilities } from "./vulnerabilities.ts";

test("every run-time dependency has a permissive licence", async () => {
  const { counts, refused } = checkLicences(await readLockedPackages());
  assert.deepEqual(refused, []);
  assert.ok((counts.get("MIT") ?? 0) > 50, "the whole tree was checked");
});

test("copyleft, unknown and missing licences are refused, also within AND", () => {
  for (const expression of [
    "GPL-3.0-only",
    "AGPL-3.0",
    "LGPL-2.1",
    "MPL-2.0",
    "MIT AND GPL-2.0",
    "SEE LICENSE IN x",
    "",
  ])
    assert.equal(isAllowed(expression), false, expression);
  for (const expression of ["MIT", "(MIT OR GPL-3.0)", "(MIT AND Zlib)", "MIT AND ISC AND BSD-3-Clause"])
    assert.equal(isAllowed(expression), true, expression);
  const packages = {
    "": { license: "GPL-3.0" },
    server: { license: "GPL-3.0" },
    "node_modules/a": {},
    "node_modules/b": { license: "GPL-3.0", dev: true },
    "node_modules/a/node_modules/c": { license: "GPL-3.0" },
  };
  assert.deepEqual(checkLicences(packages).refused, ["a: none given", "c: GPL-3.0"]);
});

test("sbom.cdx.json lists exactly what the lock file ships (npm run generate)", async () => {
  const text = await sbomText();
  assert.equal(await readFile(sbomFile, "utf8"), text);
  const { bomFormat, components } = JSON.parse(text);
  assert.equal(bomFormat, "CycloneDX");
  assert.equal(components.length, (await listShippedPackages()).length);
  for (const { purl, hashes, licenses } of components) {
    assert.match(purl, /^pkg:npm\/(%40[^/@]+\/)?[^/@]+@\d/);
    assert.ok(hashes.length > 0 && licenses.length > 0, purl);
  }
  const names = components.map(({ name }: { name: string }) => name);
  assert.ok(names.includes("fastify") && !names.includes("typescript"));
});

interface LockedPackage {
  optionalDependencies?: Record<string, string>;
}

const lockFile = join(import.meta.dirname, "..", "package-lock.json");

/** npm omits other platforms' optional packages when it writes a lock file beside an existing node_modules. */
test("the lock file names the packages of every platform", () => {
  const packages: Record<string, LockedPackage> = JSON.parse(readFileSync(lockFile, "utf8")).packages;
  const locked = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `${path} wants ${name}`),
  );
  assert.deepEqual(missing, []);
});

const digest = `@sha256:${"0123456789abcdef".repeat(4)}`;

test("a release is refused for every image that only a tag names", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "floating-images-test-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const write = async (pin: string) => {
    const dockerfile = [
      `# syntax=docker/dockerfile:1${pin}`,
      `FROM node:24${pin} AS base`,
      "FROM base AS build",
      "FROM base",
    ];
    await writeFile(join(folder, "Dockerfile"), dockerfile.join("\n"));
    await writeFile(
      join(folder, "compose.yaml"),
      `services:\n  api:\n    image: assay:latest\n  database:\n    image: postgres:18${pin}\n`,
    );
    return (await findFloatingImages(folder)).map(({ file, image }) => `${file} ${image}`);
  };
  assert.deepEqual(await write(""), [
    "Dockerfile docker/dockerfile:1",
    "Dockerfile node:24",
    "compose.yaml postgres:18",
  ]);
  assert.deepEqual(await write("@sha256:short"), [
    "Dockerfile docker/dockerfile:1@sha256:short",
    "Dockerfile node:24@sha256:short",
    "compose.yaml postgres:18@sha256:short",
  ]);
  assert.deepEqual(await write(digest), []);
});

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
