// Takes posts and answers 204; tells on request what arrived and when. Its address is the one line it prints.
import { createServer } from "node:http";

/** By the clock that all processes of a machine share, finer than a millisecond. */
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
