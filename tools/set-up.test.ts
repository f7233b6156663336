import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { thisMachine } from "./platform-packages.mjs";

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
