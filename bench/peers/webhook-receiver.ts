// Responds to posts with 204 and reports on request what arrived and when. Prints its address.
import { createServer } from "node:http";

/** Comparable between processes, with sub-millisecond resolution. */
const now = () => performance.timeOrigin + performance.now();

let arrivals = new Map<string, number>();
const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.end(JSON.stringify(request.url === "/count" ? arrivals.size : [...arrivals]));
    return;
  }
  if (request.method === "DELETE") {
    arrivals = new Map();
    response.end();
    return;
  }
  const id = String(request.headers["webhook-id"]);
  const at = now();
  request.resume().on("end", () => {
    arrivals.set(id, arrivals.get(id) ?? at);
    response.writeHead(204).end();
  });
}).listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
