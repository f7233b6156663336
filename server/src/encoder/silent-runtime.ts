import { isMainThread } from "node:worker_threads";

/**
 * From 1.29 on ONNX Runtime sends Microsoft what it runs on and with which model, keeps a number for the machine in the
 * home folder, and does neither only where this is set before it is loaded.
 */
const setting = "ORT_DISABLE_TELEMETRY";

/** For a thread's own environment: shows that telemetry is disabled in the process. */
export const silence = { [setting]: "1" };

/**
 * To be called before the runtime is loaded, and before a thread is started that loads it. The runtime reads the environment of
 * the process, of which a thread has only a copy; a thread without the setting loads nothing.
 */
export function silenceRuntime(): void {
  if (isMainThread) process.env[setting] = "1";
  else if (process.env[setting] !== "1") throw new Error("the telemetry of the model runtime is not disabled");
}
