import { enableCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";

// Without it, garbage of the start enlarges the young generation for good: 225 MB instead of 164 when idle
// (docs/decisions/0030).
setFlagsFromString("--semi-space-growth-factor=1");
// Before other imports: later starts then skip parsing and type stripping. In a private folder, because the cache contains
// code.
enableCompileCache(join(import.meta.dirname, "..", "..", "node_modules", ".cache", "assay-compile"));
/** Read first: npm may have ended when the start is complete. */
const parentPid = process.ppid;

const { ConfigProblem, readConfig } = await import("./config.ts");
const { StartProblem } = await import("./platform/start-problem.ts");
const { startService } = await import("./service.ts");

/** Time for open requests when the service stops. */
const drainSeconds = 15;
/** Then the process ends, whatever still runs: jobs return to the queue, and the embedded database stops by itself. */
const stopSeconds = 19;
const parentCheckMilliseconds = 1000;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function explain(error: unknown): string {
  if (error instanceof ConfigProblem || error instanceof StartProblem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2));
  const service = await startService(config);
  if (config.role === "migrate") {
    await service.stop();
    print("The database is up to date.");
    return;
  }

  let isStopping = false;
  const stop = async (reason: string) => {
    if (isStopping) return;
    isStopping = true;
    print(`Stopping (${reason}): finishing requests, then closing the database…`);
    setTimeout(() => {
      print(`Some requests did not end within ${drainSeconds} seconds; their connections are closed.`);
      service.closeConnections();
    }, drainSeconds * 1000).unref();
    setTimeout(() => {
      print(
        `Something did not end within ${stopSeconds} seconds and is interrupted; documents continue at the next start.`,
      );
      process.exit(1);
    }, stopSeconds * 1000).unref();
    await service.stop();
    print("Stopped.");
    process.exit(0);
  };
  const stopOn = (reason: string) => () => {
    stop(reason).catch((error: unknown) => {
      process.stderr.write(`${explain(error)}\n`);
      process.exit(1);
    });
  };
  process.on("SIGINT", stopOn("Ctrl-C"));
  process.on("SIGTERM", stopOn("SIGTERM"));
  if (config.isStartedByNpm) {
    setInterval(() => process.ppid !== parentPid && stopOn("npm has ended")(), parentCheckMilliseconds).unref();
  }
  // Back to the default: requests need the room.
  setFlagsFromString("--semi-space-growth-factor=2");
  printStartMessage(config, service);
}

function printStartMessage(
  { host, role }: Awaited<ReturnType<typeof readConfig>>,
  { address, adminTokenFile }: Awaited<ReturnType<typeof startService>>,
): void {
  if (address === undefined) {
    print(`Assay is working (role ${role}).`);
    return;
  }
  const url = host === "0.0.0.0" || host === "::" ? address.replace(/\/\/[^/]*:/, "//127.0.0.1:") : address;
  const token = adminTokenFile === undefined ? "$ASSAY_ADMIN_TOKEN" : `$(cat '${adminTokenFile}')`;
  // The command line finds ./data/admin-token and the default address itself.
  const options = [
    ...(url === "http://127.0.0.1:8080" ? [] : [`--url ${url}`]),
    ...(adminTokenFile === resolve("data", "admin-token") ? [] : [`--admin-token "${token}"`]),
  ];
  const review = ["npx assay review samples/data-processing-agreement.pdf --control DPA", ...options].join(" ");
  print(`
Assay is running.
  Portal               ${url}/portal
  Reference            ${url}/docs
  Administrator token  ${adminTokenFile ?? "as set in ASSAY_ADMIN_TOKEN"}

Next, in another terminal: a first review, from a sample agreement to its findings.
  ${review}

Or, for a client of your own, create a partner and get its key.
  curl -X POST ${url}/v1/admin/partners -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" -d '{"name":"My consultancy"}'

Ctrl-C stops everything.
`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
