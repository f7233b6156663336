import { createSocket } from "node:dgram";
import { once } from "node:events";

export interface ANameServer {
  /** In the form that `Resolver.setServers` takes. */
  address: string;
  /** IPv4 addresses of each name, one set for each query. The last set stays. */
  answers: Map<string, string[][]>;
  asked: string[];
  close(): Promise<void>;
}

const typeA = 1;

/** A real name server on the loopback interface, for names whose addresses change between queries. */
export async function aNameServer(): Promise<ANameServer> {
  const socket = createSocket("udp4");
  const answers = new Map<string, string[][]>();
  const asked: string[] = [];
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    if (type === typeA) asked.push(name);
    const sets = answers.get(name);
    const found = type !== typeA ? [] : ((sets !== undefined && sets.length > 1 ? sets.shift() : sets?.[0]) ?? []);
    const header = Buffer.from(query.subarray(0, 12));
    // NXDOMAIN for unknown names.
    header.writeUInt16BE(sets === undefined ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found.length, 6);
    header.writeUInt32BE(0, 8);
    const records = found.map((ip) =>
      Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split(".").map(Number)]),
    );
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    answers,
    asked,
    async close() {
      socket.close();
      await once(socket, "close");
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString("latin1"));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}
