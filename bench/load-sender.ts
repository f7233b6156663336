// One load as a process of its own, started by overload.ts with a `Load` as its argument; prints a `Heard`.
// With a rate it sends when the time has come, whether or not earlier requests are answered: a crowd does not wait for the
// others' answers, and a sender that did would offer less the slower the service is. Bare sockets, because on a small
// machine a client that costs as much as the server would be measured instead of it.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

export interface Load {
  host: string;
  port: number;
  method: string;
  /** Requests go to these in turn. */
  targets: { path: string; apiKey: string }[];
  headers?: Record<string, string>;
  /** Sent as it is. */
  body?: string;
  /** Filled up to this many bytes; for bodies too large for an argument. */
  bodyBytes?: number;
  /** Each sends its next request when its last one is answered… */
  connections?: number;
  /** …or so many requests a second are sent, come what may. */
  perSecond?: number;
  seconds: number;
  /** What is sent in the first of these is told apart: the load is rising. */
  risingSeconds?: number;
  /** Gives way to everything else on the machine, as a sender elsewhere would. */
  isElsewhere?: boolean;
}

export interface Heard {
  /** Requests that came due, whether or not a connection was free to send them. */
  offered: number;
  /** Of those, the ones that found every connection waiting for an answer. */
  unsent: number;
  seconds: number;
  statuses: Record<string, number>;
  /** Refusals, 429 and 503, with a Retry-After of at least a second. */
  withRetryAfter: number;
  /** Of accepted requests, from their sending, without those of the rising; sorted. */
  acceptedMilliseconds: number[];
  risingMilliseconds: number[];
  unanswered: number;
}

/**
 * What a proxy in front of the service would keep open; beyond it a request that is due is not sent. Open before the first
 * request, as a proxy has them, too, and no more than are sent in a second: what is measured is requests, not the opening of
 * as many connections at once.
 */
const mostConnections = 1000;
/** After the last request was sent. */
const graceSeconds = 5;

const load = JSON.parse(process.argv[2] ?? "") as Load;
if (load.isElsewhere) setPriority(19);
const body = load.bodyBytes === undefined ? Buffer.from(load.body ?? "") : Buffer.alloc(load.bodyBytes, "x");
const requests = load.targets.map(({ path, apiKey }) => {
  const length = body.length > 0 && { "content-length": body.length };
  const headers = Object.entries({ host: "localhost", "x-api-key": apiKey, ...load.headers, ...length });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${load.method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`), body]);
});

const heard: Heard = {
  ...{
    offered: 0,
    unsent: 0,
    seconds: load.seconds,
    statuses: {},
    withRetryAfter: 0,
    acceptedMilliseconds: [],
    risingMilliseconds: [],
    unanswered: 0,
  },
};
const free: Line[] = [];
let lineCount = 0;
let isOver = false;

/** One connection; it carries one request at a time. */
class Line {
  readonly socket: Socket;
  #sentAt = 0;
  #status = 0;
  #bytesLeft = 0;
  isBusy = false;

  constructor() {
    lineCount += 1;
    this.socket = connect({ host: load.host, port: load.port, noDelay: true });
    this.socket.on("data", (piece: Buffer) => this.#hear(piece));
    this.socket.on("error", () => undefined);
    this.socket.once("close", () => {
      lineCount -= 1;
      if (this.isBusy) heard.unanswered += 1;
      this.isBusy = false;
      const at = free.indexOf(this);
      if (at >= 0) free.splice(at, 1);
      if (load.connections !== undefined && !isOver) new Line().send();
    });
  }

  send(): void {
    heard.offered += 1;
    this.#sentAt = performance.now();
    this.isBusy = true;
    this.socket.write(requests[heard.offered % requests.length] ?? "");
  }

  #hear(piece: Buffer): void {
    if (this.#bytesLeft === 0) {
      const end = piece.indexOf("\r\n\r\n");
      const head = piece.toString("latin1", 0, end);
      this.#status = Number(head.slice(9, 12));
      // "100 Continue" is never asked for, and every answer here names its length.
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (end < 0 || length === undefined) throw new Error(`an answer that cannot be read: ${head}`);
      if (/\r\nretry-after: [1-9]/i.test(head)) heard.withRetryAfter += 1;
      this.#bytesLeft = Number(length) - (piece.length - end - 4);
    } else this.#bytesLeft -= piece.length;
    if (this.#bytesLeft === 0) this.#done();
  }

  #done(): void {
    const now = performance.now();
    this.isBusy = false;
    heard.statuses[this.#status] = (heard.statuses[this.#status] ?? 0) + 1;
    const isRising = this.#sentAt < startedAt + (load.risingSeconds ?? 0) * 1000;
    if (this.#status < 300) (isRising ? heard.risingMilliseconds : heard.acceptedMilliseconds).push(now - this.#sentAt);
    if (isOver) this.socket.destroy();
    else if (load.connections !== undefined) this.send();
    else free.push(this);
  }
}

if (load.connections === undefined) {
  const lines = Array.from({ length: Math.min(Math.ceil(load.perSecond ?? 1), mostConnections) }, () => new Line());
  await Promise.all(lines.map((line) => once(line.socket, "connect")));
  free.push(...lines);
}
const startedAt = performance.now();
const endsAt = startedAt + load.seconds * 1000;
if (load.connections !== undefined) {
  for (let line = 0; line < load.connections; line++) new Line().send();
  await wait(load.seconds * 1000);
} else {
  const pauseMilliseconds = 1000 / (load.perSecond ?? 1);
  for (let dueAt = startedAt; dueAt < endsAt; ) {
    for (; dueAt <= performance.now() && dueAt < endsAt; dueAt += pauseMilliseconds) {
      const line = free.pop() ?? (lineCount < mostConnections ? new Line() : undefined);
      if (line !== undefined) line.send();
      else {
        heard.offered += 1;
        heard.unsent += 1;
      }
    }
    await wait(1);
  }
}
isOver = true;
for (const line of free) line.socket.destroy();
for (const deadline = performance.now() + graceSeconds * 1000; lineCount > 0 && performance.now() < deadline; )
  await wait(10);
heard.unanswered += lineCount;
heard.acceptedMilliseconds.sort((a, b) => a - b);
process.stdout.write(JSON.stringify(heard));
if (process.stdout.writableLength > 0) await once(process.stdout, "drain");
process.exit(0);
