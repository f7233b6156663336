import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { createPortalCompany, type PortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
before(async () => {
  // Without a worker, every document waits.
  portal = await openPortal({}, ["--role", "api"]);
});
after(() => portal.close());

async function submitTo(company: PortalCompany, fileName: string): Promise<string> {
  const form = new FormData();
  form.append("files[]", new Blob(["The processor acts on documented instructions only."]), fileName);
  const { businessEntityId, controlId } = company;
  return (await company.assay.submitDocuments(form, { businessEntityId, controlId })).documentId;
}

async function confirmStop(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Stop analysis: ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Stop the analysis?" });
  await dialog.getByText(`${name} is not analysed any further`).waitFor();
  await dialog.getByRole("button", { name: "Stop analysis" }).click();
  await dialog.waitFor({ state: "detached" });
}

const outcomeOf = async (company: PortalCompany, documentId: string) => {
  const { status, failureReason } = await company.assay.getDocument(documentId);
  return [status, failureReason];
};

test("a company cancels a waiting document on its page and in the list of documents", async () => {
  const company = await createPortalCompany(portal);
  const [onPage, inList] = [await submitTo(company, "first.txt"), await submitTo(company, "second.txt")];
  const page = await portal.open(company.key, `/documents/${onPage}`);
  const pageErrors = collectPageErrors(page);
  await confirmStop(page, "first.txt");
  await page.getByText("The document was cancelled.").waitFor();
  assert.equal(await page.getByRole("button", { name: /^Stop analysis/ }).count(), 0);
  await assertAccessible(page);
  assert.deepEqual(await outcomeOf(company, onPage), ["failed", "The document was cancelled."]);

  await page.goto(`${portal.url}/portal/documents`);
  await page.getByTestId("document-row").nth(1).waitFor();
  await assertAccessible(page);
  await confirmStop(page, "second.txt");
  await page.getByRole("button", { name: /^Stop analysis/ }).waitFor({ state: "detached" });
  assert.equal((await outcomeOf(company, inList))[0], "failed");
  assert.deepEqual(pageErrors, []);
});

test("a partner cancels a document of its company, which it knows by its review", async () => {
  const company = await createPortalCompany(portal);
  const documentId = await submitTo(company, "confidential.txt");
  const [review] = (await company.assay.listComplianceReviews()).reviews;
  const page = await portal.open(company.partnerKey, "/clients");
  const pageErrors = collectPageErrors(page);
  const waiting = page.getByRole("table", { name: "Waiting and in progress" });
  await waiting.getByRole("cell", { name: "Acme GmbH" }).waitFor();
  await assertAccessible(page);
  assert.equal(await page.getByText("confidential.txt").count(), 0, "a partner sees no file names");
  await confirmStop(page, review?.name ?? "");
  await page.getByText("No document is waiting or in progress.").waitFor();
  assert.deepEqual(await outcomeOf(company, documentId), [
    "failed",
    "The document was cancelled by the company's partner.",
  ]);
  assert.deepEqual(pageErrors, []);
});

test("the administrator cancels a document of any company, and the audit log says so", async () => {
  const company = await createPortalCompany(portal, "Waits & Sons");
  const documentId = await submitTo(company, "waits.txt");
  const page = await portal.open(portal.adminToken, "/system");
  const pageErrors = collectPageErrors(page);
  const waiting = page.getByRole("table", { name: "Waiting and in progress" });
  await waiting.getByRole("cell", { name: "Waits & Sons" }).waitFor();
  await assertAccessible(page);
  await confirmStop(page, "waits.txt");
  await waiting.getByRole("cell", { name: "Waits & Sons" }).waitFor({ state: "detached" });
  assert.deepEqual(await outcomeOf(company, documentId), [
    "failed",
    "The document was cancelled by the administrator.",
  ]);
  const admin = portal.administration;
  const [entry] = (await admin.listAuditLog({ action: "document.cancelled" })).entries;
  assert.deepEqual([entry?.subjectId, entry?.actorTier], [documentId, "admin"]);
  assert.deepEqual(pageErrors, []);
});
