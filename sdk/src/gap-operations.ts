import type { List } from "./list.ts";
import type { Answer, Body, Gap, GapEntry, GapFilter, PageQuery } from "./operation-types.ts";
import { Requests } from "./requests.ts";
import { type CallOptions, type Send, type ServiceFile, segment } from "./transport.ts";

const gapPath = (gapId: string) => `/v1/gaps/${segment(gapId)}`;
const issueLinkPath = "/v1/gaps/issue-link";

/** The register of criteria that are not met. */
export class GapOperations {
  readonly #send: Send;
  readonly #requests: Requests;

  /** Called by `Assay`. */
  constructor(send: Send) {
    this.#send = send;
    this.#requests = new Requests(send, "");
  }

  /** Lists gaps, newest first unless `sort` says otherwise. */
  listGaps(query: PageQuery & GapFilter = {}, options: CallOptions = {}): List<Answer<"listGaps">, Gap> {
    return this.#requests.list("gaps", "/v1/gaps", query, options);
  }

  /** Returns the gaps of `listGaps` as CSV. */
  exportGaps(query: GapFilter = {}, options: CallOptions = {}): Promise<ServiceFile> {
    const path = "/v1/gaps/export";
    return this.#send({ method: "GET", path, query: { ...query }, expectsFile: true, ...options });
  }

  /** Returns a gap. */
  getGap(
    gapId: string,
    query: { language?: string | undefined } = {},
    options: CallOptions = {},
  ): Promise<Answer<"getGap">> {
    return this.#send({ method: "GET", path: gapPath(gapId), query, ...options });
  }

  /** Changes status, severity, owner or due date of a gap; null takes away an owner, a date or a given severity. */
  changeGap(gapId: string, body: Body<"changeGap">, options: CallOptions = {}): Promise<Answer<"changeGap">> {
    return this.#requests.call("PATCH", gapPath(gapId), body, options);
  }

  /** Changes several gaps together, up to 500: all of them or none. */
  changeGaps(body: Body<"changeGaps">, options: CallOptions = {}): Promise<Answer<"changeGaps">> {
    return this.#requests.call("PATCH", "/v1/gaps", body, options);
  }

  /** Lists a gap's comments and what happened to it, newest first. */
  listGapEntries(
    gapId: string,
    query: PageQuery = {},
    options: CallOptions = {},
  ): List<Answer<"listGapEntries">, GapEntry> {
    return this.#requests.list("entries", `${gapPath(gapId)}/entries`, query, options);
  }

  /** Comments on a gap. `@` and the id of an account mention a person of the company. */
  commentOnGap(gapId: string, body: Body<"commentOnGap">, options: CallOptions = {}): Promise<GapEntry> {
    return this.#requests.call("POST", `${gapPath(gapId)}/comments`, body, options);
  }

  /** Returns the address that opens an issue in the company's tracker. */
  getIssueLink(options: CallOptions = {}): Promise<Answer<"getIssueLink">> {
    return this.#requests.call("GET", issueLinkPath, undefined, options);
  }

  /** Sets the address that opens an issue in the company's tracker, with `{title}` and `{text}` in its query; null removes it. */
  replaceIssueLink(body: Body<"replaceIssueLink">, options: CallOptions = {}): Promise<Answer<"replaceIssueLink">> {
    return this.#requests.call("PUT", issueLinkPath, body, options);
  }
}
