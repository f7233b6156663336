// Loaded before anything else in the child that reads documents, and in every thread it starts (`--import`): whatever
// a file or a library asks for, nothing is fetched. Every connection of Node goes through one of these.
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
// A name alone can carry a secret out.
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
// Modules that import { lookup } by name see it too.
syncBuiltinESMExports();
