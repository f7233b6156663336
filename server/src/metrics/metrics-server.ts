import { createServer } from "node:http";
import type { Metrics } from "./metrics.ts";

interface MetricsServerOptions {
  host: string;
  port: number;
  metrics: Metrics;
  onUnreadable: (name: string, error: unknown) => void;
}

/** On a port of its own, so that what the world may call and what operators look at are kept apart by the network. */
export async function startMetricsServer({ host, port, metrics, onUnreadable }: MetricsServerOptions) {
  const server = createServer(async (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && request.url === "/live") {
      // Nothing is asked of anybody: a database that stands still is no reason to start every process anew.
      response.writeHead(200, { "content-type": "text/plain", "cache-control": "no-store" }).end("alive\n");
      return;
    }
    if (!isRead || request.url !== "/metrics") {
      response
        .writeHead(404, { "content-type": "text/plain" })
        .end("There are only GET /metrics and GET /live here.\n");
      return;
    }
    const text = await metrics.render(onUnreadable);
    response.writeHead(200, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
    });
    response.end(request.method === "HEAD" ? undefined : text);
  });
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen(port, host, listening.resolve);
  await listening.promise;
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
