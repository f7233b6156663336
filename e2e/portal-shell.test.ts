import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

const maxFirstLoadBytes = 250_000;

let portal: Portal;
let partnerKey: string;
before(async () => {
  portal = await openPortal();
  const admin = portal.administration;
  partnerKey = (await admin.createPartner({ name: "Consultancy" })).apiKey;
});
after(() => portal.close());

test("the portal's headers allow only its own scripts, no framing, no sniffing and no caching of the page", async () => {
  const page = await fetch(`${portal.url}/portal/partners`);
  const policy = page.headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]+';/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*|https?:/);
  assert.equal(page.headers.get("x-frame-options"), "DENY");
  assert.equal(page.headers.get("x-content-type-options"), "nosniff");
  assert.equal(page.headers.get("cache-control"), "no-store");
  const html = await page.text();
  assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)/, "no script in the page");
  const findNonce = (text: string) => /'nonce-([^']+)'/.exec(text)?.[1] ?? "";
  assert.ok(html.includes(findNonce(policy)));
  const again = (await fetch(`${portal.url}/portal/`)).headers.get("content-security-policy") ?? "";
  assert.notEqual(findNonce(again), findNonce(policy), "every page has a nonce of its own");

  const [script = ""] = /\/portal\/assets\/[\w-]+\.js/.exec(html) ?? [];
  const asset = await fetch(`${portal.url}${script}`, { headers: { "accept-encoding": "gzip" } });
  assert.equal(asset.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.equal(asset.headers.get("content-encoding"), "gzip");
  assert.equal(asset.headers.get("x-content-type-options"), "nosniff");
  for (const missing of ["/portal/assets/none.js", "/portal/none.png", "/portal/built-from.js"])
    assert.equal((await fetch(`${portal.url}${missing}`)).status, 404, missing);
  for (const outside of [
    "/portal/..%2f..%2fpackage.json",
    "/portal/%2e%2e/package.json",
    "/portal/assets/..%2findex.html",
  ])
    assert.doesNotMatch(await (await fetch(`${portal.url}${outside}`)).text(), /"workspaces"/, outside);
});

test("an injected script does not run", async () => {
  const page = await portal.open(portal.adminToken, "/partners");
  const refused = new Promise<string>((resolve) => page.on("console", (message) => resolve(message.text())));
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.body.append(script);
  });
  assert.match(await refused, /Content Security Policy/);
  assert.equal(await page.evaluate(() => "injected" in window), false);
});

test("the first load transfers less than 250 kB of JavaScript", async () => {
  const page = await (await portal.newContext()).newPage();
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (!response.url().endsWith(".js")) return;
    scripts.push(response.allHeaders().then((headers) => Number(headers["content-length"] ?? 0)));
  });
  await page.goto(`${portal.url}/portal/`);
  await page.getByLabel("Key or token").fill(portal.adminToken);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("No partner yet").or(page.getByRole("table")).first().waitFor();
  const bytes = (await Promise.all(scripts)).reduce((sum, one) => sum + one, 0);
  assert.ok(bytes > 50_000 && bytes < maxFirstLoadBytes, `${bytes} bytes`);
});

test("the build needs less than 250 kB of gzipped JavaScript for the first page", async () => {
  const dist = join(import.meta.dirname, "..", "portal", "dist");
  const page = await (await portal.newContext()).newPage();
  const names: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) names.push(new URL(request.url()).pathname.replace("/portal/", ""));
  });
  await page.goto(`${portal.url}/portal/`);
  await page.getByLabel("Key or token").waitFor();
  const sizes = await Promise.all(names.map(async (name) => (await readFile(join(dist, `${name}.gz`))).length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total < maxFirstLoadBytes, `${total} bytes`);
  assert.ok(
    (await Array.fromAsync(glob("assets/*.js", { cwd: dist }))).length > names.length,
    "the rest is loaded later",
  );
});

test("an unknown key is refused with a message, and a valid one opens the requested page", async () => {
  const page = await (await portal.newContext()).newPage();
  const pageErrors = collectPageErrors(page);
  await page.goto(`${portal.url}/portal/partners`);
  await page.getByLabel("Key or token").fill("no such key");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("This key is not recognised or is no longer valid.").waitFor();
  await assertAccessible(page);
  await page.getByLabel("Key or token").fill(portal.adminToken);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Partners", level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/portal/partners");
  await assertAccessible(page);
  assert.deepEqual(pageErrors, []);
});

test("the language follows the browser, can be changed in the header, and is remembered", async () => {
  const page = await portal.open(partnerKey, "/clients", { locale: "de-AT" });
  await page.getByRole("heading", { name: "Unternehmen", level: 1 }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await page.getByRole("button", { name: /^Sprache/ }).click();
  await page.getByRole("menuitem", { name: "Français" }).click();
  await page.getByRole("heading", { name: "Entreprises", level: 1 }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Entreprises", level: 1 }).waitFor();
  await page.getByRole("button", { name: /^Langue/ }).click();
  await page.getByRole("menuitem", { name: "Español" }).click();
  await page.getByRole("heading", { name: "Empresas", level: 1 }).waitFor();
  await assertAccessible(page);
});

test("the colour scheme follows the system until one is chosen", async () => {
  const page = await portal.open(partnerKey, "/clients", { colorScheme: "dark" });
  const scheme = () => page.locator("html").getAttribute("data-mantine-color-scheme");
  assert.equal(await scheme(), "dark");
  await page.getByRole("button", { name: /^Colours/ }).click();
  await page.getByRole("menuitem", { name: "Light" }).click();
  assert.equal(await scheme(), "light");
  await page.reload();
  await page.getByRole("heading", { name: "Companies", level: 1 }).waitFor();
  assert.equal(await scheme(), "light");
});

test("the keyboard skips to the content and follows links, and the new page gets the focus", async () => {
  const page = await portal.open(partnerKey, "/clients");
  await page.getByRole("heading", { name: "Companies", level: 1 }).waitFor();
  await page.keyboard.press("Tab");
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  assert.equal(await focused(), "Skip to content");
  await page.keyboard.press("Enter");
  assert.equal(new URL(page.url()).hash, "#main");
  await page.getByRole("navigation").getByRole("link", { name: "Frameworks" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Frameworks", level: 1 }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
});

test("at 360 pixels the pages fit the screen, and a button opens the navigation", async () => {
  const page = await portal.open(portal.adminToken, "/partners", { viewport: { width: 360, height: 740 } });
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const name of ["Companies", "Catalogue", "Audit log", "System", "Partners"]) {
    await page.getByRole("button", { name: "Open the navigation" }).click();
    await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    assert.ok((await widest()) <= 360, `${name} is ${await widest()} pixels wide`);
  }
  await assertAccessible(page);
});

test("unknown addresses and an unreachable service have their own messages", async () => {
  const page = await portal.open(portal.adminToken, "/nowhere");
  await page.getByRole("heading", { name: "There is nothing here", level: 1 }).waitFor();
  await assertAccessible(page);
  await page.route("**/v1/admin/partners*", (route) => route.abort());
  await page.getByRole("navigation").getByRole("link", { name: "Partners" }).click();
  await page.getByText("The service cannot be reached. Check your connection.").waitFor();
  await assertAccessible(page);
  await page.unroute("**/v1/admin/partners*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("table", { name: "Partners" }).waitFor();
});

test("an error of the service is shown with its request id", async () => {
  const page = await portal.open(portal.adminToken, "/system");
  await page.getByText("Database: OK").waitFor();
  await page.route("**/v1/admin/partners*", (route) =>
    route.fulfill({ status: 500, headers: { "x-error-code": "internal", "x-request-id": "REQUEST1" }, json: {} }),
  );
  await page.getByRole("navigation").getByRole("link", { name: "Partners" }).click();
  await page.getByText("REQUEST1").waitFor();
  await assertAccessible(page);
});

test("a session that was ended elsewhere leads to the sign-in page and back", async () => {
  const page = await portal.open(partnerKey, "/frameworks");
  const pageErrors = collectPageErrors(page);
  await page.locator("main .mantine-Accordion-control").first().waitFor();
  const elsewhere = await portal.open(partnerKey, "/clients");
  await elsewhere.getByRole("button", { name: /^Account/ }).click();
  await elsewhere.getByRole("menuitem", { name: /Sign out everywhere/ }).click();
  await elsewhere.getByLabel("Key or token").waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Companies" }).click();
  await page.getByText("Your session has ended.").waitFor();
  await page.getByLabel("Key or token").fill(partnerKey);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Companies", level: 1 }).waitFor();
  assert.deepEqual(pageErrors, []);
});
