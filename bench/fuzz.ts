// The fuzz of every operation, as `npm run fuzz` does it, for the table of all benchmarks.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { tellFigure } from "./told-figures.ts";

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
  console.error("The fuzz did not come to its end.");
  process.exit(exitCode || 1);
}
tellFigure({ figure: `requests to ${operations} operations`, seen: Number(requests), atLeast: fewestRequests });
tellFigure({ figure: "answers 5xx", seen: Number(serverErrors), atMost: 0 });
tellFigure({ figure: "answers that the description does not promise", seen: Number(faults), atMost: 0 });
process.exit(exitCode ?? 1);
