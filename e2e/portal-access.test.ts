import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { createPortalCompany, type PortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";
import { createPortalPerson, type PortalPerson } from "./portal-person.ts";

let portal: Portal;
let company: PortalCompany;
before(async () => {
  portal = await openPortal();
  company = await createPortalCompany(portal);
});
after(() => portal.close());

const navigationOf = (page: Page) =>
  page.getByRole("navigation", { name: "Main navigation" }).getByRole("link").allInnerTexts();
const isNarrow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

let owner: PortalPerson;
let consultant: PortalPerson;

test("a person of the partner opens a client's work, which a banner says on every page, and goes back", async () => {
  const form = new FormData();
  form.append("files[]", new Blob(["The processor encrypts."]), "contract.txt");
  const { businessEntityId, controlId } = company;
  await company.assay.submitDocuments(form, { businessEntityId, controlId });
  consultant = await createPortalPerson(portal, company.partnerKey, "partner_owner", "Grace Hopper");
  const page = await consultant.open("/clients");
  const errors = collectPageErrors(page);
  await page.getByRole("button", { name: "Open: Acme GmbH" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Open: Acme GmbH" }).click();
  const banner = page.getByText("You are working at Acme GmbH as a consultant.");
  await banner.waitFor();
  await page.getByRole("heading", { level: 1 }).waitFor();
  const shown = await navigationOf(page);
  assert.ok(shown.includes("Documents") && shown.includes("New submission"), String(shown));
  for (const hidden of ["Webhook", "Keys", "Audit log", "Access of the partner", "Companies"])
    assert.ok(!shown.some((name) => name.startsWith(hidden)), hidden);
  await assertAccessible(page);
  await page.getByRole("link", { name: "Documents" }).first().click();
  await page.getByText("contract.txt").first().waitFor();
  await banner.waitFor();
  await page.reload();
  await page.getByText("contract.txt").first().waitFor();
  await page.getByRole("button", { name: "Back to your companies" }).click();
  await page.getByRole("button", { name: "Open: Acme GmbH" }).waitFor();
  assert.equal(await banner.count(), 0);
  assert.deepEqual(errors, []);
});

test("the company sees who has access and what was read, and switches it off and on", async () => {
  owner = await createPortalPerson(portal, company.key, "company_owner", "Ada Lovelace");
  const working = await consultant.open("/clients");
  await working.getByRole("button", { name: "Open: Acme GmbH" }).click();
  await working.getByText("You are working at Acme GmbH").waitFor();

  const page = await owner.open("/access");
  await page.getByRole("cell", { name: "Grace Hopper" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Switch off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
  await page.getByText("Switched off on").waitFor();

  await working.getByRole("link", { name: "Documents" }).first().click();
  await working.getByText("Acme GmbH has switched off the access of its partner.").waitFor();
  await assertAccessible(working);
  await working.getByRole("button", { name: "Back to your companies" }).click();
  await working.getByRole("button", { name: "Open: Acme GmbH" }).click();
  await working.getByText("The company has switched off the access of its partner.").waitFor();

  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch on" }).click();
  await page.getByText("Switched off on").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByText("document.read").or(page.getByText("company.read")).first().waitFor();
  await page.getByText("Grace Hopper").first().waitFor();
});

test("an owner issues a key that may only read, changes it, replaces it with an overlap and revokes it", async () => {
  const page = await owner.open("/keys");
  const errors = collectPageErrors(page);
  const row = (text: string) => page.getByRole("row").filter({ hasText: text });
  await row("Everything").first().waitFor();
  await page.getByRole("button", { name: "Issue a key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Label").fill("Build server");
  await dialog.getByLabel("Read").check();
  assert.equal(await dialog.getByLabel("Everything").isChecked(), false, "read alone is less than everything");
  await dialog.getByLabel("Networks").fill("127.0.0.0/8\nhome");
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Issue a key" }).click();
  await dialog.getByText("networks[1]").waitFor();
  await dialog.getByLabel("Networks").fill("127.0.0.0/8\n2001:db8::/32");
  await dialog.getByRole("button", { name: "Issue a key" }).click();
  const apiKey = await page.getByTestId("shown-once-key").innerText();
  await page.getByRole("button", { name: "I have copied it" }).click();
  await row("Build server").filter({ hasText: "127.0.0.0/8, 2001:db8::/32" }).waitFor();
  await assertAccessible(page);
  const issued = portal.connect({ apiKey });
  await issued.listDocuments();
  await assert.rejects(issued.getWebhook(), /scope/);

  await row("Build server").getByRole("button", { name: "Change" }).click();
  await dialog.getByLabel("Manage the webhook").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await row("Build server").filter({ hasText: "Read, Manage the webhook" }).waitFor();

  await row("Build server").getByRole("button", { name: "Replace" }).click();
  await dialog.getByLabel("The old key is valid for").selectOption("1 hour");
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Replace" }).click();
  const replacing = await page.getByTestId("shown-once-key").innerText();
  assert.notEqual(replacing, apiKey);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await row("until").waitFor();
  await portal.connect({ apiKey: replacing }).listDocuments();
  await issued.listDocuments();

  await row("until").getByRole("button", { name: "Revoke" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await row("Revoked").waitFor();
  await assert.rejects(issued.listDocuments(), /not a recognised key/);
  assert.deepEqual(errors, []);
});

test("the partner's owner reissues a key of a company", async () => {
  const page = await consultant.open("/clients");
  await page.getByRole("link", { name: "Keys: Acme GmbH" }).click();
  await page.getByRole("heading", { name: "Keys of Acme GmbH" }).waitFor();
  await page.getByRole("row").filter({ hasText: "Active" }).first().getByRole("button", { name: "Replace" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace" }).click();
  const apiKey = await page.getByTestId("shown-once-key").innerText();
  assert.match(apiKey, /^assay_company_/);
});

test("the pages fit a phone, in German, French and Spanish", async () => {
  const pages: [PortalPerson, string, Record<string, string>][] = [
    [owner, "/keys", { "de-AT": "Schlüssel ausstellen", "fr-FR": "Émettre une clé", "es-ES": "Emitir una clave" }],
    [owner, "/access", { "de-AT": "Abschalten", "fr-FR": "Désactiver", "es-ES": "Desactivar" }],
    [consultant, "/clients", { "de-AT": "Öffnen", "fr-FR": "Ouvrir", "es-ES": "Abrir" }],
  ];
  for (const [person, path, labels] of pages)
    for (const [locale, label] of Object.entries(labels)) {
      const page = await person.open(path, { locale, viewport: { width: 390, height: 844 } });
      await page.getByRole("button", { name: label }).first().waitFor();
      assert.ok(await isNarrow(page), `${path} in ${locale}`);
      if (locale === "de-AT") await assertAccessible(page);
      await page.context().close();
    }
});
