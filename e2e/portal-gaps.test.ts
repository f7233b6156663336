import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { DocumentResult, Gap } from "../sdk/src/index.ts";
import { createPortalCompany, type PortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
let company: PortalCompany;
let itemIds: string[];
let first: DocumentResult;
let gaps: Gap[];
const password = "correct horse battery";
const ada = "ada@example.com";

before(async () => {
  portal = await openPortal();
  company = await createPortalCompany(portal);
  const { items } = await company.assay.listControlItems(company.controlId);
  itemIds = items.filter(({ name }) => /instruction|confidential/i.test(name)).map(({ id }) => id);
  first = await company.review([{ name: "agreement.txt", content: new Blob(["The parties work together."]) }], itemIds);
  gaps = await Array.fromAsync(company.assay.listGaps());
  assert.ok(gaps.length > 3 && gaps.length <= 50, `${gaps.length} gaps`);
  await aPerson(ada, "Ada Lovelace", "company_owner");
});
after(() => portal.close());

const fromPortal = { "x-assay-session": "1" };

/** Invited by the company's key, which may until there is an owner. */
async function aPerson(email: string, name: string, role: string): Promise<void> {
  const { request } = await portal.newContext();
  assert.equal((await request.post(`${portal.url}/v1/session`, { data: { key: company.key } })).status(), 200);
  const data = { email, name, role };
  const invited = await request.post(`${portal.url}/v1/invitations`, { headers: fromPortal, data });
  assert.equal(invited.status(), 201, await invited.text());
  const accepted = { token: (await invited.json()).token, name, password };
  const joined = await request.post(`${portal.url}/v1/invitations/accept`, { headers: fromPortal, data: accepted });
  assert.equal(joined.status(), 200, await joined.text());
}

async function openAs(email: string, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await portal.newContext(options);
  const data = { email, password };
  const signedIn = await context.request.post(`${portal.url}/v1/session/password`, { headers: fromPortal, data });
  assert.equal(signedIn.status(), 200, await signedIn.text());
  const page = await context.newPage();
  await page.goto(`${portal.url}/portal${path}`);
  await page.locator("main").waitFor();
  return page;
}

const rows = (page: Page) => page.getByTestId("gap-row");
const drawer = (page: Page) => page.getByRole("dialog", { name: "Gap" });
const fitsWidth = (page: Page, width: number) => page.evaluate(`document.documentElement.scrollWidth <= ${width}`);

test("a person assigns gaps together, works on one, comments with a mention, and a newer version closes it", async () => {
  const page = await openAs(ada, "/gaps");
  const pageErrors = collectPageErrors(page);
  await rows(page).first().waitFor();
  assert.equal(await rows(page).count(), gaps.length);
  await assertAccessible(page);
  await page.getByLabel("Select all shown").check();
  await page.getByRole("button", { name: `Change selected (${gaps.length})` }).click();
  const form = page.getByRole("form", { name: /^Change selected/ });
  await form.getByLabel("Owner").selectOption({ label: "Ada Lovelace" });
  await form.getByLabel("Due date").fill("2099-12-31");
  await assertAccessible(page);
  await form.getByRole("button", { name: "Save" }).click();
  await rows(page).first().getByText("Ada Lovelace").waitFor();
  await rows(page).first().getByText("31 Dec 2099").waitFor();

  const gap = gaps[0];
  assert.ok(gap);
  await rows(page).getByRole("button", { name: gap.statement }).first().click();
  await drawer(page).getByLabel("Status").selectOption("in_progress");
  await drawer(page).getByRole("button", { name: "Save" }).click();
  await drawer(page).getByTestId("gap-entry").filter({ hasText: "Status: In progress" }).waitFor();
  await drawer(page).getByRole("textbox", { name: "Comment" }).fill("please ask the supplier.");
  const mention = drawer(page).getByRole("combobox", { name: "Mention" });
  await mention.fill("Ada");
  await page.getByRole("listbox", { name: "Mention" }).getByRole("option", { name: "Ada Lovelace" }).waitFor();
  await mention.press("ArrowDown");
  await mention.press("Enter");
  await mention.press("Tab");
  await drawer(page).getByRole("button", { name: "Send comment" }).click();
  await drawer(page).getByText("@Ada Lovelace please ask the supplier.").waitFor();
  await assertAccessible(page);
  assert.match(page.url(), /gap=[0-9A-Z]{26}/);

  await company.assay.withdrawDocument(first.documentId);
  await page.reload();
  await drawer(page).getByTestId("closed").getByText("No document counts any more").waitFor();
  await company.assay.restoreDocument(first.documentId);
  const sentences = [
    "The processor shall process personal data only on documented instructions from the controller.",
    "The processor shall immediately inform the controller if, in its opinion, an instruction infringes data protection law.",
    "The processor ensures that all persons authorised to process personal data have committed themselves to confidentiality.",
    "This duty of confidentiality continues after the end of their employment.",
  ];
  const files = [{ name: "agreement-2.txt", content: new Blob([sentences.join("\n\n")]) }];
  const target = { complianceReviewId: first.complianceReviewId, supersedes: first.documentId, isConsolidated: true };
  const { documents } = await company.assay.uploadDocuments(files, { ...target, selectedControlItemIds: itemIds });
  await company.assay.waitForResult(documents[0]?.documentId ?? "", { timeoutSeconds: 120 });
  const closed = await Array.fromAsync(company.assay.listGaps({ status: "fixed" }));
  const [met] = closed.filter(({ closedReason }) => closedReason === "met");
  assert.ok(met, "the new version meets a criterion");
  assert.equal(met.closedBy?.documentId, documents[0]?.documentId);
  await page.goto(`${portal.url}/portal/gaps?status=fixed&gap=${met.gapId}`);
  await drawer(page).getByTestId("closed").getByText("A newer version meets the criterion: agreement-2.txt").waitFor();
  assert.equal(await rows(page).count(), closed.length);
  await drawer(page).getByRole("link", { name: "Open the finding" }).click();
  await page.getByRole("heading", { name: met.controlItemName, level: 1 }).waitFor();
  assert.deepEqual(pageErrors, []);
});

test("the register fits a phone in four languages, and is downloaded as CSV", async () => {
  const words = { "en-GB": "Gaps", "de-AT": "Lücken", "fr-FR": "Lacunes", "es-ES": "Carencias" };
  for (const [locale, title] of Object.entries(words)) {
    const options = { locale, viewport: { width: 390, height: 780 } };
    const page = await portal.open(company.key, "/gaps?status=all", options);
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    await rows(page).first().waitFor();
    assert.ok(await fitsWidth(page, 390), locale);
    if (locale !== "de-AT") continue;
    await assertAccessible(page);
    await rows(page).first().getByRole("button").click();
    await page.getByRole("dialog", { name: "Lücke" }).getByText("Kommentare und Verlauf").waitFor();
    await assertAccessible(page);
    assert.ok(await fitsWidth(page, 390), "with the drawer");
  }
  const page = await portal.open(company.key, "/gaps?status=all");
  await rows(page).first().waitFor();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  assert.match((await downloading).suggestedFilename(), /^gaps .*\.csv$/);
});

test("a person chooses which mails to receive, in any language and on a phone", async () => {
  const page = await openAs(ada, "/overview");
  await page.getByRole("button", { name: /Ada Lovelace/ }).click();
  await page.getByRole("menuitem", { name: "Notifications" }).click();
  await page.getByText("No mail is sent at present").waitFor();
  await page.getByLabel("The score of a review fell").selectOption("off");
  await page.getByLabel("Language of the mails").selectOption("de");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).first().waitFor();
  await assertAccessible(page);
  await page.reload();
  assert.equal(await page.getByLabel("The score of a review fell").inputValue(), "off");
  for (const locale of ["de-AT", "fr-FR", "es-ES"]) {
    const phone = await openAs(ada, "/notifications", { locale, viewport: { width: 390, height: 780 } });
    await phone.getByRole("combobox").nth(5).waitFor();
    assert.ok(await fitsWidth(phone, 390), locale);
  }
});
