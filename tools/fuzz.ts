// npm run fuzz [-- --requests 20000 --seed 7]     fuzzes every operation, longer than npm test
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { requests: { type: "string", default: "20000" }, seed: { type: "string", default: "20260301" } },
});
for (const [name, value] of Object.entries(values)) {
  if (/^[1-9]\d{0,8}$/.test(value)) continue;
  console.error(`--${name} must be a whole number from 1 to 999999999`);
  process.exit(2);
}
const root = join(import.meta.dirname, "..");
const child = spawn(process.execPath, [join("tools", "test.ts"), "server/src/http/fuzz.test.ts"], {
  cwd: root,
  env: { ...process.env, ASSAY_FUZZ_REQUESTS: values.requests, ASSAY_FUZZ_SEED: values.seed },
  stdio: "inherit",
});
child.once("close", (code) => process.exit(code ?? 1));
