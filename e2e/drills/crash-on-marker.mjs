// Preloaded into a process that reads documents: it ends by abort(), as a fault in native code would, at a marked file.
import { readFileSync } from "node:fs";

const marker = "this document crashes its reader";
const { send } = process;
let isMarked = false;

process.on("message", (message) => {
  // Each document anew: one that was given up before is not opened again, and its process goes on to somebody else's.
  isMarked = (message.document?.files ?? []).some(({ path }) => path !== "" && readFileSync(path).includes(marker));
});

// Once the reader has opened it and that has been sent, however busy the machine: so that there is somebody to blame.
process.send = (told, ...rest) =>
  isMarked && told.type === "file"
    ? send.call(process, told, () => process.abort())
    : send.call(process, told, ...rest);
