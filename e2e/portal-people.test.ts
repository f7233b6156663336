import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { type MailServer, startMailServer } from "../server/src/testing/mail-server.ts";
import { createPortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";
import { createPortalPerson, type PortalPerson } from "./portal-person.ts";

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

const isNarrow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const dialogOf = (page: Page) => page.getByRole("dialog");

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions: ${name}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Accepts the invitation in a browser of the invited person, and signs in there. */
async function accept(link: string): Promise<Page> {
  const page = await open(link);
  const field = page.getByLabel("Password", { exact: true });
  await field.fill(password);
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByLabel("Email address").fill("grace.hopper@example.com");
  await field.fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: /Grace Hopper/ }).waitFor();
  return page;
}

let companyKey: string;
let owner: PortalPerson;

test("an owner invites a person, who accepts by the link, gets another role and is removed", async () => {
  ({ key: companyKey } = await createPortalCompany(portal));
  owner = await createPortalPerson(portal, companyKey, "company_owner", "Mary Owner");
  const page = await owner.open("/overview");
  const errors = collectPageErrors(page);
  await page.getByRole("navigation").getByRole("link", { name: "People" }).click();
  await rowOf(page, "Mary Owner").filter({ hasText: "You" }).filter({ hasText: "Owner" }).waitFor();
  await page.getByText("No invitation is open.").waitFor();

  await page.getByRole("button", { name: "Invite a person" }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "Invite" }).click();
  await dialog.getByText("Enter an email address.").waitFor();
  await dialog.getByLabel("Email address").fill("mary.owner@example.com");
  await dialog.getByLabel("Name").fill("Grace Hopper");
  assert.equal(await dialog.getByLabel("Reviewer").isChecked(), true);
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Invite" }).click();
  await dialog.getByText("This person is a member already.").waitFor();
  await dialog.getByLabel("Email address").fill("grace.hopper@example.com");
  await dialog.getByRole("button", { name: "Invite" }).click();
  await dialog.getByText("This service sends no mails.").waitFor();
  const replaced = await page.getByTestId("invitation-link").innerText();
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "New link: grace.hopper@example.com" }).click();
  await dialog.getByRole("button", { name: "Invite" }).click();
  const link = await page.getByTestId("invitation-link").innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  await assertAccessible(page);
  await (await open(replaced)).getByText("This invitation has been used or withdrawn").waitFor();

  const invited = await accept(link);
  assert.equal(await invited.getByRole("navigation").getByRole("link", { name: "People" }).count(), 0);
  await invited.goto(`${portal.url}/portal/people`);
  await rowOf(invited, "Mary Owner").waitFor();
  assert.equal(await invited.getByRole("button", { name: /^Actions/ }).count(), 0, "a reviewer only sees the people");

  await page.reload();
  await rowOf(page, "Grace Hopper").filter({ hasText: "Reviewer" }).waitFor();
  await page.getByText("No invitation is open.").waitFor();
  await page.getByRole("button", { name: "Actions: Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("menuitem", { name: "Change the role" }).click();
  await dialog.getByLabel("Reader").check();
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await rowOf(page, "Grace Hopper").filter({ hasText: "Reader" }).waitFor();

  await choose(page, "Grace Hopper", "End sessions");
  await dialog.getByRole("button", { name: "End sessions" }).click();
  await page.getByText("The sessions of Grace Hopper have ended.").waitFor();
  await invited.reload();
  await invited.getByRole("button", { name: "Sign in" }).waitFor();

  await choose(page, "Grace Hopper", "Remove");
  await dialog.getByText("To come back, a new invitation is needed.").waitFor();
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await rowOf(page, "Grace Hopper").waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
});

test("the last owner can neither be removed nor get a lesser role, and reads why", async () => {
  const page = await owner.open("/people");
  await choose(page, "Mary Owner", "Change the role");
  await dialogOf(page).getByLabel("Reader").check();
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await dialogOf(page).getByText("Somebody else must be able to manage people first").waitFor();
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await choose(page, "Mary Owner", "Remove");
  await dialogOf(page).getByRole("button", { name: "Remove" }).click();
  await dialogOf(page).getByText("Somebody else must be able to manage people first").waitFor();
});

test("an owner who takes a lesser role no longer manages people", async () => {
  const page = await owner.open("/people");
  await page.getByRole("button", { name: "Invite a person" }).click();
  await dialogOf(page).getByLabel("Email address").fill("grace.hopper@example.com");
  await dialogOf(page).getByLabel("Name").fill("Grace Hopper");
  await dialogOf(page).getByLabel("Owner").check();
  await dialogOf(page).getByRole("button", { name: "Invite" }).click();
  const invited = await accept(await page.getByTestId("invitation-link").innerText());
  await dialogOf(page).getByRole("button", { name: "Done" }).click();
  await choose(page, "Mary Owner", "Change the role");
  await dialogOf(page).getByText("This is your own role.").waitFor();
  await dialogOf(page).getByLabel("Reader").check();
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Invite a person" }).waitFor({ state: "detached" });
  await page.getByRole("navigation").getByRole("link", { name: "People" }).waitFor({ state: "detached" });

  await invited.goto(`${portal.url}/portal/people`);
  await choose(invited, "Mary Owner", "Change the role");
  await dialogOf(invited).getByLabel("Owner").check();
  await dialogOf(invited).getByRole("button", { name: "Save" }).click();
  await rowOf(invited, "Mary Owner").filter({ hasText: "Reader" }).waitFor({ state: "detached" });
  await choose(invited, "Grace Hopper", "Remove");
  await dialogOf(invited).getByText("This is you.").waitFor();
  await dialogOf(invited).getByRole("button", { name: "Remove" }).click();
  await invited.getByRole("button", { name: "Sign in" }).waitFor();
});

test("where there is a mail server, the link is mailed and not shown", async () => {
  const server = await startMailServer();
  const arrived = new Promise<MailServer["mails"][number]>((resolve) => {
    server.onMessage = resolve;
  });
  const mailing = await openPortal({
    ...{ ASSAY_SMTP_HOST: "127.0.0.1", ASSAY_SMTP_PORT: String(server.port), ASSAY_SMTP_SECURITY: "none" },
    ...{ ASSAY_SMTP_FROM: "Assay <assay@example.com>", ASSAY_PUBLIC_URL: "https://assay.example.com" },
  });
  try {
    const page = await mailing.open(mailing.adminToken, "/people");
    await page.getByText("Invite the first operator.").waitFor();
    await page.getByRole("button", { name: "Invite a person" }).click();
    await dialogOf(page).getByLabel("Email address").fill("ada@example.com");
    await dialogOf(page).getByLabel("Name").fill("Ada Lovelace");
    await dialogOf(page).getByLabel("Language of the mail").selectOption("Deutsch");
    await dialogOf(page).getByRole("button", { name: "Invite" }).click();
    await page.getByText("A mail with the link is on its way to ada@example.com.").waitFor();
    assert.equal(await page.getByTestId("invitation-link").count(), 0);
    await dialogOf(page).getByRole("button", { name: "Done" }).click();
    const { to, text = "" } = await arrived;
    assert.equal(to?.[0]?.address, "ada@example.com");
    assert.match(text, /Sie sind eingeladen/);
    const [, path = ""] = /https:\/\/assay\.example\.com(\/portal\/invitation#[\w-]+)/.exec(text) ?? [];
    await page.goto(`${mailing.url}${path}`);
    await page.getByText("The operator of this service has invited you.").waitFor();
  } finally {
    await mailing.close();
    await server.close();
  }
});

test("a key only sees the people once there is an owner, and the administrator token invites operators", async () => {
  const page = await portal.open(companyKey, "/people");
  await page.getByText("You are signed in with a key. Your organisation has an owner").waitFor();
  await rowOf(page, "Mary Owner").waitFor();
  assert.equal(await page.getByRole("button", { name: "Invite a person" }).count(), 0);
  await assertAccessible(page);

  const administrator = await portal.open(portal.adminToken, "/people");
  await rowOf(administrator, "ada@example.com").first().waitFor();
  await rowOf(administrator, "grace@example.com")
    .getByRole("button", { name: /^Withdraw/ })
    .click();
  await dialogOf(administrator).getByRole("button", { name: "Withdraw" }).click();
  await administrator.getByText("No invitation is open.").waitFor();
});

test("the people fit a phone, in German, French and Spanish", async () => {
  for (const [locale, label] of Object.entries({
    "de-AT": "Person einladen",
    "fr-FR": "Inviter",
    "es-ES": "Invitar",
  })) {
    const page = await owner.open("/people", { locale, viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: label }).click();
    await dialogOf(page).getByRole("radio").first().waitFor();
    assert.ok(await isNarrow(page), locale);
    if (locale === "de-AT") await assertAccessible(page);
    await page.context().close();
  }
});
