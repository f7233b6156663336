import type { LookupFunction } from "node:net";
import { isIP, isIPv6 } from "node:net";
import type { Agent, Dispatcher } from "undici";
import type { AttemptError } from "../webhooks/delivery.ts";
import { type AddressRules, judgeAddress, judgeUrl, portOf, type UrlVerdict } from "../webhooks/endpoint-address.ts";
import { attemptSeconds, type OutgoingPost, type PostAnswer, type Sender } from "../webhooks/sender.ts";
import type { ResolveName } from "./resolve-name.ts";

/** "response capped at 64 KiB": beyond it, the connection is closed. */
const longestResponseBytes = 64 * 1024;
/** "never stored beyond its first 1 KiB". */
const keptResponseBytes = 1024;
/** Below what servers usually keep a silent connection for, so that we rarely send into one that is being closed. */
const idleMilliseconds = 4000;
const mostVerdicts = 1000;

interface SenderOptions {
  rules: AddressRules;
  resolve: ResolveName;
  attemptMilliseconds?: number;
  /** Certificate authorities beside the well-known ones. */
  ca?: string;
}

/** Why a connection was not even tried. */
class ConnectRefused extends Error {
  readonly kind: AttemptError;

  constructor(kind: AttemptError, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/**
 * Keeps connections open between posts, follows no redirects and no proxies. A name is resolved for every connection,
 * all its addresses are judged, and the connection goes to one of those: no second look-up could say anything else.
 */
export function openSender(options: SenderOptions): Sender & { close(): Promise<void> } {
  const { rules, resolve, ca } = options;
  const attemptMilliseconds = options.attemptMilliseconds ?? attemptSeconds * 1000;
  // A text has one verdict: the rules do not change while the process runs.
  const verdicts = new Map<string, UrlVerdict>();
  // One for each port, as the port is part of what is judged and a look-up is not told it.
  const agents = new Map<number, Agent>();

  async function openAgent(port: number): Promise<Agent> {
    // With the first post: it takes some 12 MB, which a service without webhooks does not have to pay for.
    const undici = await import("undici");
    const known = agents.get(port);
    if (known !== undefined) return known;
    const agent = new undici.Agent({
      connect: { lookup: judgingLookup(rules, resolve, port), timeout: attemptMilliseconds, ...(ca && { ca }) },
      pipelining: 1,
      keepAliveTimeout: idleMilliseconds,
      keepAliveMaxTimeout: 10 * idleMilliseconds,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    agents.set(port, agent);
    return agent;
  }

  function judged(text: string): UrlVerdict {
    const verdict = verdicts.get(text) ?? judgeUrl(rules, text);
    if (verdicts.size >= mostVerdicts) verdicts.clear();
    verdicts.set(text, verdict);
    return verdict;
  }

  return {
    post({ url: text, headers, body }: OutgoingPost) {
      const startedAt = performance.now();
      // Judged again each time, an address without a name included: for those there is no look-up.
      const verdict = judged(text);
      if ("reason" in verdict) return Promise.resolve({ error: "address", durationMilliseconds: 0 });
      const { url } = verdict;
      const request = { origin: url.origin, path: url.pathname + url.search, method: "POST" as const, headers, body };
      const send = (agent: Agent) =>
        new Promise<PostAnswer>((settle) => {
          const exchange = new Exchange(attemptMilliseconds, (answer) =>
            settle({ ...answer, durationMilliseconds: performance.now() - startedAt }),
          );
          agent.dispatch(request, exchange);
        });
      const port = portOf(url);
      const agent = agents.get(port);
      return agent === undefined ? openAgent(port).then(send) : send(agent);
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

type Ending = { statusCode: number; retryAfter: string | undefined; bodyStart: Buffer } | { error: AttemptError };

/** One request and what comes back. Ends exactly once: with the answer, or when it breaks, or when the time is up. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #end: (ending: Ending) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #statusCode: number | undefined;
  #retryAfter: string | undefined;
  #bodyStart = Buffer.alloc(0);
  #receivedBytes = 0;
  #isOver = false;

  constructor(milliseconds: number, end: (ending: Ending) => void) {
    this.#end = end;
    this.#timer = setTimeout(() => this.#cutOff({ error: "timeout" }), milliseconds);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error("the attempt is over"));
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: Record<string, unknown>): void {
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    const retryAfter = headers["retry-after"];
    this.#retryAfter = typeof retryAfter === "string" ? retryAfter : undefined;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#receivedBytes += chunk.length;
    const room = keptResponseBytes - this.#bodyStart.length;
    if (room > 0) this.#bodyStart = Buffer.concat([this.#bodyStart, chunk.subarray(0, room)]);
    if (this.#receivedBytes > longestResponseBytes) this.#cutOff({ error: "protocol" });
  }

  onResponseEnd(): void {
    this.#finish({ error: "protocol" });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#finish({ error: kindOf(error) });
  }

  #cutOff(otherwise: Ending): void {
    this.#finish(otherwise);
    this.#controller?.abort(new Error("the attempt is over"));
  }

  /** "A 2xx within 15 s is success": once there is a status, it is the answer, whatever becomes of the body. */
  #finish(otherwise: Ending): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    const statusCode = this.#statusCode;
    this.#end(
      statusCode === undefined ? otherwise : { statusCode, retryAfter: this.#retryAfter, bodyStart: this.#bodyStart },
    );
  }
}

function judgingLookup(rules: AddressRules, resolve: ResolveName, port: number): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .catch((error: unknown) => {
        throw new ConnectRefused("dns", "the name cannot be resolved", error);
      })
      .then((addresses) => {
        if (addresses.length === 0) throw new ConnectRefused("dns", "the name stands for no address");
        // One bad address condemns the name: which of several is used is chance, and chance is what rebinding plays on.
        for (const address of addresses) {
          const reason = isIP(address) === 0 ? "is no address" : judgeAddress(rules, address, port);
          if (reason !== undefined) throw new ConnectRefused("address", reason);
        }
        return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      })
      .then(
        (found) => {
          if (options.all) return callback(null, found);
          const [first] = found;
          callback(null, first?.address ?? "", first?.family);
        },
        (error: Error) => callback(error, ""),
      );
  };
}

const tlsCodes = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH)/;
const protocolCodes = /^(HPE_|UND_ERR_(HEADERS_OVERFLOW|RES_|RESPONSE))/;

function kindOf(error: Error): AttemptError {
  if (error instanceof ConnectRefused) return error.kind;
  const code = "code" in error ? String(error.code) : "";
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") return "timeout";
  if (tlsCodes.test(code)) return "tls";
  return error.name === "HTTPParserError" || protocolCodes.test(code) ? "protocol" : "connection";
}
