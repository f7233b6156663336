import { createServer } from "node:http";
import type { Metrics } from "./metrics.ts";

interface MetricsServerOptions {
  host: string;
  port: number;
  metrics: Metrics;
  onError: (name: string, error: unknown) => void;
}

/** On a separate port, so that a firewall can keep it from the public. */
export async function startMetricsServer({ host, port, metrics, onError }: MetricsServerOptions) {
  const server = createServer(async (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && request.url === "/live") {
      // Checks nothing else: an unreachable database is no reason to restart every process.
      response.writeHead(200, { "content-type": "text/plain", "cache-control": "no-store" }).end("alive\n");
      return;
    }
    if (!isRead || request.url !== "/metrics") {
      response
        .writeHead(404, { "content-type": "text/plain" })
        .end("There are only GET /metrics and GET /live here.\n");
      return;
    }
    const text = await metrics.render(onError);
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
