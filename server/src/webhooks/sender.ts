import type { AttemptError } from "./delivery.ts";

/** "A 2xx within 15 s is success". */
export const attemptSeconds = 15;

export interface OutgoingPost {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export type PostResult = { durationMilliseconds: number } & (
  | {
      statusCode: number;
      retryAfter: string | undefined;
      /** The first bytes of the body; the rest is discarded. */
      bodyStart: Buffer;
    }
  | { error: AttemptError }
);

/** Sends only to addresses that may be called. Errors are returned, never thrown. */
export interface Sender {
  post(message: OutgoingPost): Promise<PostResult>;
}
