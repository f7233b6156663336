import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAccessible, listenForTrouble, openPortal, type Portal } from "./portal-opener.ts";

let portal: Portal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test("a key that is not recognised is refused in words, and the right one leads to the page that was asked for", async () => {
  const page = await (await portal.newContext()).newPage();
  const trouble = listenForTrouble(page);
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
  assert.deepEqual(trouble, []);
});
