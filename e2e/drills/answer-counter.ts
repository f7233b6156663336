import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy in front of PostgreSQL that counts its answers to queries. */
export interface AnswerCounter {
  url: string;
  /** Calls `onReached` with the answer of this number, which no longer reaches the client; then nothing does. */
  cutAt(answer: number, onReached: () => void): void;
  close(): Promise<void>;
}

const messageHeadBytes = 5;
/** PostgreSQL's ReadyForQuery ends each answer. */
const readyForQuery = "Z".charCodeAt(0);

export async function startAnswerCounter(databaseUrl: string): Promise<AnswerCounter> {
  const target = new URL(databaseUrl);
  const socketFolder = target.searchParams.get("host");
  const port = Number(target.port || 5432);
  const open = () =>
    socketFolder === null ? connect(port, target.hostname) : connect(`${socketFolder}/.s.PGSQL.${port}`);
  const sockets = new Set<Socket>();
  let [answers, last] = [0, Number.POSITIVE_INFINITY];
  let onReached: (() => void) | undefined;

  const server = createServer((client) => {
    const database = open();
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket
        .on("error", () => undefined)
        .once("close", () => {
          sockets.delete(socket);
          client.destroy();
          database.destroy();
        });
    }
    client.pipe(database);
    let rest = Buffer.alloc(0);
    database.on("data", (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      let end = 0;
      while (rest.length >= end + messageHeadBytes) {
        const next = end + 1 + rest.readUInt32BE(end + 1);
        if (rest.length < next) break;
        if (rest[end] === readyForQuery && ++answers === last) onReached?.();
        if (answers >= last) return;
        end = next;
      }
      client.write(rest.subarray(0, end));
      rest = rest.subarray(end);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.toString(),
    cutAt(answer, reached) {
      [answers, last, onReached] = [0, answer, reached];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
