// Preloaded into the service: shifts its clock by the seconds in the file DRILL_CLOCK_FILE.
import { readFileSync } from "node:fs";

const RealDate = Date;
const file = process.env["DRILL_CLOCK_FILE"] ?? "";
let shiftMilliseconds = 0;

const readShift = () => {
  try {
    shiftMilliseconds = Number(readFileSync(file, "utf8")) * 1000;
  } catch {
    // The file is being replaced.
  }
};
readShift();
setInterval(readShift, 50).unref();

const now = () => RealDate.now() + shiftMilliseconds;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
