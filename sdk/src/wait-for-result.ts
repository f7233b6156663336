import { AssayError } from "./assay-error.ts";
import type { DocumentResult } from "./operation-types.ts";
import type { ResultInclusion } from "./result-query.ts";
import { pause, persistentRetries } from "./retry.ts";
import { type Send, segment } from "./transport.ts";

/** The progress of a document's review. */
export interface ReviewProgress extends Readonly<DocumentResult["progress"]> {
  /** `queued`, `processing`, `completed` or `failed`. */
  readonly status: DocumentResult["status"];
}

/** Options of `waitForResult`. */
export interface WaitOptions {
  /** Ends the waiting. The document is still processed. */
  signal?: AbortSignal | undefined;
  /** Ends the waiting with code `timeout`; an hour by default. */
  timeoutSeconds?: number | undefined;
  /** As for `getDocumentResult`. */
  include?: ResultInclusion[] | undefined;
  /** Called after every poll. */
  onProgress?: ((progress: ReviewProgress) => void) | undefined;
}

/** Short documents take a second or two; longer ones are polled less often. */
const firstPauseSeconds = 0.2;
const maxPauseSeconds = 3;
const pauseGrowth = 1.4;
const defaultTimeoutSeconds = 3600;

export async function waitForResult(
  send: Send,
  documentId: string,
  { signal, timeoutSeconds = defaultTimeoutSeconds, include, onProgress }: WaitOptions = {},
): Promise<DocumentResult> {
  const path = `/v1/documents/${segment(documentId)}/result`;
  const giveUpAt = performance.now() + timeoutSeconds * 1000;
  // Retries through a restart of the service like an upload, but not beyond the time limit.
  const poll = <T>(query: { fields?: string; include?: string | undefined }) => {
    const maxSeconds = Math.min(persistentRetries.maxSeconds, (giveUpAt - performance.now()) / 1000);
    return send<T>({ method: "GET", path, query, signal, policy: { ...persistentRetries, maxSeconds } });
  };
  for (let seconds = firstPauseSeconds; ; seconds = Math.min(maxPauseSeconds, seconds * pauseGrowth)) {
    const { status, progress } = await poll<DocumentResult>({ fields: "status,progress" });
    onProgress?.({ status, ...progress });
    if (status === "completed" || status === "failed") return poll<DocumentResult>({ include: include?.join(",") });
    if (performance.now() + seconds * 1000 > giveUpAt) {
      throw new AssayError("timeout", `The document is still ${status} after ${timeoutSeconds} seconds.`);
    }
    await pause(seconds, signal);
  }
}
