// Builds portal/dist when its sources have changed. Plain JavaScript, because set-up.mjs runs it on any Node.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "portal", "dist");
const stamp = join(dist, "built-from");

/** Inputs of the bundle. The lock file represents all packages. */
const sources = ["portal/index.html", "portal/vite.config.ts", "portal/package.json", "package-lock.json"];
const sourceFolders = ["portal/src", "portal/public", "sdk/src"];

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function fingerprint() {
  const hash = createHash("sha256");
  const files = [...sources.map((name) => join(root, name)), ...sourceFolders.flatMap(filesBelow)].sort();
  for (const file of files) hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

/** Compresses once instead of for each visitor. */
function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const bytes = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, {
        params: { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    );
  }
}

const isFresh = (wanted) => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;

/** Atomic, so that two concurrent set-ups do not see partial output; the later one finds the work done. */
function moveIntoPlace(fresh, wanted) {
  const old = `${dist}-old-${process.pid}`;
  try {
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } catch (error) {
    if (!isFresh(wanted)) throw error;
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  }
}

export function buildPortal() {
  const wanted = fingerprint();
  if (isFresh(wanted)) return true;
  process.stderr.write("Building the portal (once, and when it changes; about 10 seconds)…\n");
  const fresh = `${dist}-${process.pid}`;
  const ownNode = join(root, "node_modules", ".bin", "node");
  const { status, stdout, stderr } = spawnSync(
    existsSync(ownNode) ? ownNode : process.execPath,
    [
      join(root, "node_modules", "vite", "bin", "vite.js"),
      "build",
      join(root, "portal"),
      "--outDir",
      fresh,
      "--logLevel",
      "warn",
    ],
    // Also in test runs: React's development build is larger, slower and writes to the console.
    { cwd: root, encoding: "utf8", env: { ...process.env, NODE_ENV: "production" } },
  );
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\n`);
    rmSync(fresh, { recursive: true, force: true });
    return false;
  }
  compress(fresh);
  writeFileSync(join(fresh, "built-from"), wanted);
  moveIntoPlace(fresh, wanted);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !buildPortal()) process.exit(1);
