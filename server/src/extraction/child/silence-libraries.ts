// Loaded before anything else in the child and in every thread it starts (`--import`): what libraries say of a file goes
// nowhere. It would bury what Node itself says last, which tells how a child ended, and it may quote the file.
import { Console } from "node:console";
import { Writable } from "node:stream";

globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));
