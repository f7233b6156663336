// npm run drill [-- FILE…]     failures under steady load, longer than in npm test; the drills that kill the service; more damaged files
import { spawn } from "node:child_process";
import { glob } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const chosen = process.argv.slice(2);
const files =
  chosen.length > 0
    ? chosen
    : await Array.fromAsync(
        glob(["e2e/drills/*.{test,drill}.ts", "e2e/*-drill.test.ts", "server/src/extraction/damaged-files.test.ts"], {
          cwd: root,
        }),
      );
const drill = spawn(process.execPath, [join(root, "tools/test.ts"), ...files.sort()], {
  cwd: root,
  env: { ...process.env, ASSAY_DRILL: "full" },
  stdio: "inherit",
});
drill.once("close", (code) => process.exit(code ?? 1));
