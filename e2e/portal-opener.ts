import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { Assay } from "../sdk/src/index.ts";
import { buildPortal } from "../tools/build-portal.mjs";
import { type AssayProcess, aDataDirectory, startAssay } from "./assay-process.ts";
import { launchChromium } from "./chromium.ts";

/** The service as its operator starts it, and a browser in front of it. */
export interface Portal {
  url: string;
  assay: AssayProcess;
  adminToken: string;
  /** The SDK with a key, for what a test needs to be there already. */
  connect(options: { apiKey?: string; adminToken?: string }): Assay;
  /** A browser of its own, with its own cookies; English and light unless the test says otherwise. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A page in a fresh browser that is signed in with this key and shows this address below /portal. */
  open(key: string, path: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Generous: tests sign in again and again from one address. */
const settings = { ASSAY_RATE_SIGN_IN_PER_MINUTE: "100000", ASSAY_RATE_ADDRESS_PER_MINUTE: "100000" };
/** A page that has not come to rest by then is broken, also on a machine that has other things to do. */
const patienceMilliseconds = 60_000;

export async function openPortal(env: Record<string, string> = {}): Promise<Portal> {
  assert.ok(buildPortal(), "the portal can be built");
  const adminToken = "portal-test-administrator";
  const data = await aDataDirectory();
  // The browser first: where there is none, no service may be left running.
  const browser = await launchChromium();
  const owned = { ASSAY_DATA_DIR: data.path, ASSAY_ADMIN_TOKEN: adminToken };
  const assay = await startAssay({ ...owned, ...settings, ...env });

  async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await browser.newContext({
      locale: "en-GB",
      timezoneId: "Europe/Vienna",
      colorScheme: "light",
      viewport: { width: 1280, height: 860 },
      ...options,
    });
    context.setDefaultTimeout(patienceMilliseconds);
    return context;
  }

  return {
    url: assay.url,
    assay,
    adminToken,
    connect: (options) => new Assay({ baseUrl: assay.url, ...options }),
    newContext,
    async open(key, path, options) {
      const context = await newContext(options);
      const signedIn = await context.request.post(`${assay.url}/v1/session`, { data: { key } });
      assert.equal(signedIn.status(), 200, await signedIn.text());
      const page = await context.newPage();
      await page.goto(`${assay.url}/portal${path}`);
      await page.locator("main").waitFor();
      return page;
    },
    async close() {
      await browser.close();
      assay.child.kill("SIGTERM");
      await assay.ended;
      await data.remove();
    },
  };
}

/** Nothing that axe can find stands between this page and those who read it by other means, in light and in dark. */
export async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: "attached" });
    // Colours fade from one scheme into the other, and in between nothing has the contrast it will have.
    await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const told = violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`,
    );
    assert.deepEqual(told, [], `${page.url()} in ${colorScheme}`);
  }
}

/** Whatever the page says that it should not: errors of scripts and refusals by the policy. Look at it when the test ends. */
export function listenForTrouble(page: Page): string[] {
  const trouble: string[] = [];
  page.on("pageerror", (error) => trouble.push(error.message));
  page.on("console", (message) => {
    // A refused request is reported by the browser as an error, and is often what a test is about.
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) trouble.push(message.text());
  });
  return trouble;
}
