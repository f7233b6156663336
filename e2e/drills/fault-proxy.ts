import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

export type Fault =
  | "error"
  | "slowDown"
  | "resetWhileSending"
  | "resetWhileAnswering"
  | "slow"
  | "silent"
  | "page"
  | "otherBytes";

/** A proxy in front of an S3 server that injects faults. */
export interface FaultProxy {
  url: string;
  /** Injects these faults in turn into every `interval`-th request; with no faults all requests pass. */
  inject(faults: Fault[], interval: number): void;
  /** How often each fault was injected. */
  injected: Map<Fault, number>;
  close(): Promise<void>;
}

export async function startFaultProxy(target: string, slowSeconds: number): Promise<FaultProxy> {
  const injected = new Map<Fault, number>();
  let faults: Fault[] = [];
  let requests = 0;
  let interval = 1;
  let faultCount = 0;

  async function pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    requests += 1;
    const fault = requests % interval === 0 ? faults[faultCount++ % faults.length] : undefined;
    if (fault !== undefined) injected.set(fault, (injected.get(fault) ?? 0) + 1);
    switch (fault) {
      case "error":
        return refuse(incoming, answer, 500, "InternalError");
      case "slowDown":
        return refuse(incoming, answer, 503, "SlowDown");
      case "resetWhileSending":
        incoming.once("data", () => incoming.socket.resetAndDestroy());
        // Also for requests without a body.
        incoming.once("end", () => incoming.socket.resetAndDestroy());
        return;
      case "silent":
        incoming.resume();
        return;
      case "page":
        incoming.resume();
        answer.writeHead(200, { "content-type": "text/html" }).end("<html><p>Please sign in.</p></html>");
        return;
      case "slow":
        await wait(slowSeconds * 1000);
    }
    const onward = request(target + incoming.url, { method: incoming.method, headers: incoming.headers });
    onward.on("error", () => answer.destroy());
    onward.once("response", (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers);
      if (fault === "otherBytes" && incoming.method === "GET") return found.map(invert).pipe(answer);
      if (fault !== "resetWhileAnswering") return found.pipe(answer);
      // Sends the headers and half of the body.
      found.once("data", (bytes: Buffer) =>
        answer.write(bytes.subarray(0, bytes.length / 2), () => incoming.socket.resetAndDestroy()),
      );
      found.once("end", () => incoming.socket.resetAndDestroy());
      return found;
    });
    incoming.pipe(onward);
  }

  const server = createServer((incoming, answer) => {
    incoming.on("error", () => undefined);
    answer.on("error", () => undefined);
    pass(incoming, answer).catch(() => answer.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    injected,
    inject(nextFaults, nextInterval) {
      [faults, interval] = [nextFaults, nextInterval];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const invert = (bytes: Buffer) => bytes.map((byte) => byte ^ 0xff);

function refuse(incoming: IncomingMessage, answer: ServerResponse, status: number, code: string): void {
  incoming.resume();
  answer
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<Error><Code>${code}</Code><Message>Not now.</Message></Error>`);
}
