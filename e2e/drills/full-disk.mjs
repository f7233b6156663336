// Preloaded into the service: while the file DRILL_FULL_FILE exists, files opened for writing in the data directory are /dev/full, where
// writes fail with ENOSPC. For accounts that cannot mount a small disk.
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
  // The file exists as on a full disk; only writing its bytes fails.
  await file.close();
  return open("/dev/full", "w");
};
const { createWriteStream } = fs;
fs.createWriteStream = (path, options) => createWriteStream(isFull(path, "w") ? "/dev/full" : path, options);
syncBuiltinESMExports();
