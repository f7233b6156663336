// Loaded (`--import`) before anything else in the child process and in each of its threads: discards the console output of
// libraries. It may quote the file, and would hide Node's last message on stderr, which shows how a child ended.
import { Console } from "node:console";
import { Writable } from "node:stream";

globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));
