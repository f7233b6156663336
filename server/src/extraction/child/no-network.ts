// Loaded (`--import`) before anything else in the child process and in each of its threads. Every connection of Node goes
// through one of these functions, so no file or library can use the network.
import { Socket as DatagramSocket } from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { Server, Socket } from "node:net";

function refuse(): never {
  throw new Error("Reading a document must not use the network");
}

Socket.prototype.connect = refuse;
Server.prototype.listen = refuse;
DatagramSocket.prototype.bind = refuse;
DatagramSocket.prototype.send = refuse;
DatagramSocket.prototype.connect = refuse;
// A DNS query alone can leak a secret.
for (const module of [dns, dns.promises] as Record<string, unknown>[]) {
  for (const name of Object.keys(module)) {
    if (/^(lookup|lookupService|resolve|reverse)/.test(name)) module[name] = refuse;
  }
}
for (const { prototype } of [dns.Resolver, dns.promises.Resolver] as { prototype: object }[]) {
  for (const name of Object.keys(prototype)) {
    if (/^(resolve|reverse)/.test(name)) Object.assign(prototype, { [name]: refuse });
  }
}
// For modules that import { lookup } by name.
syncBuiltinESMExports();
