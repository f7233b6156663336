import { DocumentOperations } from "./document-operations.ts";
import type { Answer, Body, SignOff } from "./operation-types.ts";
import { Requests } from "./requests.ts";
import { type CallOptions, type Send, segment } from "./transport.ts";

const reviewPath = (reviewId: string) => `/v1/compliance-reviews/${segment(reviewId)}`;

/** What people do with whole reviews. */
export class ReviewOperations extends DocumentOperations {
  readonly #requests: Requests;

  /** Called by `Assay`. */
  constructor(send: Send) {
    super(send);
    this.#requests = new Requests(send, "");
  }

  /** Signs a review off: nothing is added to it and nothing decided in it until it is reopened. */
  signOffReview(reviewId: string, body: Body<"signOffReview"> = {}, options: CallOptions = {}): Promise<SignOff> {
    return this.#requests.call("PUT", `${reviewPath(reviewId)}/sign-off`, body, options);
  }

  /** Reopens a review that is signed off; the sign-off stays in the history. */
  reopenReview(reviewId: string, body: Body<"reopenReview">, options: CallOptions = {}): Promise<SignOff> {
    return this.#requests.call("POST", `${reviewPath(reviewId)}/reopen`, body, options);
  }

  /** Lists the sign-offs of a review with their records in the company's chain, newest first. */
  listSignOffs(reviewId: string, options: CallOptions = {}): Promise<Answer<"listSignOffs">> {
    return this.#requests.call("GET", `${reviewPath(reviewId)}/sign-offs`, undefined, options);
  }
}
