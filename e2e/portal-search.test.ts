import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { DocumentResult } from "../sdk/src/index.ts";
import { createPortalCompany, type PortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
let company: PortalCompany;
let result: DocumentResult;
before(async () => {
  portal = await openPortal();
  company = await createPortalCompany(portal);
  const content = new Blob(["The processor shall process personal data only on documented instructions."]);
  result = await company.review([{ name: "cloud-agreement.txt", content }]);
});
after(() => portal.close());

test("Ctrl-K finds reviews, documents and requirements, and Enter opens the chosen one", async () => {
  const page = await portal.open(company.key, "/overview");
  const pageErrors = collectPageErrors(page);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Name or reference" });
  await field.fill("cloud-agree");
  await page.getByTestId("found").filter({ hasText: "cloud-agreement.txt" }).waitFor();
  await assertAccessible(page);
  await field.press("Enter");
  await page.waitForURL(`**/portal/documents/${result.documentId}`);

  const [item] = result.complianceItems;
  assert.ok(item);
  await page.keyboard.press("Control+k");
  await field.fill(item.controlItemExternalId);
  const found = page.getByTestId("found").filter({ hasText: item.controlItemName });
  await found.getByText("Requirement").waitFor();
  await found.click();
  await page.waitForURL(new RegExp(`/documents/${result.documentId}/items/${item.id}`));

  await page.keyboard.press("Control+k");
  await field.fill("zzzz-nothing");
  await page.getByText("Nothing has this in its name.").waitFor();
  assert.deepEqual(pageErrors, []);
});

test("the administrator and the partner find companies, and a phone shows the search in German", async () => {
  const { companies } = await portal.administration.listEveryCompany();
  const [first] = companies;
  assert.ok(first);
  const page = await portal.open(portal.adminToken, "/partners", {
    ...{ locale: "de-AT", viewport: { width: 390, height: 780 } },
  });
  await page.getByRole("button", { name: "Überall suchen" }).click();
  await page.getByRole("combobox", { name: "Name oder Fundstelle" }).fill(first.name.slice(0, 6));
  await page.getByTestId("found").filter({ hasText: first.name }).first().click();
  await page.waitForURL(/\/companies\?company=/);
  assert.ok(await page.evaluate("document.documentElement.scrollWidth <= 390"));
});
