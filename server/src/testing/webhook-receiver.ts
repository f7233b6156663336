import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { composeDeliveries } from "../compose-deliveries.ts";
import { buildOutboundRules } from "../outbound/outbound.ts";
import type { Clock } from "../platform/clock.ts";
import { idSource } from "../platform/ids.ts";
import type { DeliveryLoop } from "../webhooks/delivery-loop.ts";
import type { TestDatabase } from "./test-database.ts";

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface AReceiver {
  url: string;
  received: Received[];
  /** Answers 204 unless replaced. */
  answer: (response: ServerResponse, received: Received) => void;
  close(): Promise<void>;
}

function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** A partner's HTTP server. */
export async function aReceiver(): Promise<AReceiver> {
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        const received = { path: request.url ?? "", headers: flatten(request.headers), body };
        receiver.received.push(received);
        receiver.answer(response, received);
      },
      () => undefined,
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const receiver: AReceiver = {
    url: `http://127.0.0.1:${address.port}`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}

export interface SomeDeliveries {
  loop: DeliveryLoop;
  errors: unknown[];
  close(): Promise<void>;
}

/** A worker's delivery loop on a test's database, with the test's clock. */
export async function someDeliveries(
  database: TestDatabase,
  clock: Clock,
  options: { retryScale?: number } = {},
): Promise<SomeDeliveries> {
  const errors: unknown[] = [];
  const composed = await composeDeliveries({
    ...{ url: database.url, db: database.db, clock, ids: idSource(clock) },
    ...buildOutboundRules({ arePrivateAllowed: true, port: 0 }),
    retryScale: options.retryScale ?? 1,
    onError: (error) => errors.push(error),
  });
  return { ...composed, errors };
}
