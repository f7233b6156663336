import { type Assay, AssayError, type DocumentResult, type WaitOptions } from "@assay/sdk";
import { exitCodes, Problem } from "./problem.ts";

/** Waits for a result; where that takes too long, says that the work goes on and how to ask for it again. */
export async function awaitResult(assay: Assay, documentId: string, options: WaitOptions): Promise<DocumentResult> {
  try {
    return await assay.waitForResult(documentId, options);
  } catch (error) {
    // A request without an answer is a timeout as well, and has what broke it off as its cause.
    if (!(error instanceof AssayError && error.code === "timeout" && error.cause === undefined)) throw error;
    throw new Problem(
      `${documentId} is still being processed; ask again with: assay result ${documentId} --wait`,
      exitCodes.failed,
    );
  }
}
