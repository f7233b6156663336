import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { createPortalCompany, type PortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
let company: PortalCompany;
before(async () => {
  portal = await openPortal({}, ["--role", "api"]);
  company = await createPortalCompany(portal);
  const form = new FormData();
  form.append("files[]", new Blob(["The processor acts on documented instructions only."]), "agreement.txt");
  const { businessEntityId, controlId } = company;
  await company.assay.submitDocuments(form, { businessEntityId, controlId });
  await createPortalCompany(portal, "Somebody else");
});
after(() => portal.close());

test("a company reads, filters and exports what concerns it, and follows the links", async () => {
  const page = await portal.open(company.key, "/audit-log");
  const pageErrors = collectPageErrors(page);
  const log = page.getByRole("table", { name: "Audit log" });
  await log.getByRole("cell", { name: "document.submitted" }).waitFor();
  await log.getByRole("cell", { name: "company.onboarded" }).waitFor();
  assert.equal(await page.getByText("Somebody else").count(), 0);
  await assertAccessible(page);

  await page.getByPlaceholder("Everything").click();
  assert.equal(await page.getByRole("option", { name: "Partners" }).count(), 0);
  await page.getByRole("option", { name: "Documents" }).click();
  await log.getByRole("cell", { name: "company.onboarded" }).waitFor({ state: "detached" });
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const lines = (await readFile(await (await downloading).path(), "utf8")).trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).action),
    ["document.submitted"],
  );
  await log.getByRole("link", { name: "agreement.txt" }).click();
  await page.getByRole("heading", { name: "agreement.txt", level: 1 }).waitFor();
  assert.deepEqual(pageErrors, []);
});

test("a partner reads what it did, and not what its companies do", async () => {
  const page = await portal.open(company.partnerKey, "/clients");
  const pageErrors = collectPageErrors(page);
  await page.getByRole("navigation").getByRole("link", { name: "Audit log" }).click();
  const log = page.getByRole("table", { name: "Audit log" });
  await log.getByRole("cell", { name: "company.onboarded" }).waitFor();
  await assertAccessible(page);
  assert.equal(await log.getByRole("cell", { name: "document.submitted" }).count(), 0);
  await log.getByRole("link", { name: "Acme GmbH" }).first().click();
  await page.getByRole("heading", { name: "Companies", level: 1 }).waitFor();
  assert.deepEqual(pageErrors, []);
});
