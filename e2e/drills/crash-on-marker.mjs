// Preloaded into a process that reads documents: it ends by abort(), as a fault in native code would, at a marked file.
import { readFileSync } from "node:fs";

const marker = "this document crashes its reader";

process.on("message", (message) => {
  for (const { path } of message.document?.files ?? []) {
    if (path === "" || !readFileSync(path).includes(marker)) continue;
    // Once the reader has opened it and that has been sent, however busy the machine: so that there is somebody to blame.
    const { send } = process;
    process.send = (told, ...rest) =>
      told.type === "file" ? send.call(process, told, () => process.abort()) : send.call(process, told, ...rest);
  }
});
