// `npm run fuzz` as a benchmark.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { reportFigure } from "./figures.ts";

const fewestRequests = 20_000;

const child = spawn(
  process.execPath,
  [join(import.meta.dirname, "../tools/fuzz.ts"), "--requests", String(fewestRequests)],
  { stdio: ["ignore", "pipe", "inherit"] },
);
let printed = "";
child.stdout.setEncoding("utf8").on("data", (piece: string) => {
  printed += piece;
  process.stdout.write(piece);
});
const [exitCode] = (await once(child, "close")) as [number | null];
const [, requests, operations, serverErrors, faults] =
  /(\d+) requests to (\d+) operations, (\d+) answers 5xx, (\d+) faults/.exec(printed) ?? [];
if (faults === undefined) {
  console.error("The fuzz test did not finish.");
  process.exit(exitCode || 1);
}
reportFigure({ figure: `requests to ${operations} operations`, measured: Number(requests), atLeast: fewestRequests });
reportFigure({ figure: "answers 5xx", measured: Number(serverErrors), atMost: 0 });
reportFigure({ figure: "answers that the description does not promise", measured: Number(faults), atMost: 0 });
process.exit(exitCode ?? 1);
