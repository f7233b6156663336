import { isMainThread } from "node:worker_threads";

/**
 * ONNX Runtime 1.29 and later sends telemetry about machine and model to Microsoft and stores a machine id in the home
 * folder, unless this is set before it is loaded.
 */
const setting = "ORT_DISABLE_TELEMETRY";

/** For the environment of a thread: shows that telemetry is disabled in the process. */
export const silence = { [setting]: "1" };

/**
 * Called before the runtime is loaded, and before a thread is started that loads it. The runtime reads the environment of
 * the process, which a thread cannot change.
 */
export function silenceRuntime(): void {
  if (isMainThread) process.env[setting] = "1";
  else if (process.env[setting] !== "1") throw new Error("the telemetry of the model runtime is not disabled");
}
