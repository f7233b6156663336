import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { wordContract } from "../server/src/testing/word-contract.ts";
import { createPortalCompany, type PortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
let company: PortalCompany;
let documentId: string;
before(async () => {
  portal = await openPortal();
  company = await createPortalCompany(portal);
  const { items } = await company.assay.listControlItems(company.controlId);
  const names = ["GDPR Art. 28(3)(b)", "GDPR Art. 28(9)"];
  const chosen = items.filter(({ externalId }) => names.includes(externalId)).map(({ id }) => id);
  const content = new Blob([new Uint8Array(await wordContract())]);
  documentId = (await company.review([{ name: "agreement.docx", content }], chosen)).documentId;
});
after(() => portal.close());

test("people see each suggested text, choose, and save a redline or a clause pack", async () => {
  const page = await portal.open(company.key, `/documents/${documentId}`);
  const pageErrors = collectPageErrors(page);
  const dialog = page.getByRole("dialog", { name: "Choose the texts to suggest" });
  const open = async () => {
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Suggested texts" }).click();
    await dialog.getByText("2 of 2 chosen").waitFor();
  };
  await open();
  await dialog.getByText(/This duty continues after/).waitFor();
  await assertAccessible(page);
  await dialog.getByRole("checkbox").first().uncheck();
  await dialog.getByText("1 of 2 chosen").waitFor();
  const redline = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save redline" }).click();
  const saved = await redline;
  assert.equal(saved.suggestedFilename(), "agreement redline.docx");
  assert.equal((await readFile(await saved.path())).toString("latin1", 0, 2), "PK");
  await dialog.waitFor({ state: "detached" });

  await open();
  const clauses = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save as clause pack" }).click();
  assert.equal((await clauses).suggestedFilename(), "agreement clauses.docx");
  await dialog.waitFor({ state: "detached" });
  await open();
  await dialog.getByRole("button", { name: "None" }).click();
  assert.equal(await dialog.getByRole("button", { name: "Save redline" }).isDisabled(), true);
  assert.deepEqual(pageErrors, []);
});
