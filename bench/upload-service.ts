import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { adminTokenIn } from "../e2e/a-company.ts";
import { type AssayProcess, aDataDirectory, startAssay, withoutLimits } from "../e2e/assay-process.ts";

/** The service as uploads are measured: no limit is met, and what has arrived is left alone. */
export interface UploadService {
  assay: AssayProcess;
  adminToken: string;
  /** For whatever else the measuring needs a place for. */
  folder: string;
  close(): Promise<void>;
}

export async function startUploadService(): Promise<UploadService> {
  const data = await aDataDirectory();
  const dataDirectory = join(data.path, "assay");
  const settings = {
    ASSAY_DATA_DIR: dataDirectory,
    ...withoutLimits,
    // Reading gigabytes back would be measured with the sending.
    ASSAY_WORKER_CONCURRENCY: "0",
  };
  const assay = await startAssay(settings, [], join(data.path, "assay.log"));
  return {
    ...{ assay, adminToken: await adminTokenIn(dataDirectory), folder: data.path },
    async close() {
      assay.child.kill("SIGTERM");
      await assay.ended;
      await data.remove();
    },
  };
}

/** What one has left in memory must not be written to disk in the next one's turn. */
export async function flushDisk(): Promise<void> {
  await promisify(execFile)("sync");
}
