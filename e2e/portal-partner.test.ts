import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

/** A name with HTML, which must be shown as text. */
const hostile = `<img src=x onerror="document.title='owned'">& "Söhne"`;

let portal: Portal;
let key: string;
before(async () => {
  portal = await openPortal();
  const admin = portal.administration;
  key = (await admin.createPartner({ name: "Consultancy" })).apiKey;
});
after(() => portal.close());

test("a partner onboards a company, sees its key once, and sees a summary of its reviews", async () => {
  const page = await portal.open(key, "/");
  const pageErrors = collectPageErrors(page);
  await page.getByText("No company yet").waitFor();
  assert.equal(new URL(page.url()).pathname, "/portal/clients");
  await assertAccessible(page);
  await page.locator("main").getByRole("link", { name: "Onboard a company" }).click();
  await page.getByRole("button", { name: "Onboard" }).click();
  await page.getByText("Enter the company’s name.").waitFor();
  await assertAccessible(page);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(hostile);
  await page.getByLabel("City").fill("Linz");
  await page.getByRole("button", { name: "Onboard" }).click();
  const shown = page.getByTestId("shown-once-key");
  await shown.waitFor();
  const companyKey = (await shown.innerText()).trim();
  assert.match(companyKey, /^assay_company_/);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: portal.url });
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied", { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), companyKey);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await shown.waitFor({ state: "detached" });
  assert.ok(!(await page.content()).includes(companyKey.slice(14)), "the page no longer contains the key");

  const company = portal.connect({ apiKey: companyKey });
  const [entity] = (await company.listBusinessEntities()).businessEntities;
  const control = (await company.listComplianceFrameworks()).frameworks[0]?.controls[0];
  const [item] = (await company.listControlItems(control?.id ?? "")).items;
  const target = {
    ...{ businessEntityId: entity?.id ?? "", controlId: control?.id ?? "" },
    selectedControlItemIds: [item?.id ?? ""],
  };
  const form = new FormData();
  form.append("files[]", new Blob(["The processor acts on documented instructions only."]), "agreement.txt");
  const { documentId, complianceReviewId } = await company.submitDocuments(form, target);
  await company.waitForResult(documentId);
  await company.updateComplianceReview(complianceReviewId, { name: `Review ${hostile}` });

  await page.getByRole("link", { name: "Show your companies" }).click();
  await page.getByRole("cell", { name: hostile }).first().waitFor();
  await page.getByText(`Review ${hostile}`).waitFor();
  await page
    .getByText(/Non-compliant|Partially compliant|Compliant/)
    .first()
    .waitFor();
  await assertAccessible(page);
  assert.equal(await page.locator("img[src=x]").count(), 0, "hostile names are shown as text");
  assert.notEqual(await page.title(), "owned");

  await page.getByRole("navigation").getByRole("link", { name: "Frameworks" }).click();
  await page.locator("main .mantine-Accordion-control").first().click();
  await page
    .getByText(/\d+ requirements?/)
    .first()
    .waitFor();
  await assertAccessible(page);
  assert.deepEqual(pageErrors, []);
});

test("a partner cannot open the administrator's pages", async () => {
  const page = await portal.open(key, "/partners");
  await page.getByRole("heading", { name: "Your key does not open this page", level: 1 }).waitFor();
  assert.equal(await page.getByRole("link", { name: "System" }).count(), 0);
  await assertAccessible(page);
  await page.getByRole("button", { name: "Sign in with another key" }).click();
  await page.getByLabel("Key or token").waitFor();
});
