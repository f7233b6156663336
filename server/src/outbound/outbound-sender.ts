import type { Agent, Dispatcher } from "undici";
import type { AttemptError } from "../webhooks/delivery.ts";
import { type AddressRules, checkUrl, getPort, type UrlCheck } from "../webhooks/endpoint-address.ts";
import { attemptSeconds, type OutgoingPost, type PostResult, type Sender } from "../webhooks/sender.ts";
import { ConnectRefused, makeCheckedLookup } from "./checked-lookup.ts";
import type { ResolveName } from "./resolve-name.ts";

/** "response capped at 64 KiB": beyond it, the connection is closed. */
const maxResponseBytes = 64 * 1024;
/** "never stored beyond its first 1 KiB". */
const keptResponseBytes = 1024;
/** Shorter than servers' usual keep-alive, so that we rarely send on a connection that is being closed. */
const idleMilliseconds = 4000;
const maxCachedChecks = 1000;

interface SenderOptions {
  rules: AddressRules;
  resolve: ResolveName;
  attemptMilliseconds?: number;
  /** Replaces the well-known certificate authorities. */
  ca?: string;
}

/**
 * Keeps connections open between posts; follows no redirects and no proxies. Every connection resolves the name, checks all
 * its addresses and connects to one of them, so that DNS rebinding gains nothing.
 */
export function openSender(options: SenderOptions): Sender & { close(): Promise<void> } {
  const { rules, resolve, ca } = options;
  const attemptMilliseconds = options.attemptMilliseconds ?? attemptSeconds * 1000;
  // The rules do not change while the process runs.
  const checks = new Map<string, UrlCheck>();
  // One for each port: the rules depend on the port, and a lookup function does not receive it.
  const agents = new Map<number, Agent>();

  async function openAgent(port: number): Promise<Agent> {
    // Loaded with the first post: it takes some 12 MB, which a service without webhooks does not need.
    const undici = await import("undici");
    const known = agents.get(port);
    if (known !== undefined) return known;
    const agent = new undici.Agent({
      connect: { lookup: makeCheckedLookup(rules, resolve, port), timeout: attemptMilliseconds, ...(ca && { ca }) },
      pipelining: 1,
      keepAliveTimeout: idleMilliseconds,
      keepAliveMaxTimeout: 10 * idleMilliseconds,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    agents.set(port, agent);
    return agent;
  }

  function checkCached(text: string): UrlCheck {
    const check = checks.get(text) ?? checkUrl(rules, text);
    if (checks.size >= maxCachedChecks) checks.clear();
    checks.set(text, check);
    return check;
  }

  return {
    post({ url: text, headers, body }: OutgoingPost) {
      const startedAt = performance.now();
      // Literal addresses are checked here, because they are not looked up.
      const check = checkCached(text);
      if ("reason" in check) return Promise.resolve({ error: "address", durationMilliseconds: 0 });
      const { url } = check;
      const request = { origin: url.origin, path: url.pathname + url.search, method: "POST" as const, headers, body };
      const send = (agent: Agent) =>
        new Promise<PostResult>((settle) => {
          const exchange = new Exchange(attemptMilliseconds, (answer) =>
            settle({ ...answer, durationMilliseconds: performance.now() - startedAt }),
          );
          agent.dispatch(request, exchange);
        });
      const port = getPort(url);
      const agent = agents.get(port);
      return agent === undefined ? openAgent(port).then(send) : send(agent);
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

type Ending = { statusCode: number; retryAfter: string | undefined; bodyStart: Buffer } | { error: AttemptError };

/** One request and its response. Ends exactly once: with a response, an error or a timeout. */
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
    if (this.#receivedBytes > maxResponseBytes) this.#cutOff({ error: "protocol" });
  }

  onResponseEnd(): void {
    this.#finish({ error: "protocol" });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#finish({ error: classifyError(error) });
  }

  #cutOff(otherwise: Ending): void {
    this.#finish(otherwise);
    this.#controller?.abort(new Error("the attempt is over"));
  }

  /** "A 2xx within 15 s is success": once there is a status it counts, whatever happens to the body. */
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

const tlsCodes = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH)/;
const protocolCodes = /^(HPE_|UND_ERR_(HEADERS_OVERFLOW|RES_|RESPONSE))/;

function classifyError(error: Error): AttemptError {
  if (error instanceof ConnectRefused) return error.kind;
  const code = "code" in error ? String(error.code) : "";
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") return "timeout";
  if (tlsCodes.test(code)) return "tls";
  return error.name === "HTTPParserError" || protocolCodes.test(code) ? "protocol" : "connection";
}
