// Preloaded into a worker: preloads crash-on-marker.mjs into its extraction children.
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const { spawn } = childProcess;
childProcess.spawn = (command, args = [], ...rest) => {
  const isExtraction = args.some((argument) => argument.endsWith("child-main.ts"));
  const preload = isExtraction ? ["--import", new URL("crash-on-marker.mjs", import.meta.url).href] : [];
  return spawn(command, [...preload, ...args], ...rest);
};
syncBuiltinESMExports();
