// Preloaded into the service and its threads. Connections to other machines fail and are logged; DNS lookups are logged. The path of
// the log is in the URL of this module, because threads have no environment.
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import net from "node:net";
import { isMainThread } from "node:worker_threads";

const log = new URL(import.meta.url).searchParams.get("log") ?? "";
const note = (what) => appendFileSync(log, `${what}\n`);
note(`watching ${isMainThread ? "a process" : "a thread"}`);

const isLocal = (host) => host === undefined || host === "localhost" || /^(127\.|::1$|\[::1\]$)/.test(host);

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const options = typeof first === "object" && first !== null ? first : { host: second };
  if (options.path === undefined && !isLocal(options.host)) {
    note(`connect ${options.host}`);
    throw new Error("outbound connections are refused");
  }
  return connect.apply(this, args);
};

for (const resolver of [dns, dns.promises]) {
  const { lookup } = resolver;
  resolver.lookup = (host, ...rest) => {
    if (!isLocal(host)) note(`lookup ${host}`);
    return lookup(host, ...rest);
  };
}
