// Preloaded into a worker: the processes it starts to read documents are preloaded with crash-on-marker.mjs.
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const { spawn } = childProcess;
childProcess.spawn = (command, args = [], ...rest) => {
  const isReader = args.some((argument) => argument.endsWith("child-main.ts"));
  const poison = isReader ? ["--import", new URL("crash-on-marker.mjs", import.meta.url).href] : [];
  return spawn(command, [...poison, ...args], ...rest);
};
syncBuiltinESMExports();
