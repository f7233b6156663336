import { type Assay, AssayError, type DocumentResult, type ResultInclusion, type WaitOptions } from "@assay/sdk";
import { CliError, exitCodes } from "./cli-error.ts";

/** What is printed as JSON lacks nothing. */
export const everything: ResultInclusion[] = ["quotes", "statements", "probabilities"];

/** Waits for a result. When it is not ready in time, the error names the command that continues to wait. */
export async function awaitResult(assay: Assay, documentId: string, options: WaitOptions): Promise<DocumentResult> {
  try {
    return await assay.waitForResult(documentId, options);
  } catch (error) {
    // A request without a response is a timeout, too, but has a cause.
    if (!(error instanceof AssayError && error.code === "timeout" && error.cause === undefined)) throw error;
    throw new CliError(
      `${documentId} is still being processed. Wait for it with: assay result ${documentId} --wait`,
      exitCodes.failed,
    );
  }
}
