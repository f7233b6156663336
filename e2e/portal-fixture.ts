import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { Administration } from "../sdk/src/administration.ts";
import { Assay } from "../sdk/src/index.ts";
import { buildPortal } from "../tools/build-portal.mjs";
import { type AssayProcess, aDataDirectory, startAssay } from "./assay-process.ts";
import { launchChromium } from "./chromium.ts";
import { openServiceDatabase } from "./service-database.ts";

/** A running service and a browser. */
export interface Portal {
  url: string;
  assay: AssayProcess;
  adminToken: string;
  /** SDK clients, to prepare data. */
  connect(options: { apiKey?: string }): Assay;
  administration: Administration;
  /** A browser context with its own cookies; English and light by default. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Opens a path below /portal in a new context that is signed in with this key. */
  open(key: string, path: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Tests sign in many times from one address. */
const settings = { ASSAY_RATE_SIGN_IN_PER_MINUTE: "100000", ASSAY_RATE_ADDRESS_PER_MINUTE: "100000" };
/** Long enough for a busy machine. */
const timeoutMilliseconds = 60_000;

export async function openPortal(env: Record<string, string> = {}, args: string[] = []): Promise<Portal> {
  assert.ok(buildPortal(), "the portal can be built");
  const adminToken = "portal-test-administrator-0123456789";
  const data = await aDataDirectory();
  // The browser first: if there is none, no service is left running.
  const browser = await launchChromium();
  const database = await openServiceDatabase(env);
  const own = { ASSAY_DATA_DIR: data.path, ASSAY_ADMIN_TOKEN: adminToken, ...database.settings };
  const assay = await startAssay({ ...own, ...settings, ...env }, args);

  async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await browser.newContext({
      locale: "en-GB",
      timezoneId: "Europe/Vienna",
      colorScheme: "light",
      viewport: { width: 1280, height: 860 },
      ...options,
    });
    context.setDefaultTimeout(timeoutMilliseconds);
    return context;
  }

  return {
    url: assay.url,
    assay,
    adminToken,
    connect: (options) => new Assay({ baseUrl: assay.url, ...options }),
    administration: new Administration({ baseUrl: assay.url, adminToken }),
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
      await database.drop();
      await data.remove();
    },
  };
}

/** The rules that depend on colours; all others depend on the document, which is the same in light and dark mode. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** axe finds no accessibility violation, in light and dark mode. */
export async function assertAccessible(page: Page): Promise<void> {
  assert.equal(page.frames().length, 1, "frames would not be checked");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: "attached" });
    // Waits for the colour transition, during which the contrast is not final.
    await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    });
    // Legacy mode omits only the content of frames, of which the portal has none, and takes half the time.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    const { violations } = await (colorScheme === "light" ? axe : axe.withRules(colourRules)).analyze();
    const messages = violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`,
    );
    assert.deepEqual(messages, [], `${page.url()} in ${colorScheme}`);
  }
}

/** Collects script errors and policy violations of a page; to be checked at the end of a test. */
export function collectPageErrors(page: Page): string[] {
  const pageErrors: string[] = [];
  page.on("pageerror", (error) => pageErrors.push(error.message));
  page.on("console", (message) => {
    // Browsers log refused requests as errors, which tests often cause on purpose.
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) pageErrors.push(message.text());
  });
  return pageErrors;
}
