// Plain JavaScript without dependencies, because set-up.mjs runs before anything is installed.
import { readFileSync } from "node:fs";

/** The values that npm compares with a package's `os`, `cpu` and `libc`; the C library matters on Linux only. */
export function thisMachine() {
  const { platform, arch } = process;
  return { platform, arch, libc: platform === "linux" ? detectLibc(readLdd(), report) : undefined };
}

/** A package that names a C library is for that library only, and not for a machine whose library is unknown. */
export function isForMachine({ platform, arch, libc }, { os, cpu, libc: wanted }) {
  if (!os?.includes(platform) || !cpu?.includes(arch)) return false;
  return wanted === undefined || (libc !== undefined && wanted.includes(libc));
}

/** Detects the C library as npm does: otherwise a package that npm omits would be missing at every start. */
export function detectLibc(ldd, readReport) {
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
  // Otherwise the report resolves the names of connected hosts.
  process.report.excludeNetwork = true;
  return process.report.getReport();
}
