import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { createPortalCompany, type PortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

/** What a company does with a document: dates, download, a new version, deletion. */

const agreement = "# Agreement\n\nThe processor processes personal data only on documented instructions.\n";

let portal: Portal;
let company: PortalCompany;
before(async () => {
  portal = await openPortal();
  company = await createPortalCompany(portal);
});
after(() => portal.close());

test("a document shows its score and dates, and is downloaded, replaced and deleted", async () => {
  const [itemId = ""] = company.itemIds;
  const { documentId, complianceReviewId } = await company.review(
    [{ name: "agreement.md", content: new Blob([agreement]) }],
    [itemId],
  );
  const page = await portal.open(company.key, `/documents/${documentId}`);
  const pageErrors = collectPageErrors(page);
  const lead = page.locator("main").getByText(/^\d+(\.\d)? · (Compliant|Partially compliant|Non-compliant)$/);
  await lead.first().waitFor();
  await page.getByRole("cell", { name: "1 section" }).waitFor();
  assert.equal(await page.getByRole("cell", { name: /\d pages?$/ }).count(), 0, "Markdown has no pages");

  await page.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Valid until").fill("2031-05-09");
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("9 May 2031").waitFor();
  const { validUntil, effectiveFrom } = await company.assay.getDocument(documentId);
  assert.deepEqual([validUntil, effectiveFrom], ["2031-05-09", null]);

  await page.getByRole("button", { name: "Actions" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download agreement.md" }).click();
  const download = await downloading;
  assert.equal(download.suggestedFilename(), "agreement.md");
  assert.equal(await readFile(await download.path(), "utf8"), agreement);

  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Submit a new version" }).click();
  await page.getByTestId("replaced").getByText("New version of agreement.md").waitFor();
  await assertAccessible(page);
  await page.getByRole("radio", { name: "Only these clusters and requirements" }).click();
  await page.getByRole("checkbox").first().click();
  const newer = agreement.replace("only on", "on");
  await page
    .getByTestId("file-input")
    .setInputFiles({ name: "agreement-2.md", mimeType: "text/markdown", buffer: Buffer.from(newer) });
  await page.getByRole("button", { name: "Submit for review" }).click();
  await page.getByTestId("document-progress").getByText("Reviewed").waitFor({ timeout: 90_000 });
  const newerId = (await company.assay.getDocument(documentId)).supersededBy ?? "";
  const version = await company.assay.getDocument(newerId);
  assert.deepEqual([version.fileName, version.version], ["agreement-2.md", 2]);

  await page.goto(`${portal.url}/portal/documents`);
  const rows = page.getByTestId("document-row");
  await rows.nth(1).waitFor();
  await rows.nth(1).getByText("Replaced by a newer version").waitFor();
  await rows
    .first()
    .getByText(/^\d+(\.\d)? · /)
    .waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Actions: agreement.md" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page
    .getByRole("dialog")
    .getByText(/agreement\.md is at once gone from its review/)
    .waitFor();
  await assertAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await rows.nth(1).waitFor({ state: "detached" });
  const { documents } = await company.assay.listDocuments({ complianceReviewId });
  assert.deepEqual(
    documents.map((document) => document.documentId),
    [newerId],
  );
  assert.deepEqual(pageErrors, []);
});

test("a document that failed says why once, in the reader's language, and a German page is German", async () => {
  const [itemId = ""] = company.itemIds;
  const target = { businessEntityId: company.businessEntityId, controlId: company.controlId };
  const { documents } = await company.assay.uploadDocuments(
    [{ name: "leer.bin", content: new Blob([new Uint8Array([0, 1, 2, 255, 254])]) }],
    target,
  );
  const failedId = documents[0]?.documentId ?? "";
  await company.assay.waitForResult(failedId);
  const german = { locale: "de-AT", viewport: { width: 390, height: 800 } };
  const page = await portal.open(company.key, `/documents/${failedId}`, german);
  const pageErrors = collectPageErrors(page);
  await page.getByText("Dieses Dokument konnte nicht geprüft werden").waitFor();
  await page.getByRole("alert").getByText("Das Dateiformat wurde nicht erkannt").waitFor();
  assert.equal(await page.getByTestId("item-row").count(), 0, "its requirements are not listed as failed");
  assert.equal(await page.getByText("Fehlgeschlagen", { exact: true }).count(), 1);
  await assertAccessible(page);

  const { documentId } = await company.review([{ name: "vertrag.md", content: new Blob([agreement]) }], [itemId]);
  await page.goto(`${portal.url}/portal/documents/${documentId}`);
  const { complianceItems } = await company.assay.getDocumentResult(documentId, { language: "de" });
  const [item] = complianceItems;
  await page
    .getByTestId("item-row")
    .getByText(item?.controlItemName ?? "", { exact: true })
    .waitFor();
  await page.goto(`${portal.url}/portal/submit`);
  await page.getByRole("combobox", { name: "Prüfkatalog" }).click();
  await page.getByRole("option", { name: "Vereinbarung zur Auftragsverarbeitung" }).click();
  await page.getByRole("radio", { name: "Nur diese Gruppen und Anforderungen" }).click();
  await page.getByText(item?.controlClusterName ?? "", { exact: true }).waitFor();
  await assertAccessible(page);

  for (const [locale, shown] of [
    ["fr-FR", "Documents"],
    ["es-ES", "Documentos"],
  ] as const) {
    for (const width of [390, 1440]) {
      const list = await portal.open(company.key, "/documents", { locale, viewport: { width, height: 900 } });
      await list.getByRole("heading", { name: shown, level: 1 }).waitFor();
      await list.getByTestId("document-row").first().waitFor();
      const inside = await list.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(inside <= width, `${locale}: ${inside} of ${width} pixels`);
      assert.equal(await list.getByText(/The file/).count(), 0, "failure reasons are translated");
      await list.context().close();
    }
  }
  assert.deepEqual(pageErrors, []);
});
