// Installs the packages of the lock file if they are missing, so that two commands are enough in a fresh clone. Plain
// JavaScript without dependencies, because it runs before anything is installed, on any Node from 20.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPortal } from "./build-portal.mjs";
import { isForMachine, thisMachine } from "./platform-packages.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : undefined;
}

/** Compares the lock file with npm's record of what it installed, for every package this machine needs. */
function isInstalled() {
  const wanted = packagesOf(join(root, "package-lock.json"));
  const found = packagesOf(join(root, "node_modules", ".package-lock.json"));
  if (found === undefined) return false;
  const machine = thisMachine();
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith("node_modules/") || entry.link) return true;
    // Optional packages may be absent, except those for this machine: Node, PostgreSQL, the portal's bundler.
    if (found[path] === undefined) return entry.optional === true && !isForMachine(machine, entry);
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
      "The installation failed; see the messages above. Fix the cause and run the same command again.\n",
    );
    process.exit(1);
  }
}

if (!buildPortal()) {
  process.stderr.write("The portal could not be built; see the messages above.\n");
  process.exit(1);
}

// The service needs Node 24. On Linux it comes from the lock file; elsewhere the machine's own must be recent enough.
const hasOwnNode = existsSync(join(root, "node_modules", ".bin", "node"));
if (!hasOwnNode && Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Assay needs Node 24 on ${process.platform}-${process.arch}, and this is ${process.version}. Install Node 24 and run the same command again.\n`,
  );
  process.exit(1);
}

// Fills the compile cache: otherwise the first command would take a third more memory than later ones.
if (!wasInstalled) {
  const node = hasOwnNode ? join(root, "node_modules", ".bin", "node") : process.execPath;
  spawnSync(node, [join(root, "cli", "bin", "assay.mjs"), "--version"], { stdio: "ignore" });
}
