import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

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
