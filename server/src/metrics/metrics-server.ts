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
    if (request.url !== "/metrics" || (request.method !== "GET" && request.method !== "HEAD")) {
      response.writeHead(404, { "content-type": "text/plain" }).end("There is only GET /metrics here.\n");
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
