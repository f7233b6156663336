import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { until } from "../server/src/testing/until.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

/** A name with HTML, which must be shown as text. */
const hostile = `<img src=x onerror="document.title='owned'"><b>& "Söhne"`;

let portal: Portal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

/** Reads the key from the dialog and closes it. */
async function readKey(page: Page): Promise<string> {
  const shown = page.getByTestId("shown-once-key");
  await shown.waitFor();
  const key = (await shown.innerText()).trim();
  await page.getByRole("button", { name: "I have copied it" }).click();
  await shown.waitFor({ state: "detached" });
  return key;
}

const listFrameworks = async (apiKey: string) =>
  (await portal.connect({ apiKey }).listComplianceFrameworks()).frameworks;

test("the administrator creates a partner, issues, rotates and revokes keys, and sets frameworks and limits", async () => {
  const page = await portal.open(portal.adminToken, "/partners");
  const pageErrors = collectPageErrors(page);
  await page.getByText("No partner yet").waitFor();
  await assertAccessible(page);

  await page.getByRole("button", { name: "New partner" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(hostile);
  await assertAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "New partner" }).click();
  await page.getByTestId("shown-once-key").waitFor();
  await assertAccessible(page);
  const first = await readKey(page);
  assert.match(first, /^assay_partner_/);
  assert.ok((await listFrameworks(first)).length > 1, "the key works");

  await page.getByRole("link", { name: hostile }).click();
  await page.getByRole("heading", { name: hostile, level: 1 }).waitFor();
  assert.equal(await page.locator("img[src=x]").count(), 0, "a hostile name is shown as text");
  assert.notEqual(await page.title(), "owned");

  await page.getByRole("button", { name: "Issue a key" }).click();
  await page.getByLabel("Expires on").fill("2020-01-01");
  await page.getByRole("dialog").getByRole("button", { name: "Issue a key" }).click();
  await page.getByText("Choose a day in the future.").waitFor();
  await page.getByLabel("Expires on").fill("2100-01-31");
  await page.getByRole("dialog").getByRole("button", { name: "Issue a key" }).click();
  const second = await readKey(page);
  await page.getByRole("cell", { name: "31 Jan 2100" }).waitFor();

  const endOf = (key: string) => `…${key.slice(-4)}`;
  await page.getByRole("button", { name: new RegExp(`Rotate: .*${endOf(first)}`) }).click();
  await page.getByText(/stays valid until you revoke it: it does not expire by itself/).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
  const third = await readKey(page);
  await page.getByRole("button", { name: new RegExp(`Revoke: .*${endOf(first)}`) }).click();
  await assertAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("cell", { name: "Revoked" }).waitFor();
  await assert.rejects(listFrameworks(first), { code: "unauthenticated" });
  for (const key of [second, third]) assert.ok((await listFrameworks(key)).length > 1);

  await page.getByRole("checkbox", { name: /Every framework/ }).uncheck();
  for (const box of await page.getByRole("checkbox", { name: /Data processing agreement/i }).all()) await box.check();
  const frameworks = (await portal.administration.listFrameworks()).frameworks;
  for (const { name, code } of frameworks)
    if (code !== "GDPR") await page.getByRole("checkbox", { name, exact: true }).uncheck();
  await page.getByRole("button", { name: "Save: What it may use" }).click();
  await page.getByText("Saved").first().waitFor();
  await until(async () => (await listFrameworks(second)).length === 1, 10);
  assert.deepEqual(
    (await listFrameworks(second)).map(({ code }) => code),
    ["GDPR"],
  );

  await page.getByLabel("Requests per minute, partner key").fill("77");
  await page.getByRole("button", { name: "Save: Limits" }).click();
  await until(async () => {
    const [partner] = (await portal.administration.listPartners()).partners;
    return partner?.limits.partnerPerMinute === 77;
  }, 10);
  await page.getByText("Last used").first().waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Renamed & Co");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Renamed & Co", level: 1 }).waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Partners" }).click();
  await page.getByLabel("Search by name").fill("nobody");
  await page.getByRole("heading", { name: "No partner matches" }).waitFor();
  await page.getByLabel("Search by name").fill("RENAMED");
  await page.getByRole("link", { name: "Renamed & Co" }).waitFor();
  assert.deepEqual(pageErrors, []);
});

test("keys remain in no page, browser storage or log", async () => {
  const page = await portal.open(portal.adminToken, "/partners");
  await page.getByRole("button", { name: "New partner" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Secretive");
  await page.getByRole("dialog").getByRole("button", { name: "New partner" }).click();
  const key = await readKey(page);
  const secret = key.slice("assay_partner_".length);
  const readPageState = async () =>
    page.evaluate(() =>
      JSON.stringify([
        document.documentElement.outerHTML,
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        history.state,
        location.href,
      ]),
    );
  assert.ok(!(await readPageState()).includes(secret), "the page no longer contains the key");
  await page.getByRole("link", { name: "Secretive" }).click();
  await page.getByRole("heading", { name: "Secretive" }).waitFor();
  assert.ok(!(await readPageState()).includes(secret));
  await page.reload();
  await page.getByRole("heading", { name: "Secretive" }).waitFor();
  assert.ok(!(await readPageState()).includes(secret));
  const databases = await page.evaluate(async () => (await indexedDB.databases()).length);
  assert.equal(databases, 0);
  const [cookie, ...others] = await page.context().cookies();
  assert.deepEqual([cookie?.name, cookie?.httpOnly, cookie?.sameSite, others], ["assay_session", true, "Strict", []]);

  // Signing in with the key does not store it.
  const own = await (await portal.newContext()).newPage();
  await own.goto(`${portal.url}/portal/`);
  await own.getByLabel("Key or token").fill(key);
  await own.getByRole("button", { name: "Sign in" }).click();
  await own.getByRole("heading", { name: "Companies", level: 1 }).waitFor();
  const state = await own.evaluate(() =>
    JSON.stringify([document.documentElement.outerHTML, { ...localStorage }, { ...sessionStorage }, location.href]),
  );
  assert.ok(!state.includes(secret));
  for (const hidden of [secret, cookie?.value ?? "none", portal.adminToken])
    assert.ok(!portal.assay.output().includes(hidden), "the service's log contains neither keys nor cookies");
});

test("the administrator finds a company, approves and archives its entities, and issues it a key", async () => {
  const admin = portal.administration;
  const { apiKey } = await admin.createPartner({ name: "Consultancy" });
  const partner = portal.connect({ apiKey });
  const onboarded = await partner.onboardCompany({ name: `Acme ${hostile}`, city: "Linz", country: "AT" });
  await partner.onboardCompany({ name: "Zebra SARL" });
  const company = portal.connect({ apiKey: onboarded.companyApiKey });
  await company.createBusinessEntity({ name: `Branch ${hostile}` });

  const page = await portal.open(portal.adminToken, "/companies", { viewport: { width: 1440, height: 900 } });
  const pageErrors = collectPageErrors(page);
  await page.getByRole("link", { name: "Zebra SARL" }).waitFor();
  await assertAccessible(page);
  await page.getByLabel("Search by name").fill("acme");
  await page.getByRole("link", { name: "Zebra SARL" }).waitFor({ state: "detached" });
  await page.getByText("1 to approve").waitFor();
  await page.getByRole("link", { name: /^Acme/ }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("switch", { name: /^Approve Branch/ }).waitFor();
  await assertAccessible(page);
  await drawer.getByRole("switch", { name: /^Approve Branch/ }).press("Space");
  await drawer.getByRole("switch", { name: /^Archive Branch/ }).press("Space");
  const confirmation = page.getByRole("dialog", { name: /^Archive Branch/ });
  await confirmation.getByText(/^Acme .* can submit no more documents for Branch/).waitFor();
  await assertAccessible(page);
  await confirmation.getByRole("button", { name: "Archive" }).click();
  await until(async () => {
    const [branch] = (await company.listBusinessEntities()).businessEntities;
    return branch?.isApproved === true && branch.isArchived;
  }, 10);
  await drawer.getByRole("button", { name: "Issue a key" }).click();
  await page.getByRole("dialog", { name: "Issue another key" }).getByRole("button", { name: "Issue a key" }).click();
  const key = await readKey(page);
  const revoke = await drawer
    .getByRole("button", { name: /^Revoke: / })
    .first()
    .boundingBox();
  assert.ok(revoke !== null && revoke.x + revoke.width <= 1440 - 16, JSON.stringify(revoke));
  assert.equal((await portal.connect({ apiKey: key }).getCompany(onboarded.companyId)).city, "Linz");
  assert.equal(await page.locator("img[src=x]").count(), 0);
  assert.deepEqual(pageErrors, []);
});

test("the administrator sees what a partner and a company use, and changes their quotas", async () => {
  const admin = portal.administration;
  const { apiKey, partnerId } = await admin.createPartner({ name: "Held to quotas" });
  const { companyId } = await portal.connect({ apiKey }).onboardCompany({ name: "Stores much" });
  const page = await portal.open(portal.adminToken, `/partners/${partnerId}`);
  const pageErrors = collectPageErrors(page);
  const quotas = page.getByRole("region", { name: "Quotas" });
  const companies = quotas.getByRole("textbox", { name: "Companies" });
  await quotas.getByText("1 of 10,000 used").waitFor();
  assert.equal(await companies.getAttribute("placeholder"), "10,000");
  await companies.fill("25");
  await quotas.getByRole("button", { name: "Save: Quotas" }).click();
  await quotas.getByText("1 of 25 used").waitFor();
  await assertAccessible(page);
  assert.deepEqual((await admin.getPartnerQuotas(partnerId)).overrides, { companies: 25 });
  await companies.fill("");
  await quotas.getByRole("button", { name: "Save: Quotas" }).click();
  await quotas.getByText("1 of 10,000 used").waitFor();
  assert.deepEqual((await admin.getPartnerQuotas(partnerId)).overrides, {});

  await page.goto(`${portal.url}/portal/companies?company=${companyId}`);
  await quotas.getByRole("textbox", { name: "Stored files (MB)" }).fill("1.5");
  await quotas.getByRole("textbox", { name: "Files in archives and mails" }).fill("300");
  assert.equal(await companies.count(), 0);
  await quotas.getByRole("button", { name: "Save: Quotas" }).click();
  await quotas.getByText("of 1.5 MB used").waitFor();
  await assertAccessible(page);
  const { overrides, storedBytes } = await admin.getCompanyQuotas(companyId);
  assert.deepEqual(overrides, { storedBytes: 1_500_000, archiveMembers: 300 });
  assert.deepEqual(storedBytes, { used: 0, allowed: 1_500_000 });
  const { entries } = await admin.listAuditLog({ action: "quotas.replaced" });
  assert.deepEqual(
    entries.map(({ subjectId, subjectName }) => [subjectId, subjectName]),
    [companyId, partnerId, partnerId].map((id) => [id, id === companyId ? "Stores much" : "Held to quotas"]),
  );
  assert.deepEqual(pageErrors, []);
});

test("the administrator erases a company only after typing its name", async () => {
  const admin = portal.administration;
  const { apiKey } = await admin.createPartner({ name: "Consultancy" });
  const { companyId, companyApiKey } = await portal.connect({ apiKey }).onboardCompany({ name: `Leaves ${hostile}` });
  const page = await portal.open(portal.adminToken, "/companies");
  const pageErrors = collectPageErrors(page);
  await page.getByRole("link", { name: /^Leaves/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click();
  const dialog = page.getByRole("dialog", { name: /^Erase Leaves/ });
  const confirm = dialog.getByRole("button", { name: "Erase" });
  await confirm.waitFor();
  await assertAccessible(page);
  assert.equal(await confirm.isDisabled(), true);
  await dialog.getByRole("textbox").fill("Leaves");
  assert.equal(await confirm.isDisabled(), true);
  await dialog.getByRole("textbox").press("Enter");
  assert.equal((await portal.connect({ apiKey: companyApiKey }).getCompany(companyId)).id, companyId);
  await dialog.getByRole("textbox").fill(`Leaves ${hostile}`);
  await confirm.click();
  await page.getByText("The company is being erased.").waitFor();
  await page.getByRole("link", { name: /^Leaves/ }).waitFor({ state: "detached" });
  await assert.rejects(portal.connect({ apiKey: companyApiKey }).getCompany(companyId), /401|recognised/);
  assert.equal(await page.locator("img[src=x]").count(), 0);
  assert.deepEqual(pageErrors, []);
});

test("the administrator views the catalogue, archives a cluster, marks an item obsolete and imports after a preview", async () => {
  const page = await portal.open(portal.adminToken, "/catalogue");
  const pageErrors = collectPageErrors(page);
  await page.getByText("Choose a control").waitFor();
  await page.getByRole("navigation", { name: "Controls" }).getByRole("link").first().click();
  await page
    .getByRole("button", { name: /^Archive: / })
    .first()
    .waitFor();
  await page.locator("main .mantine-Accordion-control").first().click();
  await page.getByText("Criteria", { exact: true }).first().waitFor();
  await page.getByRole("navigation", { name: "Controls" }).getByRole("link").first().hover();
  await assertAccessible(page);
  await page
    .getByRole("button", { name: /^Mark as obsolete: / })
    .first()
    .click();
  await page
    .getByRole("button", { name: /^Restore/ })
    .first()
    .waitFor();
  await page
    .getByRole("button", { name: /^Archive: / })
    .first()
    .click();
  const confirmation = page.getByRole("dialog", { name: /^Archive / });
  await confirmation.getByText(/no submission of any partner or company is judged by the \d+ requirements/).waitFor();
  await assertAccessible(page);
  await confirmation.getByRole("button", { name: "Archive" }).click();
  await page.getByText("Archived", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Import" }).click();
  const choose = page.locator("input[type=file]");
  await choose.setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("no json") });
  await page.getByText("This file is neither JSON nor a spreadsheet (XLSX or CSV).").waitFor();
  const broken = Buffer.from(JSON.stringify({ code: hostile }));
  await choose.setInputFiles({ name: `${hostile}.json`, mimeType: "application/json", buffer: broken });
  await page.getByText(/problems; nothing can be imported/).waitFor();
  assert.equal(await page.getByRole("dialog").getByRole("button", { name: "Import" }).isDisabled(), true);
  await assertAccessible(page);
  const aCsv = (text: string) => ({ name: "Suppliers.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await choose.setInputFiles(aCsv(`Reference,Requirement,Weight\n1,${hostile},heavy\n`));
  await page.getByRole("cell", { name: "C (Weight)" }).waitFor();
  await page.getByText("heavy is no weight.").waitFor();
  assert.equal(await page.getByRole("dialog").getByRole("button", { name: "Import" }).isDisabled(), true);
  await assertAccessible(page);
  await choose.setInputFiles(aCsv("Reference,Requirement\n1,The supplier takes appropriate measures.\n"));
  await page.getByText("Undecidable").waitFor();
  await page.getByText("Added: 1").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await page.getByRole("heading", { name: "Suppliers" }).waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a spreadsheet" }).click();
  assert.match((await saving).suggestedFilename(), /\.xlsx$/);
  await page.getByRole("button", { name: "Import" }).click();
  const giving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Filled example" }).click();
  assert.equal((await giving).suggestedFilename(), "checklist example.xlsx");
  const framework = aFramework();
  await choose.setInputFiles({
    name: "own.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(framework)),
  });
  await page.getByText("A new framework").waitFor();
  await page.getByText(`Added: 1`).waitFor();
  await assertAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await page.getByRole("heading", { name: "House rules" }).waitFor();
  assert.equal(await page.locator("img[src=x]").count(), 0);
  assert.deepEqual(pageErrors, []);
});

test("the audit log is filtered by action and by id", async () => {
  const page = await portal.open(portal.adminToken, "/audit-log");
  const pageErrors = collectPageErrors(page);
  await page.getByRole("cell", { name: "session.started" }).first().waitFor();
  await assertAccessible(page);
  await page.getByPlaceholder("Everything").click();
  await page.getByRole("option", { name: "Keys" }).click();
  await page.getByRole("cell", { name: "session.started" }).first().waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "api_key.revoked" }).first().waitFor();
  await page.getByRole("textbox", { name: "Id" }).fill("no such id");
  await page.getByText("No entry matches").waitFor();
  await assertAccessible(page);

  await page.getByRole("textbox", { name: "Id" }).fill("");
  await page.getByRole("cell", { name: "api_key.revoked" }).first().waitFor();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const file = await downloading;
  assert.match(file.suggestedFilename(), /^audit-log \d{4}-\d\d-\d\d\.jsonl$/);
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
  assert.ok(lines.length > 1 && lines.every((line) => JSON.parse(line).action.startsWith("api_key.")));

  const admin = portal.administration;
  const { partnerId } = await admin.createPartner({ name: "Found by its name" });
  await page.reload();
  await page.getByRole("link", { name: "Found by its name" }).first().click();
  await page.getByRole("heading", { name: "Found by its name", level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/portal/partners/${partnerId}`);
  assert.deepEqual(pageErrors, []);
});

test("the system page shows health and failed documents, and retries one", async () => {
  const admin = portal.administration;
  const { apiKey } = await admin.createPartner({ name: "For failures" });
  const onboarded = await portal.connect({ apiKey }).onboardCompany({ name: "Unlucky" });
  const company = portal.connect({ apiKey: onboarded.companyApiKey });
  const control = (await company.listComplianceFrameworks()).frameworks[0]?.controls[0];
  const form = new FormData();
  form.append("files[]", new Blob([new Uint8Array([0, 1, 2, 3, 255, 254])]), `${hostile}.bin`);
  const target = { businessEntityId: onboarded.businessEntityId, controlId: control?.id ?? "" };
  const { documentId } = await company.submitDocuments(form, target);
  const { status } = await company.waitForResult(documentId);
  assert.equal(status, "failed");

  const page = await portal.open(portal.adminToken, "/system");
  const pageErrors = collectPageErrors(page);
  await page.getByText("Database: OK").waitFor();
  const failed = page.getByRole("table", { name: "Failed documents" });
  await failed.getByRole("cell", { name: "Unlucky" }).waitFor();
  await assertAccessible(page);
  await failed.getByRole("button", { name: /^Try again: / }).click();
  await failed.getByText("Tried again").waitFor();
  await until(async () => (await company.listDocuments()).documents.length === 2, 10);
  assert.equal(await page.locator("img[src=x]").count(), 0);
  assert.deepEqual(pageErrors, []);
});

/** A minimal framework. */
function aFramework() {
  return {
    id: "01JZZZZZZZZZZZZZZZZZZZZZZ1",
    code: "HOUSE",
    name: "House rules",
    version: "1",
    controls: [
      {
        id: "01JZZZZZZZZZZZZZZZZZZZZZZ2",
        code: "HR",
        name: hostile,
        description: "Whether the rules of the house are kept.",
        source: { title: "House rules", url: "https://example.com/rules" },
        expects: { documentKind: "rules", keywords: ["rule"] },
        terms: {},
        clusters: [
          {
            id: "01JZZZZZZZZZZZZZZZZZZZZZZ3",
            code: "A",
            name: "All",
            items: [
              {
                id: "01JZZZZZZZZZZZZZZZZZZZZZZ4",
                externalId: "1",
                name: "Quiet after ten",
                objective: "The document asks for quiet after ten.",
                criteria: [],
                risks: [],
                compensatingControls: [],
                recommendation: { action: "Add it.", section: "Rules", text: "Quiet after ten." },
              },
            ],
          },
        ],
      },
    ],
  };
}
