import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
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
    "The processor shall inform the controller if an instruction infringes data protection law.",
    "Persons authorised to process personal data have committed themselves to confidentiality.",
    "The processor shall notify the controller of a personal data breach without undue delay.",
  ];
  result = await company.review([{ name: "agreement.txt", content: new Blob([sentences.join("\n\n")]) }]);
});
after(() => portal.close());

const decideForm = (page: Page) => page.getByRole("form", { name: "Decide" });

test("a person overrides a level with a marked passage, sees both scores and the history, and withdraws it", async () => {
  const item = result.complianceItems.find((one) => one.complianceLevel === "non_compliant" && one.result?.score === 0);
  assert.ok(item);
  const path = `/documents/${result.documentId}/items/${item.id}`;
  const page = await portal.open(company.key, path);
  const pageErrors = collectPageErrors(page);
  await page.getByRole("button", { name: `Decide: ${item.controlItemName}` }).click();
  await page.getByTestId("page-text").waitFor();
  await page.getByTestId("page-text").locator("p").first().selectText();
  const marked = decideForm(page).getByTestId("marked-passage");
  await marked.getByText("The processor shall process personal data only on documented instructions").waitFor();
  await decideForm(page).getByLabel("Decision").selectOption("override");
  await decideForm(page).getByLabel("Right level").selectOption("compliant");
  await decideForm(page).getByLabel("Reason").fill("Section 1 says so.");
  await assertAccessible(page);
  await decideForm(page).getByRole("button", { name: "Decide" }).click();
  const note = page.getByTestId("decision").first();
  await note.getByText("Overridden: Compliant").waitFor();
  await note.getByText("In effect").waitFor();
  await note.getByText("Section 1 says so.").waitFor();
  const { decisions } = await company.assay.listDecisions({ itemId: item.id });
  assert.equal(decisions[0]?.evidence?.text, decisions[0]?.evidence?.text.trim());
  assert.match(decisions[0]?.evidence?.text ?? "", /^The processor shall process .* controller\.$/);
  await note.getByText(decisions[0]?.author.name ?? "-").waitFor();
  await page.getByTestId("decided-score").waitFor();
  await page.getByText("0 · Non-compliant").waitFor();
  await assertAccessible(page);

  const review = await portal.open(company.key, `/reviews/${result.complianceReviewId}`);
  await review.getByTestId("decided-score").waitFor();
  const row = review.getByTestId("item-row").filter({ hasText: item.controlItemName });
  await row.getByTestId("row-decided").getByText("Decided: ").waitFor();
  await assertAccessible(review);
  await review.getByLabel("Decisions").selectOption("decided");
  await review.getByTestId("items-shown").getByText("1 of 24").waitFor();
  await review.waitForURL(/decision=decided/);
  await review.goto(`${portal.url}/portal/documents/${result.documentId}`);
  await review.getByTestId("decided-score").waitFor();

  await note.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("heading", { name: "Earlier decisions" }).waitFor();
  await page.getByTestId("decision").getByText("Withdrawn").waitFor();
  await page.getByTestId("decided-score").waitFor({ state: "detached" });
  assert.deepEqual(pageErrors, []);
});

test("a criterion's risk is accepted until a date, on a phone and in four languages", async () => {
  const item = result.complianceItems.find((one) => one.result?.criteria.some(({ verdict }) => verdict === "missing"));
  const criterion = item?.result?.criteria.find(({ verdict }) => verdict === "missing");
  assert.ok(item && criterion);
  const path = `/documents/${result.documentId}/items/${item.id}`;
  const page = await portal.open(company.key, path, { viewport: { width: 390, height: 780 }, colorScheme: "dark" });
  const card = page.getByTestId("criterion").filter({ hasText: criterion.statement ?? "" });
  await card.getByRole("button", { name: /^Decide: / }).click();
  await decideForm(page).getByLabel("Decision").selectOption("accept_risk");
  await decideForm(page).getByLabel("Accepted until").fill("2099-01-31");
  await decideForm(page).getByLabel("Reason").fill("The contract ends then.");
  await assertAccessible(page);
  await decideForm(page).getByRole("button", { name: "Decide" }).click();
  await card.getByTestId("decision").getByText("Risk accepted: until 31 Jan 2099").waitFor();
  assert.ok(await page.evaluate("document.documentElement.scrollWidth <= 390"));
  const words = { "de-AT": "Risiko akzeptiert", "fr-FR": "Risque accepté", "es-ES": "Riesgo aceptado" };
  for (const [locale, word] of Object.entries(words)) {
    const other = await portal.open(company.key, path, { locale, viewport: { width: 390, height: 780 } });
    await other.getByTestId("decision").getByText(word).waitFor();
    assert.ok(await other.evaluate("document.documentElement.scrollWidth <= 390"), locale);
  }
});

test("while deciding, shortcuts and focus keep the reason typed, and a year of five digits is refused", async () => {
  const item = result.complianceItems.at(-1);
  assert.ok(item);
  const path = `/documents/${result.documentId}/items/${item.id}`;
  const page = await portal.open(company.key, path);
  const pageErrors = collectPageErrors(page);
  const heading = page.getByRole("heading", { name: item.controlItemName, level: 1 });
  await heading.waitFor();
  await page.keyboard.press("c");
  const reason = decideForm(page).getByLabel("Reason");
  await reason.waitFor();
  await page.keyboard.type("My own reason");
  assert.equal(await reason.inputValue(), "My own reason", "typing replaces the text given");
  await heading.click();
  for (const key of ["j", "k", "u", "c", "o", "n"]) await page.keyboard.press(key);
  assert.equal(await reason.inputValue(), "My own reason");
  await reason.focus();
  await page.keyboard.type(".");
  assert.match(await reason.inputValue(), /My own reason/);
  assert.equal(new URL(page.url()).pathname, `/portal${path}`);

  await decideForm(page).getByLabel("Decision").selectOption("accept_risk");
  await decideForm(page).getByLabel("Accepted until").fill("12345-01-31");
  await decideForm(page).getByText("Enter a year of four digits.").waitFor();
  await reason.press("Enter");
  assert.ok(await decideForm(page).getByRole("button", { name: "Decide" }).isDisabled());
  await assertAccessible(page);
  await decideForm(page).getByLabel("Accepted until").fill("2099-01-31");
  await decideForm(page).getByText("Enter a year of four digits.").waitFor({ state: "detached" });
  assert.deepEqual(pageErrors, []);
});

test("the queue walks what needs review by keyboard, least sure first, and its progress survives a reload", async () => {
  const queue = result.complianceItems
    .filter(({ needsReview }) => needsReview)
    .toSorted((a, b) => (a.confidence ?? 0) - (b.confidence ?? 0));
  assert.ok(queue.length > 2);
  const page = await portal.open(company.key, `/documents/${result.documentId}`);
  const pageErrors = collectPageErrors(page);
  await page.getByRole("link", { name: "Check what needs review" }).click();
  const heading = (index: number) =>
    page.getByRole("heading", { name: queue[index]?.controlItemName ?? "", level: 1 }).waitFor();
  const progress = page.getByTestId("queue-progress").getByRole("status");
  await heading(0);
  const before = Number((await progress.innerText()).split(" ")[0]);
  await assertAccessible(page);
  const criterion = page.getByTestId("criterion").first();
  await criterion.getByRole("button", { name: /^Decide: / }).click();
  await decideForm(page).getByRole("button", { name: "Decide" }).click();
  await criterion.getByTestId("decision").getByText("Confirmed", { exact: true }).waitFor();
  await heading(0);
  await progress.getByText(`${before} of ${queue.length} decided`).waitFor();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("c");
  await decideForm(page).waitFor();
  await page.keyboard.press("Enter");
  await heading(1);
  await progress.getByText(`${before + 1} of ${queue.length} decided`).waitFor();
  await page.keyboard.press("o");
  await decideForm(page).getByLabel("Right level").waitFor();
  await page.keyboard.press("Escape");
  await decideForm(page).waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await page.keyboard.type("Nobody asks for it.");
  await page.keyboard.press("Enter");
  await heading(2);
  await page.reload();
  await heading(2);
  await progress.getByText(`${before + 2} of ${queue.length} decided`).waitFor();
  await page.keyboard.press("k");
  await heading(1);
  await page.getByTestId("decision").getByText("Not applicable", { exact: true }).waitFor();
  const { decisions } = await company.assay.listDecisions({ itemId: queue[0]?.id ?? "" });
  assert.equal(decisions[0]?.decision, "confirm");
  assert.deepEqual(pageErrors, []);
});

test("a reader sees decisions, and neither a form nor the queue", async () => {
  const [item] = result.complianceItems;
  assert.ok(item);
  await company.assay.decideFinding(result.documentId, item.id, { decision: "confirm", reason: "Read." });
  const context = await portal.newContext();
  const post = async (path: string, data: object) => {
    const reply = await context.request.post(`${portal.url}${path}`, { data, headers: { "x-assay-session": "1" } });
    assert.ok(reply.ok(), await reply.text());
    return reply.json();
  };
  await post("/v1/session", { key: company.key });
  const person = { email: "reader@example.com", name: "Rita Reader", password: "correct horse battery" };
  const invited = { email: person.email, name: person.name, role: "company_reader" };
  const { token } = await post("/v1/invitations", invited);
  await post("/v1/invitations/accept", { token, name: person.name, password: person.password });
  await post("/v1/session/password", { email: person.email, password: person.password });
  const page = await context.newPage();
  const pageErrors = collectPageErrors(page);
  await page.goto(`${portal.url}/portal/documents/${result.documentId}/items/${item.id}`);
  await page.getByTestId("decision").getByText("Confirmed").waitFor();
  await page.keyboard.press("c");
  assert.equal(await page.getByRole("button", { name: /^Decide|^Withdraw/ }).count(), 0);
  assert.equal(await decideForm(page).count(), 0);
  await page.goto(`${portal.url}/portal/documents/${result.documentId}`);
  await page.getByTestId("item-row").first().waitFor();
  assert.equal(await page.getByRole("link", { name: "Check what needs review" }).count(), 0);
  assert.deepEqual(pageErrors, []);
});

test("the review offers the queue for one subject, and a requirement of a replaced version names the newer one", async () => {
  const { complianceReviewId, documentId } = result;
  const [item] = result.complianceItems;
  assert.ok(item);
  const page = await portal.open(company.key, `/reviews/${complianceReviewId}`);
  const pageErrors = collectPageErrors(page);
  const start = page.getByRole("link", { name: "Check what needs review" });
  await start.waitFor();
  const submit = async (name: string, named: object) => {
    const content = new Blob([`${name}: the processor shall process personal data only on documented instructions.`]);
    const { documents } = await company.assay.uploadDocuments([{ name, content }], { complianceReviewId, ...named });
    return company.assay.waitForResult(documents[0]?.documentId ?? "", { timeoutSeconds: 120 });
  };
  const newer = await submit("agreement-2.txt", { supersedes: documentId });
  await page.goto(`${portal.url}/portal/documents/${documentId}/items/${item.id}?review=${complianceReviewId}`);
  const note = page.getByTestId("superseded");
  await note.getByText("A newer version of this document counts").waitFor();
  await assertAccessible(page);
  await note.getByRole("link", { name: "Open the newer version" }).click();
  await page.getByRole("heading", { name: "agreement-2.txt", level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/portal/documents/${newer.documentId}`);
  await start.waitFor();
  await submit("other.txt", { subject: "Other vendor", documentsCount: "each" });
  await page.goto(`${portal.url}/portal/reviews/${complianceReviewId}`);
  await page.getByTestId("subject").nth(1).waitFor();
  await page.getByTestId("item-row").first().waitFor();
  assert.equal(await start.count(), 0, "of several subjects only one finding is shown");
  assert.deepEqual(pageErrors, []);
});
