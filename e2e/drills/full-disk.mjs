// Preloaded into a service under drill: while the file named by DRILL_FULL_FILE is there, what is opened for writing in the
// data directory is /dev/full, where the system itself refuses every byte with ENOSPC. For accounts that may not mount.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const flag = process.env["DRILL_FULL_FILE"] ?? "";
const directory = process.env["ASSAY_DATA_DIR"] ?? "";
const isFull = (path, flags) =>
  /[wa+]/.test(String(flags ?? "r")) && String(path).startsWith(directory) && fs.existsSync(flag);

const { open } = fs.promises;
fs.promises.open = async (path, flags, mode) => {
  const file = await open(path, flags, mode);
  if (!isFull(path, flags)) return file;
  // The name is there, as it would be: only the bytes find no room.
  await file.close();
  return open("/dev/full", "w");
};
const { createWriteStream } = fs;
fs.createWriteStream = (path, options) => createWriteStream(isFull(path, "w") ? "/dev/full" : path, options);
syncBuiltinESMExports();
