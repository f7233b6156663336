// npm run test:python: the tests of the Python client, against a service of their own. Needs Python 3.11 or later.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { aDataDirectory, startAssay, withoutLimits } from "../e2e/assay-process.ts";
import { readAdminToken } from "../e2e/company.ts";

const root = join(import.meta.dirname, "..");
const isRecent = "import sys; sys.exit(sys.version_info < (3, 11))";
/** The first of the machine's that is recent enough. */
const python = ["python3", "/usr/bin/python3"].find((one) => spawnSync(one, ["-c", isRecent]).status === 0);
if (python === undefined) {
  console.error("The tests of the Python client need Python 3.11 or later, and python3 is missing or older.");
  process.exit(1);
}
const directory = await aDataDirectory();
const assay = await startAssay({
  ...withoutLimits,
  ASSAY_DATA_DIR: directory.path,
  // Small files have several chunks.
  ASSAY_CHUNK_SIZE_BYTES: "65536",
});
const tests = spawn(python, ["-m", "unittest", "discover", "--start-directory", "sdk-python/tests", "--verbose"], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    PYTHONPATH: join(root, "sdk-python", "src"),
    PYTHONDONTWRITEBYTECODE: "1",
    ASSAY_URL: assay.url,
    ASSAY_ADMIN_TOKEN: await readAdminToken(directory.path),
  },
});
const [code] = await once(tests, "close");
assay.child.kill("SIGTERM");
await assay.ended;
await directory.remove();
process.exit(code ?? 1);
