import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const password = "correct horse battery";

/** The address of an invitation's link. */
async function anInvitation(email: string): Promise<string> {
  const answer = await fetch(`${portal.url}/v1/invitations`, {
    method: "POST",
    headers: { authorization: `Bearer ${portal.adminToken}`, "content-type": "application/json" },
    body: JSON.stringify({ email, name: "Ada Lovelace", role: "operator" }),
  });
  const { path } = (await answer.json()) as { path: string };
  return `${portal.url}${path}`;
}

async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await portal.newContext(options)).newPage();
  await page.goto(address);
  return page;
}

test("an invited person accepts, signs in with the password and is named in the header", async () => {
  const address = await anInvitation("ada@example.com");
  const page = await open(address);
  const errors = collectPageErrors(page);
  await page.getByText("The operator of this service has invited you.").waitFor();
  assert.equal(await page.getByLabel("Your name").inputValue(), "Ada Lovelace");
  await assertAccessible(page);
  const field = page.getByLabel("Password", { exact: true });
  await field.fill("password12345");
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByText("Choose another password").waitFor();
  await field.fill(password);
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByLabel("Email address").fill("ada@example.com");
  await assertAccessible(page);
  await field.fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("The email address or the password is wrong.").waitFor();
  await field.fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: /Ada Lovelace/ }).waitFor();
  await page.getByRole("link", { name: "Partners" }).first().waitFor();
  assert.deepEqual(errors, []);

  const again = await open(address);
  await again.getByText("This invitation has been used").waitFor();
});

test("the invitation is in the reader's language and fits a phone", async () => {
  const page = await open(await anInvitation("grace@example.com"), {
    ...{ locale: "de-AT", viewport: { width: 390, height: 844 } },
  });
  await page.getByText("Sie wurden von dem Betreiber dieses Dienstes eingeladen. Ihre Rolle: Betreiber.").waitFor();
  await assertAccessible(page);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
});
