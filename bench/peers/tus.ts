// The reference implementation of the tus protocol for Node with its file store, started as in its README.
import { once } from "node:events";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";

const [directory = ""] = process.argv.slice(2);
const server = new Server({ path: "/files", datastore: new FileStore({ directory }) }).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("no port");
process.stdout.write(`http://127.0.0.1:${address.port}\n`);
process.once("SIGTERM", () => process.exit(0));
