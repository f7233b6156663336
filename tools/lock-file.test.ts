import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

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
