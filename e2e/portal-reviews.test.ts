import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { verifyReport } from "../cli/src/verify-report.ts";
import type { Assay } from "../sdk/src/index.ts";
import type { ItemFindings, Verdict } from "../server/src/analysis/findings/findings.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { idSource } from "../server/src/platform/ids.ts";
import { aFrameworkOf, findingsOf, type SeededDocuments, seedDocuments } from "../server/src/testing/seeded-review.ts";
import { createTestDatabase, type TestDatabase } from "../server/src/testing/test-database.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";
import { filterRequirements, levelChip, scrollRequirements, watchRows } from "./requirement-rows.ts";

const sample = join(import.meta.dirname, "..", "samples", "data-processing-agreement.pdf");
const hostileName = '<img src=x onerror="document.title=1"> & co.txt';
const ids = idSource(systemClock);
const nextId = () => ids.next();

let database: TestDatabase;
let portal: Portal;
let company: Assay;
let companyKey: string;
let businessEntityId: string;
let companyId: string;
before(async () => {
  database = await createTestDatabase();
  portal = await openPortal({ DATABASE_URL: database.url });
  const admin = portal.administration;
  const { apiKey } = await admin.createPartner({ name: "Consultancy" });
  const onboarded = await portal.connect({ apiKey }).onboardCompany({ name: "Acme GmbH" });
  ({ companyApiKey: companyKey, businessEntityId, companyId } = onboarded);
  company = portal.connect({ apiKey: companyKey });
});
after(async () => {
  await portal.close();
  await database.drop();
});

async function findControl(code: string) {
  const { frameworks } = await company.listComplianceFrameworks();
  const framework = frameworks.find(({ controls }) => controls.some((one) => one.code === code));
  const control = framework?.controls.find((one) => one.code === code);
  assert.ok(framework && control);
  return { frameworkId: framework.id, controlId: control.id };
}

/** A review with judged documents, written directly to the database. */
async function aSeededReview(
  controlId: string,
  frameworkId: string,
  name: string,
  fileNames: string[],
  more: Partial<SeededDocuments> = {},
) {
  const at = new Date("2026-02-01T09:00:00.000Z");
  const review = {
    ...{ id: nextId(), companyId, businessEntityId, frameworkId, controlId, name, scope: "Everything" },
    ...{ reviewDate: at, createdAt: at, updatedAt: undefined },
  };
  await database.db.reviews.insert(review);
  await seedDocuments(database.query, nextId, {
    ...{ companyId, reviewId: review.id, controlId, fileNames },
    ...more,
  });
  return review.id;
}

const readScores = async (page: Page) =>
  (await page.getByTestId("item-row").locator("[role=cell]:nth-child(4)").allInnerTexts()).map(Number);

/** What of the page's content scrolls by itself, or is cut off. */
const findCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("main *")].filter((element) => {
    const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(element);
    if (clipPath !== "none" || element.clientWidth <= 1 || element.closest("[class*=VisuallyHidden]")) return false;
    const doesScroll = (overflow, content, box) => overflow !== "visible" && content > box + 1;
    return doesScroll(overflowX, element.scrollWidth, element.clientWidth) ||
      (overflowY !== "visible" && overflowY !== "hidden" && element.scrollHeight > element.clientHeight + 1) ||
      (textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth);
  }).map(({ outerHTML }) => outerHTML.slice(0, 200))`);

const rowsShown = async (page: Page) => (await page.getByTestId("items-shown").textContent()) ?? "";

test("a new company sees that it has no reviews and documents", async () => {
  const page = await portal.open(companyKey, "/reviews");
  await page.getByRole("heading", { name: "No reviews yet" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("link", { name: "Documents" }).click();
  await page.getByRole("heading", { name: "No documents yet" }).waitFor();
  await assertAccessible(page);
  await page.goto(`${portal.url}/portal/reviews/${nextId()}`);
  await page.getByRole("alert").getByText("It does not exist, or it belongs to someone else.").waitFor();
  await assertAccessible(page);
});

test("a document's page updates without reloading until every requirement has a score", async () => {
  const { controlId } = await findControl("DPA");
  const { documents } = await company.uploadDocuments([sample], { businessEntityId, controlId });
  const documentId = documents[0]?.documentId ?? "";
  const page = await portal.open(companyKey, `/documents/${documentId}`);
  const pageErrors = collectPageErrors(page);
  await page.getByRole("heading", { name: "data-processing-agreement.pdf", level: 1 }).waitFor();
  await page.getByText("Completed", { exact: true }).waitFor({ timeout: 90_000 });
  await page.getByTestId("progress").waitFor({ state: "detached" });
  assert.equal(await rowsShown(page), "24 of 24");
  await page.getByTestId("item-row").first().waitFor();
  await page.getByTestId("item-row").getByText("Pending").first().waitFor({ state: "detached" });
  const { files } = await company.getDocumentResult(documentId);
  const hash = files[0]?.sha256 ?? "";
  await page.getByText(`${hash.slice(0, 8)}…${hash.slice(-8)}`).waitFor();
  await assertAccessible(page);
  assert.deepEqual(pageErrors, []);
});

test("a review of several contracts lists each with its score, the lowest first", async () => {
  const { controlId, frameworkId } = await findControl("DPA");
  const reviewId = await aSeededReview(controlId, frameworkId, "Vendors", ["first.pdf", hostileName]);
  const { subjects, score } = (await company.getComplianceReview(reviewId)).rollUp;
  const page = await portal.open(companyKey, `/reviews/${reviewId}`);
  const pageErrors = collectPageErrors(page);
  assert.equal(await page.getByTestId("overall-score").textContent(), String(score));
  const rows = page.getByTestId("subject");
  assert.equal(await rows.count(), 2);
  for (const [index, { fileName, score }] of subjects.entries()) {
    await rows.nth(index).getByRole("link", { name: fileName, exact: true }).waitFor();
    assert.ok((await rows.nth(index).textContent())?.includes(String(score)));
  }
  assert.equal(await page.getByText("compared with").count(), 0);
  await assertAccessible(page);
  await rows.first().getByRole("link").click();
  await page.getByRole("heading", { name: subjects[0]?.fileName ?? "", level: 1 }).waitFor();
  assert.deepEqual(pageErrors, []);
});

test("a review is opened, filtered and downloaded as a file", async () => {
  const { controlId, frameworkId } = await findControl("DPA");
  const reviewId = await aSeededReview(controlId, frameworkId, "Agreement 2026", ["first.pdf", hostileName], {
    areVersions: true,
  });
  const { rollUp } = await company.getComplianceReview(reviewId);
  const page = await portal.open(companyKey, "/reviews");
  const pageErrors = collectPageErrors(page);
  const row = page.getByTestId("review-row").filter({ hasText: "Agreement 2026" });
  await row.getByText(String(rollUp.score)).waitFor();
  await assertAccessible(page);
  await page.getByRole("link", { name: "Agreement 2026", exact: true }).click();
  await page.getByRole("heading", { name: "Agreement 2026", level: 1 }).waitFor();

  assert.equal(await page.getByTestId("overall-score").textContent(), String(rollUp.score));
  assert.equal(await rowsShown(page), "24 of 24");
  await page.getByText(`${hostileName} compared with first.pdf`).waitFor();
  await assertAccessible(page);
  const byScore = rollUp.items.map(({ score }) => score ?? 0).toSorted((a, b) => a - b);
  assert.deepEqual(await readScores(page), byScore, "worst first");
  await page.getByRole("columnheader", { name: "Score" }).getByRole("button").click();
  await page.locator('[role="columnheader"][aria-sort="descending"]').getByText("Score").waitFor();
  await page.waitForURL(/sort=-score/);
  assert.deepEqual(await readScores(page), byScore.toReversed());
  await page.getByRole("columnheader", { name: "Reference" }).getByRole("button").click();
  await page.waitForURL(/sort=reference/);
  await page.getByRole("columnheader", { name: "Score" }).getByRole("button").click();
  await page.waitForURL(/^[^?]*$/);
  const [changed] = rollUp.change?.items.toSorted((a, b) => Math.abs(b.scoreChange) - Math.abs(a.scoreChange)) ?? [];
  const changedName = rollUp.items.find((one) => one.controlItemId === changed?.controlItemId)?.controlItemName ?? "";
  const change = page.getByRole("region", { name: "Since the previous version" });
  await change.getByRole("link", { name: changedName, exact: true }).click();
  await page.getByRole("heading", { name: changedName, level: 1 }).waitFor();
  await page.getByRole("link", { name: "Back to the review" }).click();
  await page.getByTestId("items-shown").getByText("24 of 24").waitFor();

  await page.getByRole("button", { name: /^Sub-processors/ }).click();
  const ofCluster = rollUp.clusters.find((one) => one.controlClusterName === "Sub-processors")?.itemCount;
  await page.getByTestId("items-shown").getByText(`${ofCluster} of 24`).waitFor();
  await page.getByLabel("Cluster", { exact: true }).selectOption("");
  await levelChip(page, "Non-compliant").click();
  const poor = rollUp.items.filter((one) => one.complianceLevel === "non_compliant");
  await page.getByTestId("items-shown").getByText(`${poor.length} of 24`).waitFor();
  await page.getByLabel("Search requirements").fill(poor[0]?.controlItemName ?? "");
  await page.getByTestId("items-shown").getByText("1 of 24").waitFor();
  await page.waitForURL(/level=.*text=/);

  await page.getByRole("link", { name: poor[0]?.controlItemName ?? "" }).click();
  await page.getByRole("heading", { name: poor[0]?.controlItemName ?? "", level: 1 }).waitFor();
  await page.goBack();
  await page.getByTestId("items-shown").getByText("1 of 24").waitFor();
  await page.getByLabel("Search requirements").fill("no such requirement");
  await page.getByRole("heading", { name: "No requirement matches these filters" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await page.getByTestId("items-shown").getByText("24 of 24").waitFor();

  await page.getByRole("button", { name: "Download report" }).click();
  await page.getByRole("menuitem", { name: /PDF report/ }).waitFor();
  await assertAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /PDF report/ }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^Agreement 2026 \d{4}-\d{2}-\d{2}\.pdf$/);
  const bytes = new Uint8Array(await readFile(await download.path()));
  assert.equal((await verifyReport(bytes, await company.getReportSigningKey())).isGenuine, true);
  for (const [name, ending] of [
    ["Excel workbook", ".xlsx"],
    ["CSV", ".csv"],
    ["OSCAL", ".oscal.json"],
  ] as const) {
    await page.getByRole("button", { name: "Download report" }).click();
    const item = page.getByRole("menuitem", { name: new RegExp(`^${name}`) });
    const [file] = await Promise.all([page.waitForEvent("download"), item.click()]);
    assert.ok(file.suggestedFilename().endsWith(ending), file.suggestedFilename());
  }
  assert.equal(await page.title(), "Agreement 2026 · Assay", "a file name is shown as text");
  assert.deepEqual(pageErrors, []);
});

/** Every fourth requirement is unsure, every fourth of unknown confidence. */
function findingsOfMixedConfidence(item: number): ItemFindings {
  const findings = findingsOf(item, 0);
  const right = item % 4 === 0 ? 0.6 : 0.97;
  const [most, rest] = [right, (1 - right) / 3];
  const probabilitiesOf = (verdict: Verdict) => ({
    ...{ met: rest, partly: rest, contradicted: rest, missing: rest, not_applicable: 0, [verdict]: most },
  });
  const criteria = findings.criteria.map((one) => ({ ...one, probabilities: probabilitiesOf(one.verdict) }));
  return item % 4 === 1 ? findings : { ...findings, criteria };
}

test("what needs review is marked, explained and filtered, on a phone and in four languages", async () => {
  const { controlId, frameworkId } = await findControl("DPA");
  const reviewId = await aSeededReview(controlId, frameworkId, "Unsure", ["unsure.pdf"], {
    findings: findingsOfMixedConfidence,
  });
  const { rollUp } = await company.getComplianceReview(reviewId);
  const { itemCount: toCheck } = rollUp.needsReview;
  assert.ok(toCheck > 0 && toCheck < rollUp.itemCount);
  const page = await portal.open(companyKey, `/reviews/${reviewId}`);
  const pageErrors = collectPageErrors(page);
  await page.getByTestId("items-shown").getByText("24 of 24").waitFor();
  const unsure = rollUp.items.find(({ confidence }) => confidence !== null && confidence < rollUp.needsReview.below);
  const sure = rollUp.items.find(({ needsReview }) => !needsReview);
  assert.ok(unsure?.confidence && sure?.confidence);
  const rowOf = (name: string) => page.getByTestId("item-row").filter({ hasText: name });
  assert.match(
    await rowOf(sure.controlItemName).innerText(),
    new RegExp(`High, ${Math.floor(100 * sure.confidence)}%`),
  );
  assert.equal(await rowOf(sure.controlItemName).getByTestId("confidence").count(), 0);
  const mark = rowOf(unsure.controlItemName).getByRole("button", { name: /^Check this: (Low|Medium), \d\d%$/ });
  const explanation = page.getByRole("tooltip").filter({ hasText: "Of 100 levels with this confidence" });
  await mark.hover();
  await explanation.waitFor();
  await assertAccessible(page);
  await page.mouse.move(0, 0);
  await explanation.waitFor({ state: "detached" });
  await mark.focus();
  await explanation.waitFor();

  await page.getByText(`To check (${toCheck})`).click();
  await page.getByTestId("items-shown").getByText(`${toCheck} of 24`).waitFor();
  await page.waitForURL(/needsReview=true/);
  await page.reload();
  await page.getByTestId("items-shown").getByText(`${toCheck} of 24`).waitFor();
  await page.getByRole("button", { name: `To check ${toCheck}`, pressed: true }).click();
  await page.getByTestId("items-shown").getByText("24 of 24").waitFor();
  assert.deepEqual(pageErrors, []);

  const words = { "de-AT": "Bitte prüfen: ", "fr-FR": "À vérifier : ", "es-ES": "Por comprobar: " };
  for (const [locale, word] of Object.entries({ ...words, "en-GB": "Check this: " })) {
    const phone = await portal.open(companyKey, `/reviews/${reviewId}?needsReview=true`, {
      ...{ locale, viewport: { width: 390, height: 780 }, hasTouch: true, colorScheme: "dark" },
    });
    const first = phone.getByTestId("item-row").first().getByTestId("confidence");
    const tooltip = phone.getByRole("tooltip");
    // Chromium then moves its emulated mouse, which is elsewhere, and that may close the tooltip at once.
    let isShown = false;
    for (let taps = 0; taps < 5 && !isShown; taps++) {
      const appears = tooltip.waitFor({ timeout: 4000 });
      await first.tap();
      isShown = await appears.then(
        () => true,
        () => false,
      );
    }
    assert.ok(isShown, locale);
    assert.ok((await first.innerText()).replace(/\s/g, " ").startsWith(word), locale);
    const overflow = Number(await phone.evaluate("document.documentElement.scrollWidth - window.innerWidth"));
    assert.ok(overflow <= 0, `${locale} is ${overflow} px too wide`);
    if (locale === "de-AT") await assertAccessible(phone);
  }
});

test("the review page fits a phone and is available in four languages", async () => {
  const { documents } = await company.listDocuments();
  const reviewId = documents.find(({ fileName }) => fileName === hostileName)?.complianceReviewId ?? "";
  const headings = { "de-AT": "Anforderungen", "fr-FR": "Exigences", "es-ES": "Requisitos", "en-GB": "Requirements" };
  for (const [locale, heading] of Object.entries(headings)) {
    const page = await portal.open(companyKey, `/reviews/${reviewId}`, {
      locale,
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole("heading", { name: heading, exact: true }).waitFor();
    await page.getByTestId("item-row").first().waitFor();
    const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth"));
    assert.ok(overflow <= 0, `${locale} is ${overflow} px too wide`);
    assert.deepEqual(await findCutOff(page), [], locale);
    const cells = page.getByTestId("item-row").first().locator("[role=cell]");
    const tops = await Promise.all([0, 1, 3, 4].map(async (cell) => (await cells.nth(cell).boundingBox())?.y ?? 0));
    const [reference = 0, name = 0, score = 0, level = 0] = tops;
    assert.ok(Math.max(score, level) < Math.min(name, reference), "score and level come first");
    if (locale === "de-AT") await assertAccessible(page);
    if (locale !== "en-GB") continue;
    await page.getByLabel("Sort by").selectOption("-score");
    await page.waitForURL(/sort=-score/);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.getByRole("columnheader", { name: "Score" }).getByRole("button").waitFor();
    assert.deepEqual(await findCutOff(page), []);
  }
});

test("only visible rows of two thousand requirements are rendered while scrolling and filtering", async () => {
  const framework = aFrameworkOf(nextId, 2000, 20);
  await portal.administration.loadFramework(framework);
  const controlId = framework.controls[0]?.id ?? "";
  const reviewId = await aSeededReview(controlId, framework.id, "Large", ["one.pdf", "two.pdf"]);
  const page = await portal.open(companyKey, `/reviews/${reviewId}`);
  await page.getByTestId("items-shown").getByText("2,000 of 2,000").waitFor();

  // Counts rows instead of measuring time; bench:portal measures time.
  const scrolled = await watchRows(page, () => scrollRequirements(page));
  const filtered = await watchRows(page, () => filterRequirements(page));
  for (const { drawn, maxAtOnce, maxInPage } of [scrolled, filtered]) {
    assert.ok(drawn > 0, `${drawn} rows were rendered`);
    assert.ok(maxAtOnce < 60, `${maxAtOnce} rows are rendered at once`);
    assert.ok(maxInPage < 60, `${maxInPage} rows are in the page`);
  }
});
