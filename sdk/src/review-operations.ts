import { DocumentOperations } from "./document-operations.ts";
import type { Answer, Body, Session, SignOff } from "./operation-types.ts";
import { Requests } from "./requests.ts";
import { type CallOptions, type Send, type ServiceFile, segment } from "./transport.ts";

const reviewPath = (reviewId: string) => `/v1/compliance-reviews/${segment(reviewId)}`;

/** What people do with whole reviews. */
export class ReviewOperations extends DocumentOperations {
  readonly #send: Send;
  readonly #requests: Requests;

  /** Called by `Assay`. */
  constructor(send: Send) {
    super(send);
    this.#send = send;
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

  /** Makes a link by which an auditor reads one review without an account. The link is returned only here. */
  createReviewLink(
    reviewId: string,
    body: Body<"createReviewLink">,
    options: CallOptions = {},
  ): Promise<Answer<"createReviewLink">> {
    return this.#requests.call("POST", `${reviewPath(reviewId)}/links`, body, options);
  }

  /** Lists the links to a review, newest first. */
  listReviewLinks(reviewId: string, options: CallOptions = {}): Promise<Answer<"listReviewLinks">> {
    return this.#requests.call("GET", `${reviewPath(reviewId)}/links`, undefined, options);
  }

  /** Revokes a link to a review at once. May be repeated. */
  revokeReviewLink(reviewId: string, linkId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("DELETE", `${reviewPath(reviewId)}/links/${segment(linkId)}`, undefined, options);
  }

  /** Opens the link to a review in a browser. Needs the `session` option. */
  openReviewLink(token: string, options: CallOptions = {}): Promise<Session> {
    return this.#requests.call("POST", "/v1/session/review-link", { token }, options);
  }

  /** Returns the company's decisions as labels, JSON Lines, for whoever improves the engine. */
  exportLabels(options: CallOptions = {}): Promise<ServiceFile> {
    return this.#send({ method: "GET", path: "/v1/labels/export", expectsFile: true, ...options });
  }

  /** Lists the sign-offs of a review with their records in the company's chain, newest first. */
  listSignOffs(reviewId: string, options: CallOptions = {}): Promise<Answer<"listSignOffs">> {
    return this.#requests.call("GET", `${reviewPath(reviewId)}/sign-offs`, undefined, options);
  }
}
