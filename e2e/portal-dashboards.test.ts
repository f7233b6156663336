import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Assay } from "../sdk/src/index.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { idSource } from "../server/src/platform/ids.ts";
import { findingsOf, seedDocuments } from "../server/src/testing/seeded-review.ts";
import { createTestDatabase, type TestDatabase } from "../server/src/testing/test-database.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

/** The company's start page and the partner's heat map. */

const ids = idSource(systemClock);
const nextId = () => ids.next();
const dayMilliseconds = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * dayMilliseconds).toISOString().slice(0, 10);

interface OwnCompany {
  assay: Assay;
  key: string;
  companyId: string;
  businessEntityId: string;
}

let database: TestDatabase;
let portal: Portal;
let partnerKey: string;
let north: OwnCompany;
let south: OwnCompany;
before(async () => {
  database = await createTestDatabase();
  portal = await openPortal({ DATABASE_URL: database.url });
  const admin = portal.administration;
  partnerKey = (await admin.createPartner({ name: "Consultancy" })).apiKey;
  north = await onboard("Nordwind Handels GmbH");
  south = await onboard("Südlicht & Söhne");
});
after(async () => {
  await portal.close();
  await database.drop();
});

async function onboard(name: string): Promise<OwnCompany> {
  const { companyApiKey: key, ...company } = await portal.connect({ apiKey: partnerKey }).onboardCompany({ name });
  return { ...company, key, assay: portal.connect({ apiKey: key }) };
}

/** A review with one judged document, which meets all items or none of the first `gapCount`. */
async function aReview(
  { assay, companyId, businessEntityId }: OwnCompany,
  code: string,
  name: string,
  gapCount: number,
) {
  const { frameworks } = await assay.listComplianceFrameworks();
  const framework = frameworks.find(({ controls }) => controls.some((one) => one.code === code));
  const control = framework?.controls.find((one) => one.code === code);
  assert.ok(framework && control);
  const at = new Date(Date.now() - 30 * dayMilliseconds);
  const review = {
    ...{ id: nextId(), companyId, businessEntityId, frameworkId: framework.id, controlId: control.id, name },
    ...{ scope: "Everything", reviewDate: at, createdAt: at, updatedAt: undefined },
  };
  await database.db.reviews.insert(review);
  const [documentId = ""] = await seedDocuments(database.query, nextId, {
    ...{ companyId, reviewId: review.id, controlId: control.id, fileNames: [`${name}.pdf`] },
    findings: (item, document) =>
      item <= gapCount
        ? findingsOf(item, document, { score: 10, level: "non_compliant" })
        : findingsOf(item, document, { score: 95, level: "compliant" }),
  });
  return { reviewId: review.id, documentId };
}

async function assertFits(page: Awaited<ReturnType<Portal["open"]>>): Promise<void> {
  const { inside, outside } = await page.evaluate(() => ({
    inside: document.documentElement.scrollWidth,
    outside: window.innerWidth,
  }));
  assert.ok(inside <= outside, `${inside} of ${outside} pixels`);
}

test("without reviews both dashboards say what to do", async () => {
  const company = await portal.open(north.key, "/");
  await company.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  assert.equal(new URL(company.url()).pathname, "/portal/overview");
  await company.getByRole("heading", { name: "No review yet" }).waitFor();
  assert.equal(await company.locator("main").getByRole("link", { name: "New submission" }).count(), 2);
  await assertAccessible(company);
  const partner = await portal.open(partnerKey, "/scores");
  await partner.getByRole("heading", { name: "No company has a review yet" }).waitFor();
  await partner.locator("main").getByRole("link", { name: "Onboard a company" }).waitFor();
  await assertAccessible(partner);
});

test("a company's start page has its scores by control, their trend, what is due and the most frequent gaps", async () => {
  const good = await aReview(north, "NDA", "Mutual agreement", 1);
  const bad = await aReview(north, "DPA", "Hosting <b>contract</b>", 14);
  await aReview(north, "DPA", "Payroll contract", 6);
  // Seeding dates the scores before the trend begins; now they are as if everything was submitted today.
  await database.query("DELETE FROM review_scores");
  const page = await portal.open(north.key, "/");
  const pageErrors = collectPageErrors(page);
  const cards = page.getByTestId("control-card");
  await cards.nth(1).waitFor();
  assert.deepEqual(
    (await cards.getByText(/^\w+ · \d+ reviews?$/).allInnerTexts()).map((text) => text.trim()),
    ["DPA · 2 reviews", "NDA · 1 review"],
    "the lowest score comes first",
  );
  await cards.getByText("The line begins with the second week that has a score.").first().waitFor();
  await page.getByRole("heading", { name: "Nothing is due within 30 days" }).waitFor();
  await page.getByRole("table", { name: "Most frequent gaps" }).getByText("2 of 2").first().waitFor();

  for (const [days, score] of [
    [70, 20],
    [45, 31.5],
    [20, 44],
  ])
    await database.query("INSERT INTO review_scores (review_id, day, score) VALUES ($1, $2, $3)", [
      ...[bad.reviewId, dayFromNow(-(days ?? 0)), score],
    ]);
  await north.assay.updateDocument(bad.documentId, { validUntil: dayFromNow(-3), reviewBy: dayFromNow(12) });
  await north.assay.updateDocument(good.documentId, { validUntil: dayFromNow(20) });
  await page.reload();
  const trend = page.getByRole("img", { name: /^Score over time/ });
  await trend.first().waitFor();
  assert.match((await trend.first().getAttribute("aria-label")) ?? "", /: 20; .*: 31\.5; .*: 44; /);
  const stroke = await trend
    .first()
    .locator("polyline")
    .evaluate((line) => getComputedStyle(line).stroke);
  assert.match(stroke, /^rgb/, "the line is drawn");
  const due = page.getByRole("table", { name: "What is due" });
  assert.deepEqual(
    (await due.getByRole("row").allInnerTexts())
      .slice(1)
      .map((row) => row.replaceAll(/\s+/g, " "))
      .map((row) => /Expired|To be reviewed|Expires/.exec(row)?.[0]),
    ["Expired", "To be reviewed", "Expires"],
    "the earliest date comes first",
  );
  await assertAccessible(page);

  await page.getByRole("link", { name: "Hosting <b>contract</b>", exact: true }).click();
  await page.getByRole("heading", { name: "Hosting <b>contract</b>", level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/portal/reviews/${bad.reviewId}`);
  await page.goBack();
  await due.getByRole("link", { name: "Mutual agreement.pdf" }).click();
  await page.getByRole("heading", { name: "Mutual agreement.pdf", level: 1 }).waitFor();
  await page.goBack();
  const gap = page.getByRole("table", { name: "Most frequent gaps" }).getByRole("link").first();
  await gap.click();
  await page.getByTestId("item-row").first().waitFor();
  assert.ok(
    Number.parseInt((await page.getByTestId("items-shown").textContent()) ?? "", 10) < 24,
    "the requirement is searched for",
  );

  const phone = await portal.open(north.key, "/", {
    ...{ locale: "de-AT", colorScheme: "dark", viewport: { width: 390, height: 800 } },
  });
  await phone.getByRole("heading", { name: "Übersicht", level: 1 }).waitFor();
  await phone.getByRole("table", { name: "Häufigste Lücken" }).waitFor();
  await assertFits(phone);
  await assertAccessible(phone);
  for (const [locale, title] of [
    ["fr-FR", "Tableau de bord"],
    ["es-ES", "Panel"],
  ] as const) {
    const other = await portal.open(north.key, "/", { locale, viewport: { width: 1440, height: 900 } });
    await other.getByRole("heading", { name: title, level: 1 }).waitFor();
    await other.getByTestId("control-card").first().waitFor();
    await assertFits(other);
  }
  assert.deepEqual(pageErrors, []);
});

test("a partner's heat map lists the lowest scores first, and every score opens that company's reviews", async () => {
  await aReview(south, "DPA", "Cloud contract", 22);
  const page = await portal.open(partnerKey, "/clients", { viewport: { width: 1440, height: 900 } });
  const pageErrors = collectPageErrors(page);
  await page.getByRole("navigation").getByRole("link", { name: "Scores" }).click();
  const table = page.getByRole("table", { name: "Scores" });
  await table.waitFor();
  assert.deepEqual(await table.getByRole("rowheader").allInnerTexts(), ["Südlicht & Söhne", "Nordwind Handels GmbH"]);
  assert.deepEqual((await table.getByRole("columnheader").allInnerTexts()).slice(1), ["DPA", "NDA"]);
  const gaps = page.getByRole("table", { name: "Most frequent gaps" });
  await gaps.getByText("3 of 3").first().waitFor();
  assert.equal(await gaps.getByRole("link").count(), 0, "a partner's key opens no document");
  await assertFits(page);
  await assertAccessible(page);

  const [first] = (await portal.connect({ apiKey: partnerKey }).getHeatMap()).companies;
  assert.equal(first?.name, "Südlicht & Söhne");
  const refused: number[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(response.status());
  });
  const row = page.getByTestId("heat-map-row").first();
  await row
    .getByRole("cell")
    .first()
    .getByRole("link", { name: /Non-compliant/ })
    .click();
  await page.getByRole("heading", { name: "Companies", level: 1 }).waitFor();
  await page.getByText("Cloud contract").waitFor();
  assert.equal(await page.getByRole("cell", { name: "Nordwind Handels GmbH" }).count(), 0);
  await page.getByRole("button", { name: "Only DPA" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("textbox", { name: "Search by name" }).fill("wind");
  await page.getByText("Hosting <b>contract</b>").waitFor();
  assert.equal(await page.getByText("Mutual agreement").count(), 0);
  await page.getByRole("button", { name: "Only DPA" }).click();
  await page.getByText("Mutual agreement").waitFor();
  await page.getByRole("textbox", { name: "Search by name" }).fill("nobody");
  await page.getByRole("heading", { name: "No company matches" }).waitFor();
  assert.deepEqual([refused, pageErrors], [[], []]);

  const phone = await portal.open(partnerKey, "/scores", {
    ...{ locale: "de-AT", colorScheme: "dark", viewport: { width: 390, height: 800 } },
  });
  await phone.getByRole("table", { name: "Bewertungen" }).waitFor();
  await phone.getByRole("table", { name: "Häufigste Lücken" }).waitFor();
  await assertFits(phone);
  await assertAccessible(phone);
});
