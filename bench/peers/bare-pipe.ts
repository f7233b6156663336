// The lower bound for receiving bytes durably: each request's body is appended to a file, which is flushed to disk before the
// response. No checks.
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";

const [directory = ""] = process.argv.slice(2);

async function append(request: IncomingMessage): Promise<void> {
  const file = await open(join(directory, request.url ?? ""), "a");
  await once(request.pipe(createWriteStream("", { fd: file.fd, autoClose: false })), "finish");
  await file.datasync();
  await file.close();
}

const server = createServer((request, response) => {
  append(request).then(
    () => response.end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("no port");
process.stdout.write(`http://127.0.0.1:${address.port}\n`);
process.once("SIGTERM", () => process.exit(0));
