import { access, constants, mkdir, rmdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import packed from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

const lock = join(tmpdir(), "assay-chromium.lock");
/** Unpacking takes a few seconds; a lock this old belongs to a run that was killed. */
const staleMilliseconds = 60_000;

/** The npm package packs a browser for one kind of machine; elsewhere it is the machine's own. */
const isPackedForThisMachine = process.platform === "linux" && process.arch === "x64";
const namesOfInstalled = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

async function installed(): Promise<string> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  for (const path of folders.flatMap((folder) => namesOfInstalled.map((name) => join(folder, name)))) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  throw new Error(
    `The portal's tests need a browser, and there is none from npm for ${process.platform}-${process.arch}. Install Chromium or Chrome so that one of ${namesOfInstalled.join(", ")} is on the PATH (on Debian: apt-get install chromium), and run them again.`,
  );
}

/** Unpacked on first use: by one test file, while the others wait. */
async function unpacked(): Promise<string> {
  for (;;) {
    try {
      await mkdir(lock);
      break;
    } catch {
      const age = await stat(lock)
        .then(({ mtimeMs }) => Date.now() - mtimeMs)
        .catch(() => 0);
      if (age > staleMilliseconds) await rmdir(lock).catch(() => undefined);
      await wait(50);
    }
  }
  try {
    return await packed.executablePath();
  } finally {
    await rmdir(lock).catch(() => undefined);
  }
}

/**
 * Talks to nobody but the service under test. The package's own list of arguments is for small functions in a cloud: it
 * turns off web security and puts all contexts into one process, and would let pass here what real browsers refuse.
 */
const args = [
  "--no-sandbox",
  "--disable-setuid-sandbox",
  "--disable-gpu",
  "--font-render-hinting=none",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-domain-reliability",
  "--no-first-run",
];

export async function launchChromium(): Promise<Browser> {
  const executablePath = await (isPackedForThisMachine ? unpacked() : installed());
  return chromium.launch({ executablePath, args, headless: true });
}
