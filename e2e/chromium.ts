import { access, constants, mkdir, rmdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import packed from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

const lock = join(tmpdir(), "assay-chromium.lock");
/** Unpacking takes a few seconds; a lock this old belongs to a run that was killed. */
const staleMilliseconds = 60_000;

/** The npm package contains a browser for this platform only; other platforms use an installed one. */
const isPackedForPlatform = process.platform === "linux" && process.arch === "x64";
const browserNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

async function findInstalledBrowser(): Promise<string> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  for (const path of folders.flatMap((folder) => browserNames.map((name) => join(folder, name)))) {
    const isExecutable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return path;
  }
  throw new Error(
    `The portal's tests need a browser, and npm has none for ${process.platform}-${process.arch}. Install Chromium or Chrome, so that one of ${browserNames.join(", ")} is on the PATH (on Debian: apt-get install chromium).`,
  );
}

/** One test file unpacks the browser on first use, while the others wait. */
async function unpackBrowser(): Promise<string> {
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
 * The browser connects only to the service under test. The package's own arguments are for cloud functions: they turn off web
 * security and isolation between contexts, which would hide errors that real browsers report.
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
  const executablePath = await (isPackedForPlatform ? unpackBrowser() : findInstalledBrowser());
  return chromium.launch({ executablePath, args, headless: true });
}
