// Plain JavaScript without a dependency, for set-up.mjs: it runs before anything is installed.
import { readFileSync } from "node:fs";

/** What npm compares a package's `os`, `cpu` and `libc` with; a C library counts on Linux only. */
export function thisMachine() {
  const { platform, arch } = process;
  return { platform, arch, libc: platform === "linux" ? libcOf(readLdd(), report) : undefined };
}

/** A package that names a C library is for that one alone, and for no machine whose library cannot be told. */
export function isMadeFor({ platform, arch, libc }, { os, cpu, libc: wanted }) {
  if (!os?.includes(platform) || !cpu?.includes(arch)) return false;
  return wanted === undefined || (libc !== undefined && wanted.includes(libc));
}

/** Told in npm's own way and order: told otherwise, what npm has rightly left out would be missed at every start. */
export function libcOf(ldd, readReport) {
  if (ldd?.includes("musl")) return "musl";
  if (ldd !== undefined) return ldd.includes("GNU C Library") ? "glibc" : undefined;
  const { header, sharedObjects = [] } = readReport();
  if (header?.glibcVersionRuntime) return "glibc";
  return sharedObjects.some((file) => /libc\.musl-|ld-musl-/.test(file)) ? "musl" : undefined;
}

function readLdd() {
  try {
    return readFileSync("/usr/bin/ldd", "utf8");
  } catch {
    return undefined;
  }
}

function report() {
  // It would otherwise look up the names of whoever this process is connected with.
  process.report.excludeNetwork = true;
  return process.report.getReport();
}
