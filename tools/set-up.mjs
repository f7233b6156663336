// Runs on whatever Node started npm (20 or later), before anything is installed: plain JavaScript, no dependency.
// Installs what the lock file names when it is not there yet, so that two commands are enough on a fresh clone.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPortal } from "./build-portal.mjs";
import { isMadeFor, thisMachine } from "./made-for-machine.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : undefined;
}

/** npm writes what it really installed to a lock file of its own; the two must agree on every package this platform needs. */
function isInstalled() {
  const wanted = packagesOf(join(root, "package-lock.json"));
  const found = packagesOf(join(root, "node_modules", ".package-lock.json"));
  if (found === undefined) return false;
  const machine = thisMachine();
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith("node_modules/") || entry.link) return true;
    // Optional packages may be absent, except the programs for exactly this machine: Node itself, PostgreSQL, the portal's bundler.
    if (found[path] === undefined) return entry.optional === true && !isMadeFor(machine, entry);
    return found[path].version === entry.version && existsSync(join(root, path, "package.json"));
  });
}

const wasInstalled = isInstalled();
if (!wasInstalled) {
  process.stderr.write("Installing what Assay needs (once; about a minute)…\n");
  const npm = process.env.npm_execpath;
  const [command, args] = npm === undefined ? ["npm", ["ci"]] : [process.execPath, [npm, "ci"]];
  const { status } = spawnSync(command, [...args, "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) {
    process.stderr.write(
      "The installation failed; the lines above say why. Run the same command again once that is mended.\n",
    );
    process.exit(1);
  }
}

if (!buildPortal()) {
  process.stderr.write("The portal could not be built; the lines above say why.\n");
  process.exit(1);
}

// The service runs on Node 24. Linux gets it from the lock file; elsewhere the machine's own must be recent enough.
const hasOwnNode = existsSync(join(root, "node_modules", ".bin", "node"));
if (!hasOwnNode && Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Assay needs Node 24 on ${process.platform}-${process.arch}, and this is ${process.version}. Install Node 24 and run the same command again.\n`,
  );
  process.exit(1);
}

// The first command would otherwise take a third more memory than all others: what its sources are compiled to is kept.
if (!wasInstalled) {
  const node = hasOwnNode ? join(root, "node_modules", ".bin", "node") : process.execPath;
  spawnSync(node, [join(root, "cli", "bin", "assay.mjs"), "--version"], { stdio: "ignore" });
}
