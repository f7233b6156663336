import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createPortalCompany, type PortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

/** A weakened version with a moved clause, in the browser and with the engine as it ships. */

let portal: Portal;
let company: PortalCompany;
let agreement: string;
before(async () => {
  portal = await openPortal();
  company = await createPortalCompany(portal);
  agreement = await readFile(join(import.meta.dirname, "../samples/data-processing-agreement.md"), "utf8");
});
after(() => portal.close());

const section = (title: string) => new RegExp(`^## \\d+\\. ${title}$[\\s\\S]*?(?=^## )`, "m");

test("a weakened version is recognised, accepted and compared with the version before", async () => {
  const { items } = await company.assay.listControlItems(company.controlId);
  const chosen = items.filter(({ externalId }) => externalId === "GDPR Art. 28(3)(b)").map(({ id }) => id);
  assert.equal(chosen.length, 1);
  const first = await company.review([{ name: "dpa.md", content: new Blob([agreement]) }], chosen);
  const confidentiality = section("Confidentiality");
  const [moved = ""] = section("Audits").exec(agreement) ?? [];
  assert.match(agreement, confidentiality);
  const weakened = agreement.replace(confidentiality, "").replace(moved, "").concat(`\n\n${moved}`);
  const { complianceReviewId } = first;
  const { documents } = await company.assay.uploadDocuments([{ name: "dpa-v2.md", content: new Blob([weakened]) }], {
    complianceReviewId,
    selectedControlItemIds: chosen,
  });
  const documentId = documents[0]?.documentId ?? "";
  await company.assay.waitForResult(documentId, { timeoutSeconds: 120 });

  const page = await portal.open(company.key, `/documents/${documentId}`);
  const pageErrors = collectPageErrors(page);
  const proposed = page.getByTestId("predecessor");
  await proposed.getByText("This may be a new version of dpa.md.").waitFor();
  await proposed.getByText(/Very likely: same file name, .* of the text is the same/).waitFor();
  await assertAccessible(page);
  await proposed.getByRole("button", { name: "Make it the new version" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make it the new version" }).click();
  const versions = page.getByTestId("versions");
  await versions.getByText("Version 2").waitFor();
  assert.equal((await company.assay.getDocument(first.documentId)).supersededBy, documentId);

  await versions.getByRole("link", { name: "Compare with the version before" }).click();
  await page.getByRole("heading", { name: "What changed", level: 1 }).waitFor();
  const clauses = page.getByTestId("changed-clause");
  await clauses.first().waitFor();
  await page.getByRole("switch", { name: "Only clauses with changed verdicts" }).click();
  const because = clauses.filter({ hasText: "Met → Missing" });
  await because.first().waitFor();
  assert.match((await because.first().textContent()) ?? "", /Removed/);
  assert.match((await because.first().textContent()) ?? "", /GDPR Art\. 28\(3\)\(b\)/);
  await page.getByRole("switch").click();
  await clauses.filter({ hasText: "Moved" }).first().waitFor();
  await assertAccessible(page);
  const { counts } = await company.assay.compareDocuments(documentId, first.documentId);
  assert.deepEqual([counts.added, counts.reworded], [0, 0]);
  assert.ok(counts.removed > 0 && counts.moved > 0, JSON.stringify(counts));

  const german = await portal.open(company.key, `/documents/${documentId}/compare/${first.documentId}`, {
    ...{ locale: "de-AT", viewport: { width: 390, height: 800 } },
  });
  await german.getByRole("heading", { name: "Was sich geändert hat", level: 1 }).waitFor();
  await german.getByText("Entfernt", { exact: true }).first().waitFor();
  const width = await german.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `${width} pixels wide`);
  assert.deepEqual(pageErrors, []);
});
