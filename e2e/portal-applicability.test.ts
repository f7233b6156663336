import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { systemClock } from "../server/src/platform/clock.ts";
import { idSource } from "../server/src/platform/ids.ts";
import { aConditionalFramework } from "../server/src/testing/conditional-control.ts";
import { until } from "../server/src/testing/until.ts";
import { createPortalCompany, type PortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
let company: PortalCompany;
let controlId: string;
before(async () => {
  portal = await openPortal();
  company = await createPortalCompany(portal);
  const ids = idSource(systemClock);
  const framework = aConditionalFramework(() => ids.next());
  await portal.administration.loadFramework(framework);
  controlId = framework.controls[0]?.id ?? "";
});
after(() => portal.close());

async function review(): Promise<string> {
  const { assay, businessEntityId } = company;
  const file = new File(["We sell personal data to partners.\n\nRecipients of data are listed below."], "policy.txt");
  const { documents } = await assay.uploadDocuments([file], { businessEntityId, controlId });
  const documentId = documents[0]?.documentId ?? "";
  await assay.waitForResult(documentId, { timeoutSeconds: 120 });
  return documentId;
}

test("facts that are stated in the portal decide which requirements apply", async () => {
  const page = await portal.open(company.key, "/entities");
  const pageErrors = collectPageErrors(page);
  await page.getByRole("button", { name: /^Facts: / }).click();
  const dialog = page.getByRole("dialog", { name: /^Facts about / });
  const choices = dialog.getByRole("radiogroup", { name: /The company sells personal data/ });
  await choices.getByText("No", { exact: true }).click();
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const { facts } = await company.assay.getBusinessEntity(company.businessEntityId);
  assert.deepEqual(facts, { sellsData: false });

  const documentId = await review();
  await page.goto(`${portal.url}/portal/documents/${documentId}`);
  await page.getByText("Not applicable", { exact: true }).first().waitFor();
  await page.getByRole("link", { name: "Opting out" }).click();
  await page
    .getByText(/the facts stated about the company rule this out/)
    .first()
    .waitFor();

  await page.goto(`${portal.url}/portal/entities`);
  await page.getByRole("button", { name: /^Facts: / }).click();
  await choices.getByText("Not stated", { exact: true }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual((await company.assay.getBusinessEntity(company.businessEntityId)).facts, {});
  assert.deepEqual(pageErrors, []);
});

test("the owner answers in the portal what no document can answer", async () => {
  const documentId = await review();
  const page = await portal.open(company.key, `/documents/${documentId}`);
  const pageErrors = collectPageErrors(page);
  const question = page.getByTestId("question").filter({ hasText: "Is the list of recipients kept current?" });
  await question.getByText("No", { exact: true }).click();
  await question.getByLabel("Comment (optional)").fill("From May on.");
  await assertAccessible(page);
  await question.getByRole("button", { name: "Save" }).click();
  await question.getByText(/^Answered /).waitFor();
  await until(async () => {
    const { questions } = await company.assay.getDocumentResult(documentId, { fields: ["questions"] });
    return questions.some(({ answer, comment }) => answer === "no" && comment === "From May on.");
  }, 10);
  assert.deepEqual(pageErrors, []);
});
