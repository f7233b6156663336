import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { clientSecret, type OpenIdProvider, startOpenIdProvider } from "../server/src/testing/openid-provider.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
let provider: OpenIdProvider;
before(async () => {
  provider = await startOpenIdProvider();
  portal = await openPortal({
    ASSAY_OIDC_ISSUER: provider.issuer,
    ASSAY_OIDC_NAME: "Example Login",
    ASSAY_OIDC_CLIENT_ID: "assay",
    ASSAY_OIDC_CLIENT_SECRET: clientSecret,
    ASSAY_OIDC_SCOPE: "openid email profile groups",
    ASSAY_OIDC_OPERATOR_GROUPS: "operators",
    ASSAY_OIDC_ALLOW_PRIVATE: "true",
  });
  provider.serve(portal.url);
});
after(async () => {
  await portal.close();
  await provider.close();
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await portal.newContext(options)).newPage();
  await page.goto(`${portal.url}/portal${path}`);
  return page;
}

const claims = (groups: string[]) => ({ email: "ada@example.com", email_verified: true, name: "Ada Lovelace", groups });

test("a person signs in with the provider, returns to the page that asked for it, and signs out there, too", async () => {
  provider.person = { subject: "ada", claims: claims(["operators"]) };
  const page = await open("/system");
  const errors = collectPageErrors(page);
  const button = page.getByRole("button", { name: "Sign in with Example Login" });
  await button.waitFor();
  await assertAccessible(page);
  await button.click();
  await page.getByRole("button", { name: /Ada Lovelace/ }).waitFor();
  assert.equal(page.url(), `${portal.url}/portal/system`);
  await page.getByRole("button", { name: /Ada Lovelace/ }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await page.waitForURL((url) => url.origin === provider.issuer);
  assert.match(await page.locator("body").innerText(), /sign-out/i);
  assert.deepEqual(errors, []);
});

test("a person without a role reads why, in the own language and on a phone", async () => {
  provider.person = { subject: "eve", claims: { ...claims([]), email: "eve@example.com" } };
  const page = await open("/sign-in", { locale: "de-AT", viewport: { width: 390, height: 844 } });
  await page.getByRole("button", { name: "Mit Example Login anmelden" }).click();
  await page.getByText("Die Anmeldung hat nicht funktioniert.").waitFor();
  assert.equal(page.url(), `${portal.url}/portal/sign-in/callback`, "the code is not in the address");
  await assertAccessible(page);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await page.getByRole("button", { name: "Zurück zur Anmeldeseite" }).click();
  await page.getByRole("button", { name: "Mit Example Login anmelden" }).waitFor();
});
