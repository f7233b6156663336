import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isMadeFor, libcOf, type Machine, thisMachine } from "./made-for-machine.mjs";

type Packages = Record<string, { os?: string[]; cpu?: string[]; libc?: string[] }>;
const root = join(import.meta.dirname, "..");
const packagesOf = (file: string): Packages => JSON.parse(readFileSync(join(root, file), "utf8")).packages;
const locked = packagesOf("package-lock.json");

const bundlersFor = (machine: Machine) =>
  Object.keys(locked).filter((path) => path.includes("/@rolldown/binding-") && isMadeFor(machine, locked[path] ?? {}));

test("of the programs for a processor a machine needs those for its own C library, and no others", () => {
  const bundler = (name: string) => [`node_modules/@rolldown/binding-${name}`];
  const linux = { platform: "linux", arch: "x64" };
  assert.deepEqual(bundlersFor({ ...linux, libc: "glibc" }), bundler("linux-x64-gnu"));
  assert.deepEqual(bundlersFor({ ...linux, libc: "musl" }), bundler("linux-x64-musl"));
  assert.deepEqual(bundlersFor({ ...linux, libc: undefined }), []);
  assert.deepEqual(bundlersFor({ platform: "darwin", arch: "arm64", libc: undefined }), bundler("darwin-arm64"));
});

test("the C library is told by ldd, and by what the process has loaded where there is none", () => {
  const unasked = () => assert.fail("ldd has told");
  assert.equal(libcOf("# This file is part of the GNU C Library.", unasked), "glibc");
  assert.equal(libcOf("#!/bin/sh\nexec /lib/ld-musl-x86_64.so.1 --list", unasked), "musl");
  assert.equal(libcOf("another", unasked), undefined);
  const sharedObjects = ["/lib/ld-musl-x86_64.so.1", "/usr/lib/libstdc++.so.6"];
  assert.equal(
    libcOf(undefined, () => ({ header: { glibcVersionRuntime: "2.36" } })),
    "glibc",
  );
  assert.equal(
    libcOf(undefined, () => ({ header: {}, sharedObjects })),
    "musl",
  );
  assert.equal(
    libcOf(undefined, () => ({})),
    undefined,
  );
});

/** Otherwise every start would install anew. */
test("what is made for this machine is what npm has installed on it", () => {
  const installed = packagesOf("node_modules/.package-lock.json");
  const machine = thisMachine();
  const missed = Object.keys(locked).filter(
    (path) => path.startsWith("node_modules/") && isMadeFor(machine, locked[path] ?? {}) && !(path in installed),
  );
  assert.deepEqual(missed, []);
});
