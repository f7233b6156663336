import { AssayError } from "@assay/sdk";
import { z } from "zod";
import { defineTool, reads } from "../tool.ts";

/** Clients give up on a tool after a minute. */
const maxSeconds = 50;

export const waitForFindings = defineTool({
  name: "wait_for_findings",
  title: "Wait until a document is judged",
  description:
    "Waits up to 50 seconds until a document is completed or failed, and returns its status, score and level. If it is still being processed, call it again.",
  input: z.object({
    documentId: z.string(),
    seconds: z.number().min(0).max(maxSeconds).optional().describe("How long to wait. Default: 50."),
  }),
  annotations: reads,
  async run({ assay, signal }, { documentId, seconds = maxSeconds }) {
    try {
      await assay.waitForResult(documentId, { signal, timeoutSeconds: seconds });
    } catch (error) {
      if (!(error instanceof AssayError) || error.code !== "timeout") throw error;
    }
    const { status, failureReason, fileName, score, complianceLevel, pageCount, complianceReviewId } =
      await assay.getDocument(documentId, { signal });
    return { documentId, complianceReviewId, fileName, status, failureReason, pageCount, score, complianceLevel };
  },
});
