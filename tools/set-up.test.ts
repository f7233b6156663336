import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { detectLibc, isForMachine, type Machine, thisMachine } from "./platform-packages.mjs";

/** Whether the set-up installs when only this optional package is missing. */
function installsWithout(missing: object): boolean {
  const folder = mkdtempSync(join(tmpdir(), "assay-set-up-"));
  try {
    for (const made of ["tools", "node_modules"]) mkdirSync(join(folder, made));
    for (const name of ["set-up.mjs", "platform-packages.mjs"])
      copyFileSync(join(import.meta.dirname, name), join(folder, "tools", name));
    writeFileSync(join(folder, "tools", "build-portal.mjs"), "export const buildPortal = () => true;");
    const packages = { "node_modules/missing": { version: "1.0.0", optional: true, ...missing } };
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
    writeFileSync(join(folder, "node_modules", ".package-lock.json"), JSON.stringify({ packages: {} }));
    const npm = join(folder, "npm.cjs");
    writeFileSync(npm, 'require("node:fs").writeFileSync("installed", "");');
    const env = { ...process.env, npm_execpath: npm };
    execFileSync(process.execPath, [join(folder, "tools", "set-up.mjs")], { env, stdio: "pipe" });
    return existsSync(join(folder, "installed"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a missing package is installed if it is for this machine, including its C library", () => {
  const { platform, arch, libc } = thisMachine();
  const forThis = { os: [platform], cpu: [arch] };
  assert.equal(installsWithout(forThis), true);
  assert.equal(installsWithout({ ...forThis, cpu: ["another"] }), false);
  for (const wanted of ["glibc", "musl"])
    assert.equal(installsWithout({ ...forThis, libc: [wanted] }), wanted === libc, wanted);
});

type Packages = Record<string, { os?: string[]; cpu?: string[]; libc?: string[] }>;
const root = join(import.meta.dirname, "..");
const packagesOf = (file: string): Packages => JSON.parse(readFileSync(join(root, file), "utf8")).packages;
const locked = packagesOf("package-lock.json");

const bundlersFor = (machine: Machine) =>
  Object.keys(locked).filter(
    (path) => path.includes("/@rolldown/binding-") && isForMachine(machine, locked[path] ?? {}),
  );

test("a machine needs the packages for its own processor and C library, and no others", () => {
  const bundler = (name: string) => [`node_modules/@rolldown/binding-${name}`];
  const linux = { platform: "linux", arch: "x64" };
  assert.deepEqual(bundlersFor({ ...linux, libc: "glibc" }), bundler("linux-x64-gnu"));
  assert.deepEqual(bundlersFor({ ...linux, libc: "musl" }), bundler("linux-x64-musl"));
  assert.deepEqual(bundlersFor({ ...linux, libc: undefined }), []);
  assert.deepEqual(bundlersFor({ platform: "darwin", arch: "arm64", libc: undefined }), bundler("darwin-arm64"));
});

test("the C library is detected from ldd, or from the process report where there is no ldd", () => {
  const unused = () => assert.fail("the report is not read when ldd is enough");
  assert.equal(detectLibc("# This file is part of the GNU C Library.", unused), "glibc");
  assert.equal(detectLibc("#!/bin/sh\nexec /lib/ld-musl-x86_64.so.1 --list", unused), "musl");
  assert.equal(detectLibc("another", unused), undefined);
  const sharedObjects = ["/lib/ld-musl-x86_64.so.1", "/usr/lib/libstdc++.so.6"];
  assert.equal(
    detectLibc(undefined, () => ({ header: { glibcVersionRuntime: "2.36" } })),
    "glibc",
  );
  assert.equal(
    detectLibc(undefined, () => ({ header: {}, sharedObjects })),
    "musl",
  );
  assert.equal(
    detectLibc(undefined, () => ({})),
    undefined,
  );
});

/** Otherwise every start would install again. */
test("npm has installed every package for this machine", () => {
  const installed = packagesOf("node_modules/.package-lock.json");
  const machine = thisMachine();
  const missed = Object.keys(locked).filter(
    (path) => path.startsWith("node_modules/") && isForMachine(machine, locked[path] ?? {}) && !(path in installed),
  );
  assert.deepEqual(missed, []);
});
