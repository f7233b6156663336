import assert from "node:assert/strict";
import { test } from "node:test";
import { checkLicences, isAllowed, readLockedPackages } from "./licences.ts";

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
