import type { AttemptError } from "./delivery.ts";

/** "A 2xx within 15 s is success". */
export const attemptSeconds = 15;

export interface OutgoingPost {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export type PostAnswer = { durationMilliseconds: number } & (
  | {
      statusCode: number;
      retryAfter: string | undefined;
      /** The first bytes of the body; no more of it is kept. */
      bodyStart: Buffer;
    }
  | { error: AttemptError }
);

/** Sends to addresses that may be called and to no others. Never throws: that something went wrong is an answer, too. */
export interface Sender {
  post(message: OutgoingPost): Promise<PostAnswer>;
}
