import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

export type Fault = "error" | "slowDown" | "resetWhileSending" | "resetWhileAnswering" | "slow";

/** Stands before an S3 server and spoils a share of what passes. */
export interface FaultProxy {
  url: string;
  /** Which faults happen from now on, one after the other, to every so many requests; none: everything passes. */
  spoil(faults: Fault[], everySoMany: number): void;
  /** How often each fault has happened. */
  happened: Map<Fault, number>;
  close(): Promise<void>;
}

export async function aFaultProxy(target: string, slowSeconds: number): Promise<FaultProxy> {
  const happened = new Map<Fault, number>();
  let faults: Fault[] = [];
  let requests = 0;
  let everySoMany = 1;
  let spoiled = 0;

  async function pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    requests += 1;
    const fault = requests % everySoMany === 0 ? faults[spoiled++ % faults.length] : undefined;
    if (fault !== undefined) happened.set(fault, (happened.get(fault) ?? 0) + 1);
    switch (fault) {
      case "error":
        return refuse(incoming, answer, 500, "InternalError");
      case "slowDown":
        return refuse(incoming, answer, 503, "SlowDown");
      case "resetWhileSending":
        incoming.once("data", () => incoming.socket.resetAndDestroy());
        // What brings no body is reset all the same.
        incoming.once("end", () => incoming.socket.resetAndDestroy());
        return;
      case "slow":
        await wait(slowSeconds * 1000);
    }
    const onward = request(target + incoming.url, { method: incoming.method, headers: incoming.headers });
    onward.on("error", () => answer.destroy());
    onward.once("response", (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers);
      if (fault !== "resetWhileAnswering") return found.pipe(answer);
      // The headers promise a body of which half comes.
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
    happened,
    spoil(wanted, among) {
      [faults, everySoMany] = [wanted, among];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function refuse(incoming: IncomingMessage, answer: ServerResponse, status: number, code: string): void {
  incoming.resume();
  answer
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<Error><Code>${code}</Code><Message>Not now.</Message></Error>`);
}
