import { AssayError } from "./assay-error.ts";
import type { DocumentResult } from "./operation-types.ts";
import { patience, pause } from "./retry.ts";
import { type Send, segment } from "./transport.ts";

/** How far the work on a document has come. */
export interface ReviewProgress extends Readonly<DocumentResult["progress"]> {
  /** `queued`, `processing`, `completed` or `failed`. */
  readonly status: DocumentResult["status"];
}

/** How to wait. */
export interface WaitOptions {
  /** Ends the waiting, not the work. */
  signal?: AbortSignal | undefined;
  /** Ends the waiting with code `timeout`; an hour by default. */
  timeoutSeconds?: number | undefined;
  /** Called with every look that is taken. */
  onProgress?: ((progress: ReviewProgress) => void) | undefined;
}

/** Short documents are done within a second or two; long ones do not deserve a look every moment. */
const firstLookSeconds = 0.2;
const longestPauseSeconds = 3;
const pauseGrowth = 1.4;
const defaultTimeoutSeconds = 3600;

export async function waitForResult(
  send: Send,
  documentId: string,
  { signal, timeoutSeconds = defaultTimeoutSeconds, onProgress }: WaitOptions = {},
): Promise<DocumentResult> {
  const path = `/v1/documents/${segment(documentId)}/result`;
  const giveUpAt = performance.now() + timeoutSeconds * 1000;
  // As patient as an upload, so that a restart of the service is sat through, but not beyond the end of the waiting.
  const look = <T>(fields?: string) => {
    const forSeconds = Math.min(patience.forSeconds, (giveUpAt - performance.now()) / 1000);
    return send<T>({ method: "GET", path, query: { fields }, signal, policy: { ...patience, forSeconds } });
  };
  for (let seconds = firstLookSeconds; ; seconds = Math.min(longestPauseSeconds, seconds * pauseGrowth)) {
    const { status, progress } = await look<DocumentResult>("status,progress");
    onProgress?.({ status, ...progress });
    if (status === "completed" || status === "failed") return look<DocumentResult>();
    if (performance.now() + seconds * 1000 > giveUpAt) {
      throw new AssayError("timeout", `The document is still ${status} after ${timeoutSeconds} seconds.`);
    }
    await pause(seconds, signal);
  }
}
