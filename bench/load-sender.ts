// A load generator, started by overload.ts with a `Load` as its argument; prints a `LoadResult`. With a rate it is an open
// loop: it sends on time whether or not earlier requests are answered, so that a slow service does not lower the load. It
// uses plain sockets, because on a small machine an HTTP client would cost as much as the server.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

export interface Load {
  host: string;
  port: number;
  method: string;
  /** Round-robin. */
  targets: { path: string; apiKey: string }[];
  headers?: Record<string, string>;
  body?: string;
  /** Size of a generated body, for bodies too large for an argument. */
  bodyBytes?: number;
  /** Closed loop: each connection sends its next request when the last one is answered… */
  connections?: number;
  /** …or an open loop with this rate. */
  perSecond?: number;
  seconds: number;
  /** Requests of the first seconds are reported separately. */
  burstSeconds?: number;
  /** Runs at low priority, because a real sender would run on another machine. */
  isLowPriority?: boolean;
}

export interface LoadResult {
  /** Requests that were due, also without a free connection. */
  offered: number;
  /** Due requests without a free connection. */
  unsent: number;
  seconds: number;
  statuses: Record<string, number>;
  /** Refusals, 429 and 503, with a Retry-After of at least a second. */
  withRetryAfter: number;
  /** Latencies of accepted requests after the first seconds, sorted. */
  acceptedMilliseconds: number[];
  firstSecondsMilliseconds: number[];
  unanswered: number;
}

/**
 * Connections that a proxy in front of the service would keep open; without a free one a due request is not sent. They are
 * opened before the first request, so that opening connections is not measured.
 */
const maxConnections = 1000;
/** Wait time for answers after the last request. */
const graceSeconds = 5;

const load = JSON.parse(process.argv[2] ?? "") as Load;
if (load.isLowPriority) setPriority(19);
const body = load.bodyBytes === undefined ? Buffer.from(load.body ?? "") : Buffer.alloc(load.bodyBytes, "x");
const requests = load.targets.map(({ path, apiKey }) => {
  const length = body.length > 0 && { "content-length": body.length };
  const headers = Object.entries({ host: "localhost", "x-api-key": apiKey, ...load.headers, ...length });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${load.method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`), body]);
});

const result: LoadResult = {
  ...{
    offered: 0,
    unsent: 0,
    seconds: load.seconds,
    statuses: {},
    withRetryAfter: 0,
    acceptedMilliseconds: [],
    firstSecondsMilliseconds: [],
    unanswered: 0,
  },
};
const free: LoadConnection[] = [];
let connectionCount = 0;
let isOver = false;

/** One connection; it carries one request at a time. */
class LoadConnection {
  readonly socket: Socket;
  #sentAt = 0;
  #status = 0;
  #bytesLeft = 0;
  isBusy = false;

  constructor() {
    connectionCount += 1;
    this.socket = connect({ host: load.host, port: load.port, noDelay: true });
    this.socket.on("data", (piece: Buffer) => this.#receive(piece));
    this.socket.on("error", () => undefined);
    this.socket.once("close", () => {
      connectionCount -= 1;
      if (this.isBusy) result.unanswered += 1;
      this.isBusy = false;
      const at = free.indexOf(this);
      if (at >= 0) free.splice(at, 1);
      if (load.connections !== undefined && !isOver) new LoadConnection().send();
    });
  }

  send(): void {
    result.offered += 1;
    this.#sentAt = performance.now();
    this.isBusy = true;
    this.socket.write(requests[result.offered % requests.length] ?? "");
  }

  #receive(piece: Buffer): void {
    if (this.#bytesLeft === 0) {
      const end = piece.indexOf("\r\n\r\n");
      const head = piece.toString("latin1", 0, end);
      this.#status = Number(head.slice(9, 12));
      // Every answer of the measured routes has a Content-Length.
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (end < 0 || length === undefined) throw new Error(`unreadable answer: ${head}`);
      if (/\r\nretry-after: [1-9]/i.test(head)) result.withRetryAfter += 1;
      this.#bytesLeft = Number(length) - (piece.length - end - 4);
    } else this.#bytesLeft -= piece.length;
    if (this.#bytesLeft === 0) this.#done();
  }

  #done(): void {
    const now = performance.now();
    this.isBusy = false;
    result.statuses[this.#status] = (result.statuses[this.#status] ?? 0) + 1;
    const isFirstSeconds = this.#sentAt < startedAt + (load.burstSeconds ?? 0) * 1000;
    if (this.#status < 300)
      (isFirstSeconds ? result.firstSecondsMilliseconds : result.acceptedMilliseconds).push(now - this.#sentAt);
    if (isOver) this.socket.destroy();
    else if (load.connections !== undefined) this.send();
    else free.push(this);
  }
}

if (load.connections === undefined) {
  const lines = Array.from(
    { length: Math.min(Math.ceil(load.perSecond ?? 1), maxConnections) },
    () => new LoadConnection(),
  );
  await Promise.all(lines.map((line) => once(line.socket, "connect")));
  free.push(...lines);
}
const startedAt = performance.now();
const endsAt = startedAt + load.seconds * 1000;
if (load.connections !== undefined) {
  for (let line = 0; line < load.connections; line++) new LoadConnection().send();
  await wait(load.seconds * 1000);
} else {
  const pauseMilliseconds = 1000 / (load.perSecond ?? 1);
  for (let dueAt = startedAt; dueAt < endsAt; ) {
    for (; dueAt <= performance.now() && dueAt < endsAt; dueAt += pauseMilliseconds) {
      const line = free.pop() ?? (connectionCount < maxConnections ? new LoadConnection() : undefined);
      if (line !== undefined) line.send();
      else {
        result.offered += 1;
        result.unsent += 1;
      }
    }
    await wait(1);
  }
}
isOver = true;
for (const line of free) line.socket.destroy();
for (const deadline = performance.now() + graceSeconds * 1000; connectionCount > 0 && performance.now() < deadline; )
  await wait(10);
result.unanswered += connectionCount;
result.acceptedMilliseconds.sort((a, b) => a - b);
process.stdout.write(JSON.stringify(result));
if (process.stdout.writableLength > 0) await once(process.stdout, "drain");
process.exit(0);
