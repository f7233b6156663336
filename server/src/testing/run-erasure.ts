import type { BlobStore } from "../uploads/blob-store.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";
import type { TestServer } from "./test-server.ts";
import { workerDeps } from "./test-worker.ts";

/** Runs the job without the queue, so that its error is thrown here. */
export async function runErasure(
  server: TestServer,
  companyId: string,
  blobs: BlobStore = server.blobs,
): Promise<void> {
  const { deps } = workerDeps(server, { blobs });
  try {
    const job = { companyId, requestId: server.nextId() };
    await createJobHandlers(deps)["erase-company"]?.(job, new AbortController().signal);
  } finally {
    await deps.children.close();
  }
}
