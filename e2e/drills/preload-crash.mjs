// Preloaded into a worker: preloads crash-on-marker.mjs into its extraction children.
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";

const marker = new URL("crash-on-marker.mjs", import.meta.url);
const { spawn } = childProcess;
childProcess.spawn = (command, args = [], ...rest) => {
  // Node and its flags stand behind the sandbox's own command.
  const main = args.findIndex((argument) => argument.endsWith("child-main.ts"));
  const preload = [`--allow-fs-read=${fileURLToPath(marker)}`, "--import", marker.href];
  return spawn(command, main === -1 ? args : args.toSpliced(main, 0, ...preload), ...rest);
};
syncBuiltinESMExports();
