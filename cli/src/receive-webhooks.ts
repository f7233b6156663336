import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { AssayError, verifyWebhook, type WebhookEvent } from "@assay/sdk";

export interface Receiver {
  url: string;
  close(): void;
  closed: Promise<void>;
}

/** Larger than any event. */
const maxBodyBytes = 1024 * 1024;

/** A webhook receiver that verifies deliveries before it responds with 204. */
export async function receiveWebhooks(
  { port, host, secret }: { port: number; host: string; secret: () => string },
  onEvent: (event: WebhookEvent) => void,
  onRefused: (reason: string) => void,
): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    try {
      if (request.method !== "POST" || Number(request.headers["content-length"] ?? 0) > maxBodyBytes) {
        response.writeHead(405).end();
        return;
      }
      const event = await verifyWebhook(request.headers, await buffer(request), secret());
      response.writeHead(204).end();
      onEvent(event);
    } catch (error) {
      if (!response.headersSent) response.writeHead(401).end();
      onRefused(error instanceof AssayError ? error.message : String(error));
    }
  });
  server.listen(port, host);
  await once(server, "listening");
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${chosen}/`,
    closed: once(server, "close").then(() => undefined),
    close() {
      server.close();
      server.closeIdleConnections();
    },
  };
}
