import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { listShippedPackages, sbomFile, sbomText } from "./sbom.ts";

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
