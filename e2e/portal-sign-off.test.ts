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
  const sentences = [
    "The processor shall process personal data only on documented instructions from the controller.",
    "The processor shall notify the controller of a personal data breach without undue delay.",
  ];
  result = await company.review([{ name: "agreement.txt", content: new Blob([sentences.join("\n\n")]) }]);
});
after(() => portal.close());

const path = () => `/reviews/${result.complianceReviewId}`;

test("an auditor opens a link and reads the review, without anything to change, until it is revoked", async () => {
  const page = await portal.open(company.key, path());
  const pageErrors = collectPageErrors(page);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Whom is it for?").fill("Auditor, 2027");
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const link = (await dialog.getByTestId("review-link").textContent()) ?? "";
  assert.match(link, /\/portal\/shared#[\w-]{43}$/);
  await dialog.getByTestId("review-link-row").getByText("Auditor, 2027").waitFor();
  await assertAccessible(page);

  const context = await portal.newContext();
  const auditor = await context.newPage();
  const refused: string[] = [];
  auditor.on("response", (answer) => {
    if (answer.status() >= 400 && !/\/v1\/session$/.test(answer.url()))
      refused.push(`${answer.status()} ${answer.url()}`);
  });
  const auditorErrors = collectPageErrors(auditor);
  const response = await auditor.goto(link);
  assert.equal(response?.headers()["x-robots-tag"], "noindex, nofollow");
  await assertAccessible(auditor);
  await auditor.getByRole("button", { name: "Open the review" }).click();
  await auditor.getByTestId("shared-note").waitFor();
  await auditor.getByTestId("item-row").first().waitFor();
  assert.ok(!auditor.url().includes("#"), "the token does not stay in the address");
  for (const name of ["Share", "Sign off", "Add a document"])
    assert.equal(await auditor.getByText(name, { exact: true }).count(), 0, name);
  assert.equal(await auditor.getByRole("navigation").getByRole("link").count(), 0);
  await assertAccessible(auditor);
  await auditor.getByTestId("item-row").first().getByRole("link").first().click();
  await auditor.getByTestId("criterion").first().waitFor();
  assert.equal(await auditor.getByRole("button", { name: /^Decide/ }).count(), 0);
  await auditor.goto(`${portal.url}/portal/documents/${result.documentId}`);
  await auditor.getByTestId("item-row").first().waitFor();
  await auditor.goto(`${portal.url}/portal/webhooks`);
  await auditor.waitForURL(new RegExp(`/portal${path()}`));
  assert.deepEqual(refused, [], "the page asks for nothing that the link does not open");
  assert.deepEqual(auditorErrors, []);

  await dialog.getByRole("button", { name: "Revoke: Auditor, 2027" }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: "Revoke" }).click();
  await dialog.getByTestId("review-link-row").getByText("Revoked").waitFor();
  await auditor.goto(link);
  await auditor.getByRole("button", { name: "Open the review" }).click();
  await auditor.getByText("This link is unknown, has expired or was revoked.").waitFor();
  assert.deepEqual(pageErrors, []);
});

test("a review is signed off with a statement, shows it on a phone in four languages, and is reopened with a reason", async () => {
  const page = await portal.open(company.key, path());
  const pageErrors = collectPageErrors(page);
  await page.getByRole("button", { name: "Sign off" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Statement (optional)").fill("Read in full.");
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Sign off" }).click();
  const note = page.getByTestId("sign-off");
  await note.getByText("Read in full.").waitFor();
  await note.getByText(/^Signed off by /).waitFor();
  assert.equal(await page.getByRole("link", { name: "Check what needs review" }).count(), 0);
  await assertAccessible(page);
  const list = await portal.open(company.key, "/reviews");
  await list
    .getByTestId("review-row")
    .getByText(/^Signed off by /)
    .waitFor();
  const words = { "de-AT": /^Freigegeben von /, "fr-FR": /^Validé par /, "es-ES": /^Aprobada por / };
  for (const [locale, word] of Object.entries(words)) {
    const other = await portal.open(company.key, path(), { locale, viewport: { width: 390, height: 780 } });
    await other.getByTestId("sign-off").getByText(word).waitFor();
    assert.ok(await other.evaluate("document.documentElement.scrollWidth <= 390"), locale);
  }
  await note.getByRole("button", { name: "Reopen" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("A contract is missing.");
  await page.getByRole("dialog").getByRole("button", { name: "Reopen" }).click();
  await note.waitFor({ state: "detached" });
  const { signOffs } = await company.assay.listSignOffs(result.complianceReviewId);
  assert.deepEqual(
    signOffs.map(({ statement, reopeningReason }) => [statement, reopeningReason]),
    [["Read in full.", "A contract is missing."]],
  );
  assert.deepEqual(pageErrors, []);
});
