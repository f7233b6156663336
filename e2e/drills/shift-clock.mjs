// Preloaded into a service under drill: its clock goes as far wrong as the file named by DRILL_CLOCK_FILE says, in seconds.
import { readFileSync } from "node:fs";

const RealDate = Date;
const file = process.env["DRILL_CLOCK_FILE"] ?? "";
let shiftMilliseconds = 0;

const look = () => {
  try {
    shiftMilliseconds = Number(readFileSync(file, "utf8")) * 1000;
  } catch {
    // Being written at this moment.
  }
};
look();
setInterval(look, 50).unref();

const now = () => RealDate.now() + shiftMilliseconds;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
