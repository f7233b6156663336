import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type AssayProcess, aDataDirectory, startAssay, withoutLimits } from "../e2e/assay-process.ts";
import { readAdminToken } from "../e2e/company.ts";

/** A service without rate limits that does not process what is uploaded. */
export interface UploadService {
  assay: AssayProcess;
  adminToken: string;
  /** For other files of the benchmark. */
  folder: string;
  close(): Promise<void>;
}

export async function startUploadService(): Promise<UploadService> {
  const data = await aDataDirectory();
  const dataDirectory = join(data.path, "assay");
  const settings = {
    ASSAY_DATA_DIR: dataDirectory,
    ...withoutLimits,
    // Extracting gigabytes would disturb the measurement.
    ASSAY_WORKER_CONCURRENCY: "0",
  };
  const assay = await startAssay(settings, [], join(data.path, "assay.log"));
  return {
    ...{ assay, adminToken: await readAdminToken(dataDirectory), folder: data.path },
    async close() {
      assay.child.kill("SIGTERM");
      await assay.ended;
      await data.remove();
    },
  };
}

/** Writes buffered data to disk, so that the next upload does not pay for this one. */
export async function flushDisk(): Promise<void> {
  await promisify(execFile)("sync");
}
