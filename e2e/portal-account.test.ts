import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { stepAt, totpCode } from "../server/src/people/totp.ts";
import { createPortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";
import { createPortalPerson, type PortalPerson, personPassword } from "./portal-person.ts";

let portal: Portal;
let companyKey: string;
let owner: PortalPerson;
before(async () => {
  portal = await openPortal();
  ({ key: companyKey } = await createPortalCompany(portal));
  owner = await createPortalPerson(portal, companyKey, "company_owner", "Ada Lovelace");
});
after(() => portal.close());

const changedPassword = "another horse battery";
const dialogOf = (page: Page) => page.getByRole("dialog");
const part = (page: Page, name: string) => page.getByRole("region", { name });

/** RFC 4648 without padding. */
function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll(" ", "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

async function signIn(page: Page, email: string, password: string, code?: string): Promise<void> {
  await page.goto(`${portal.url}/portal/sign-in`);
  await page.getByText("With an account").click();
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  if (code === undefined) return;
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a person sees where the account is signed in and ends another session", async () => {
  const other = await owner.open("/overview");
  const page = await owner.open("/overview");
  const errors = collectPageErrors(page);
  await page.getByRole("button", { name: /Ada Lovelace/ }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  await page.getByRole("heading", { name: "Your account", level: 1 }).waitFor();
  await page.getByText("ada.lovelace@example.com").waitFor();
  await part(page, "Organisations").getByText("Acme GmbH: Owner").waitFor();
  const sessions = part(page, "Where you are signed in").getByTestId("session");
  await sessions.filter({ hasText: "This session" }).waitFor();
  assert.equal(await sessions.count(), 2);
  await assertAccessible(page);
  await sessions.getByRole("button", { name: /^End/ }).click();
  await assertAccessible(page);
  await dialogOf(page).getByRole("button", { name: "End" }).click();
  await sessions.nth(1).waitFor({ state: "detached" });
  await other.reload();
  await other.getByRole("button", { name: "Sign in" }).waitFor();
  await part(page, "Notifications").getByRole("link", { name: "Choose mails" }).click();
  await page.getByRole("heading", { name: "Notifications", level: 1 }).waitFor();
  assert.deepEqual(errors, []);
});

test("a password is changed with the current one, which ends the other sessions", async () => {
  const other = await owner.open("/overview");
  const page = await owner.open("/account");
  await part(page, "Password").getByRole("button", { name: "Change the password" }).click();
  const dialog = dialogOf(page);
  const save = () => dialog.getByRole("button", { name: "Change the password" }).click();
  await save();
  await dialog.getByText("Enter a new password.").waitFor();
  await dialog.getByLabel("Current password").fill("not the password");
  await dialog.getByLabel("New password").fill(changedPassword);
  await save();
  await dialog.getByText("The password is wrong.").waitFor();
  await assertAccessible(page);
  await dialog.getByLabel("Current password").fill(personPassword);
  await dialog.getByLabel("New password").fill("password12345");
  await save();
  await dialog.getByText("This password is one of the most common ones").waitFor();
  await dialog.getByLabel("New password").fill(changedPassword);
  await save();
  await page.getByText("The password has changed.").waitFor();
  await other.reload();
  await other.getByRole("button", { name: "Sign in" }).waitFor();
  await signIn(other, owner.email, personPassword);
  await other.getByText("The email address or the password is wrong.").waitFor();
  await signIn(other, owner.email, changedPassword);
  await other.getByRole("button", { name: /Ada Lovelace/ }).waitFor();
});

test("a second factor is set up with an app's code, shows recovery codes once and is removed with the password", async () => {
  const page = await (await portal.newContext()).newPage();
  const errors = collectPageErrors(page);
  await signIn(page, owner.email, changedPassword);
  await page.getByRole("button", { name: /Ada Lovelace/ }).waitFor();
  await page.goto(`${portal.url}/portal/account`);
  const factor = part(page, "Second factor");
  await factor.getByText("Off").waitFor();
  await factor.getByRole("button", { name: "Set up" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Password", { exact: true }).fill(changedPassword);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const modules = dialog.getByRole("img", { name: "QR code for the authenticator app" }).locator("path");
  assert.match((await modules.getAttribute("d")) ?? "", /^M[\d MLZ]{1000,}$/);
  const secret = fromBase32(await page.getByTestId("factor-secret").innerText());
  assert.equal(secret.length, 20);
  await assertAccessible(page);
  await dialog.getByRole("textbox", { name: "Code" }).fill("000000");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText("The code is wrong. Is the clock of your device right?").waitFor();
  const step = stepAt(new Date());
  await dialog.getByRole("textbox", { name: "Code" }).fill(totpCode(secret, step).replace(/^(.{3})/, "$1 "));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const codes = (await page.getByTestId("recovery-codes").innerText()).split("\n");
  assert.equal(codes.length, 10);
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await factor.getByText("10 recovery codes are left.").waitFor();
  assert.equal((await page.content()).includes(codes[0] ?? "-"), false, "shown once");

  const other = await (await portal.newContext()).newPage();
  await signIn(other, owner.email, changedPassword, codes[0]);
  await other.getByRole("button", { name: /Ada Lovelace/ }).waitFor();
  await page.reload();
  await factor.getByText("9 recovery codes are left.").waitFor();

  await factor.getByRole("button", { name: "Remove" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill("not the password");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await dialog.getByText("The password is wrong.").waitFor();
  await assertAccessible(page);
  await dialog.getByLabel("Password", { exact: true }).fill(changedPassword);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await factor.getByText("Off").waitFor();
  assert.deepEqual(errors, []);
});

test("an operator resets the second factor of a person who has lost it", async () => {
  const person = await createPortalPerson(portal, portal.adminToken, "operator", "Mary Shelley");
  const { request } = (await person.open("/account")).context();
  const address = `${portal.url}/v1/account/second-factor`;
  const headers = { "x-assay-session": "1" };
  const begun = await request.post(address, { data: { password: personPassword }, headers });
  const { secret } = (await begun.json()) as { secret: string };
  const code = totpCode(fromBase32(secret), stepAt(new Date()));
  assert.equal((await request.put(address, { data: { code }, headers })).status(), 200);
  const page = await portal.open(portal.adminToken, "/people");
  const row = page.getByRole("row").filter({ hasText: "Mary Shelley" });
  await row.filter({ hasText: "On" }).waitFor();
  await page.getByRole("button", { name: "Actions: Mary Shelley" }).click();
  await page.getByRole("menuitem", { name: "Reset the second factor" }).click();
  await dialogOf(page).getByRole("button", { name: "Reset the second factor" }).click();
  await row.filter({ hasText: "Off" }).waitFor();
  const other = await (await portal.newContext()).newPage();
  await signIn(other, person.email, personPassword);
  await other.getByRole("button", { name: /Mary Shelley/ }).waitFor();
});

test("a person with two organisations switches between them", async () => {
  const { key } = await createPortalCompany(portal, "Beta GmbH");
  await createPortalPerson(portal, portal.adminToken, "operator", "Joan Clarke");
  const person = await createPortalPerson(portal, key, "company_reader", "Joan Clarke");
  const page = await person.open("/account");
  const organisations = part(page, "Organisations");
  const link = (name: string) => page.getByRole("navigation").getByRole("link", { name });
  for (const [organisation, place] of [
    ["Beta GmbH", "Reviews"],
    ["Operator of this service", "Partners"],
    ["Beta GmbH", "Reviews"],
  ] as const) {
    const row = organisations.getByTestId("membership").filter({ hasText: organisation });
    await row.waitFor();
    if ((await row.getByText("Open now").count()) > 0) continue;
    await row.getByRole("button", { name: `Switch: ${organisation}` }).click();
    await link(place).first().waitFor();
    await page.goto(`${portal.url}/portal/account`);
    await row.getByText("Open now").waitFor();
  }
  assert.equal(await link("Partners").count(), 0);
});

test("the account's page fits a phone, in German, French and Spanish, and says why a key has none", async () => {
  const person = await createPortalPerson(portal, portal.adminToken, "operator", "Grace Hopper");
  const labels = { "de-AT": "Passwort ändern", "fr-FR": "Modifier le mot de passe", "es-ES": "Cambiar la contraseña" };
  for (const [locale, label] of Object.entries(labels)) {
    const page = await person.open("/account", { locale, viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: label }).waitFor();
    await page.getByTestId("session").first().waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), locale);
    if (locale === "de-AT") await assertAccessible(page);
    await page.context().close();
  }
  const page = await portal.open(companyKey, "/account");
  await page.getByText("This is for people with an account; you are signed in without one.").waitFor();
});
