// Preloaded into an extraction child: it calls abort(), like a fault in native code, when it opens a marked file.
import { readFileSync } from "node:fs";

const marker = "this document crashes its extraction";
const { send } = process;
let isMarked = false;

process.on("message", (message) => {
  // Set for each document, because the process may extract another document afterwards.
  isMarked = (message.document?.files ?? []).some(({ path }) => path !== "" && readFileSync(path).includes(marker));
});

// Aborts after the message that the file was opened is sent, so that the crash is attributed to the file.
process.send = (message, ...rest) =>
  isMarked && message.type === "file"
    ? send.call(process, message, () => process.abort())
    : send.call(process, message, ...rest);
