import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import type { ComplianceItem, DocumentResult } from "../sdk/src/index.ts";
import { makePdf, type Sheet } from "../server/src/testing/sample-pdfs.ts";
import { until } from "../server/src/testing/until.ts";
import { createPortalCompany, findItemWithEvidence, type PortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
let company: PortalCompany;
/** The review of one agreement against all items, shared by the tests. */
let result: DocumentResult;
before(async () => {
  portal = await openPortal();
  company = await createPortalCompany(portal);
  result = await company.review([await anAgreement()]);
});
after(() => portal.close());

const sentences = [
  "The processor shall process personal data only on documented instructions from the controller.",
  "The processor shall inform the controller if an instruction infringes data protection law.",
  "Persons authorised to process personal data have committed themselves to confidentiality.",
  "The processor shall notify the controller of a personal data breach without undue delay.",
];
const size = 10;

interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The position of each sentence, relative to the page size. */
const places = new Map<string, Rectangle>();

async function anAgreement(): Promise<File> {
  const write = ({ line, regular, page }: Sheet) => {
    const { width, height } = page.getSize();
    for (const [index, text] of sentences.entries()) {
      const at = { x: 60 + index * 20, y: 130 + index * 160 };
      line(text, { ...at, size });
      places.set(text, {
        left: at.x / width,
        right: (at.x + regular.widthOfTextAtSize(text, size)) / width,
        // Without ascenders and descenders.
        top: (at.y - size * 0.45) / height,
        bottom: at.y / height,
      });
    }
  };
  return new File([new Uint8Array(await makePdf([write]))], "agreement.pdf");
}

/** The positions of the highlights on the page image, relative to its size. */
async function readHighlights(page: Page): Promise<Rectangle[]> {
  await page.getByTestId("quote-box").first().waitFor();
  // The page's Content Security Policy does not allow waitForFunction.
  await until(() => page.evaluate(`document.querySelector('[data-testid="page-picture"]')?.complete === true`), 20);
  const image = await page.getByTestId("page-picture").boundingBox();
  assert.ok(image);
  const highlights: Rectangle[] = [];
  for (const highlight of await page.getByTestId("quote-box").all()) {
    const box = await highlight.boundingBox();
    assert.ok(box);
    highlights.push({
      left: (box.x - image.x) / image.width,
      right: (box.x + box.width - image.x) / image.width,
      top: (box.y - image.y) / image.height,
      bottom: (box.y + box.height - image.y) / image.height,
    });
  }
  return highlights;
}

function assertCovers([box, ...more]: Rectangle[], place: Rectangle): void {
  assert.ok(box && more.length === 0, "one highlight for one line");
  const positions = `${JSON.stringify(box)} for ${JSON.stringify(place)}`;
  // A page has 595 × 842 points. Allowed are two points beside the words, and less than a line above and below.
  const [across, down] = [2 / 595, 9 / 842];
  assert.ok(box.left <= place.left + across && box.right >= place.right - across, `covers: ${positions}`);
  assert.ok(box.top <= place.top + across && box.bottom >= place.bottom - across, `covers: ${positions}`);
  assert.ok(box.left >= place.left - across && box.right <= place.right + across, `not more: ${positions}`);
  assert.ok(box.top >= place.top - down && box.bottom <= place.bottom + down, `not more: ${positions}`);
}

test("an item shows the page of its evidence with a highlight on the quoted words, also when zoomed", async () => {
  const { item, quotes } = findItemWithEvidence(result);
  const page = await portal.open(company.key, `/documents/${result.documentId}/items/${item.id}`);
  const pageErrors = collectPageErrors(page);
  await page.getByRole("heading", { name: item.controlItemName, level: 1 }).waitFor();
  for (const [index, quote] of quotes.entries()) {
    await page.getByTestId("quote").getByText(quote, { exact: true }).waitFor();
    await page
      .getByTestId("evidence-position")
      .getByText(`${index + 1} of ${quotes.length}`)
      .waitFor();
    const place = places.get(quote);
    assert.ok(place, `the quote is one of the sentences: ${quote}`);
    assertCovers(await readHighlights(page), place);
    if (index === 0) {
      await page.getByRole("button", { name: "Larger" }).click();
      assertCovers(await readHighlights(page), place);
      assert.ok(await isInView(page), "the highlight is scrolled into view");
    }
    const next = page.getByRole("button", { name: "Next quote" });
    if (index < quotes.length - 1) await next.click();
    else assert.ok(await next.isDisabled());
  }
  await assertAccessible(page);
  assert.deepEqual(pageErrors, []);
});

/** Whether the middle of the first highlight is visible in its scroll container. */
async function isInView(page: Page): Promise<boolean> {
  const inner = await page.getByTestId("quote-box").first().boundingBox();
  const outer = await page.getByRole("region", { name: "Page of the document" }).boundingBox();
  assert.ok(inner && outer);
  const middle = inner.y + inner.height / 2;
  return middle > outer.y && middle < outer.y + outer.height;
}

test("an item shows verdicts, gaps, risks and recommendations, and a suggested text can be copied", async () => {
  const item = result.complianceItems.find(({ result: found }) => (found?.recommendations.length ?? 0) > 0);
  assert.ok(item?.result);
  const page = await portal.open(company.key, `/documents/${result.documentId}/items/${item.id}`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("heading", { name: item.controlItemName, level: 1 }).waitFor();
  assert.equal(await page.getByTestId("criterion").count(), item.result.criteria.length);
  for (const { statement = "" } of item.result.criteria)
    await page.getByTestId("criterion").getByText(statement, { exact: true }).waitFor();
  // Every verdict once: beside its criterion.
  const verdicts = { met: "Met", partly: "Partly met", contradicted: "Contradicted", missing: "Missing" };
  for (const [verdict, word] of Object.entries(verdicts))
    assert.equal(
      await page.getByText(word, { exact: true }).count(),
      item.result.criteria.filter((criterion) => criterion.verdict === verdict).length,
      verdict,
    );
  for (const { title } of item.result.explanation.riskIdentification.riskDescription)
    await page.getByText(title, { exact: true }).first().waitFor();
  const confidences = [item, ...item.result.criteria];
  const marks = await page.getByTestId("confidence").allInnerTexts();
  assert.equal(marks.length, confidences.length);
  for (const [index, { confidence, needsReview }] of confidences.entries()) {
    assert.ok(confidence !== null);
    const percent = Math.floor(Math.round(1e4 * confidence) / 100);
    const words = new RegExp(`^${needsReview ? "Check this: (medium|low)" : "(High|Medium)"} confidence, ${percent}%$`);
    assert.match(marks[index] ?? "", words);
  }
  await page.getByTestId("confidence").last().focus();
  await page
    .getByRole("tooltip")
    .getByText(/^Of 100 verdicts with this confidence, about \d+ are right\./)
    .waitFor();
  await assertAccessible(page);
  const [recommendation] = item.result.recommendations;
  await page.getByRole("button", { name: "Copy the suggested text" }).first().click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate("navigator.clipboard.readText()");
  assert.equal(copied, recommendation?.suggestedTextToBeAdded);
});

const byScore = (items: ComplianceItem[]) =>
  items.toSorted((a, b) => (a.result?.score ?? 0) - (b.result?.score ?? 0)).map(({ id }) => id);

test("the page navigates between items, the worst first, and reports an item that is not part of the document", async () => {
  const [first, second] = byScore(
    result.complianceItems.filter(({ complianceLevel }) => complianceLevel !== "not_applicable"),
  );
  const nameOf = (id: string | undefined) => result.complianceItems.find((one) => one.id === id)?.controlItemName ?? "";
  const page = await portal.open(company.key, `/documents/${result.documentId}/items/${first}`);
  await page.getByRole("heading", { name: nameOf(first), level: 1 }).waitFor();
  assert.ok(await page.getByRole("button", { name: "Previous requirement" }).isDisabled());
  await page.getByRole("link", { name: "Next requirement" }).click();
  await page.getByRole("heading", { name: nameOf(second), level: 1 }).waitFor();
  await page.goto(`${portal.url}/portal/documents/${result.documentId}/items/01ARZ3NDEKTSV4RRFFQ69G5FAV`);
  await page.getByText("This requirement is not part of the document’s review").waitFor();
  await assertAccessible(page);
  await page.goto(`${portal.url}/portal/documents/01ARZ3NDEKTSV4RRFFQ69G5FAV/items/${first}`);
  await page.getByText("This could not be loaded").waitFor();
});

test("from a filtered review, keys step through what the filters show, and lead back to it", async () => {
  const filtered = byScore(
    result.complianceItems.filter(({ complianceLevel }) => complianceLevel === "non_compliant"),
  ).reverse();
  assert.ok(filtered.length > 2);
  const nameOf = (id: string | undefined) => result.complianceItems.find((one) => one.id === id)?.controlItemName ?? "";
  const heading = (id: string | undefined) => page.getByRole("heading", { name: nameOf(id), level: 1 }).waitFor();
  const page = await portal.open(
    company.key,
    `/reviews/${result.complianceReviewId}?level=${encodeURIComponent('["non_compliant"]')}&sort=-name`,
  );
  const pageErrors = collectPageErrors(page);
  const rows = page.getByTestId("item-row");
  await page.getByTestId("items-shown").getByText(`${filtered.length} of 24`).waitFor();
  const shown = await rows.locator("a").allInnerTexts();
  const order = shown.map((name) => result.complianceItems.find((one) => one.controlItemName === name)?.id);
  assert.deepEqual(order.toSorted(), filtered.toSorted());
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  await page
    .locator("a:focus")
    .getByText(shown[1] ?? "")
    .waitFor();
  await page.keyboard.press("Enter");
  await heading(order[1]);
  await page.getByTestId("item-position").getByText(`2 of ${order.length}`).waitFor();
  await page.keyboard.press("j");
  await heading(order[2]);
  await page.keyboard.press("k");
  await heading(order[1]);
  await page.keyboard.press("k");
  await heading(order[0]);
  await page.keyboard.press("k");
  assert.ok(await page.getByRole("button", { name: "Previous requirement" }).isDisabled());
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Next requirement").waitFor();
  await assertAccessible(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await heading(order[0]);
  await page.getByRole("link", { name: "Back to the review" }).click();
  await page.getByTestId("items-shown").getByText(`${filtered.length} of 24`).waitFor();
  assert.match(page.url(), /level=.*sort=-name/);
  assert.deepEqual(pageErrors, []);
});

test("the highlight is in view when the page opens, on a phone below its verdict, and Enter shows the next quote", async () => {
  const { item, quotes } = findItemWithEvidence(result);
  for (const [width, height] of [
    [1280, 860],
    [390, 780],
  ] as const) {
    const page = await portal.open(company.key, `/documents/${result.documentId}/items/${item.id}`, {
      viewport: { width, height },
    });
    await readHighlights(page);
    const place = await page.getByTestId("quote-box").first().boundingBox();
    assert.ok(place && place.y > 56 && place.y + place.height < height, JSON.stringify(place));
    assert.ok(await isInView(page));
    if (width < 500) {
      const criterion = await page.locator('[data-testid="criterion"][data-shown="true"]').boundingBox();
      const pane = await page.getByRole("region", { name: "Evidence" }).boundingBox();
      assert.ok(criterion && pane);
      assert.ok(Math.abs(pane.y - criterion.y - criterion.height) < 20, "directly below");
    } else if (quotes.length > 1) {
      await page.keyboard.press("Enter");
      await page.getByTestId("evidence-position").getByText(`2 of ${quotes.length}`).waitFor();
    }
  }
});

test("a file without page images is shown as text, and HTML in it and in its name is escaped", async () => {
  const hostile = '<img src=x onerror="globalThis.__hacked=1"><script>globalThis.__hacked=1</script>';
  const content = `${hostile}

The processor shall process personal data only on documented instructions from the controller.

The processor shall notify the controller of every personal data breach without undue delay.

All persons authorised to process the personal data are bound to confidentiality.
`;
  const name = `<img src=x onerror=globalThis.__hacked=1>.txt`;
  const reviewed = await company.review([{ name, content: new Blob([content]) }]);
  const { item, first } = findItemWithEvidence(reviewed);
  const page = await portal.open(company.key, `/documents/${reviewed.documentId}/items/${item.id}`);
  const pageErrors = collectPageErrors(page);
  const text = page.getByTestId("page-text");
  await text.waitFor();
  assert.ok((await text.innerText()).includes(hostile));
  assert.equal((await text.locator("mark").allInnerTexts()).join(" "), first.replaceAll("\n", " "));
  await page.getByText(name).first().waitFor();
  assert.equal(await page.evaluate(() => "__hacked" in globalThis), false);
  assert.equal(await page.locator('img[src="x"]').count(), 0);
  assert.equal(await page.getByTestId("page-picture").count(), 0);
  await assertAccessible(page);
  assert.deepEqual(pageErrors, []);
});

test("at 360 pixels the page fits the screen, and one tap shows a quote", async () => {
  const { item } = findItemWithEvidence(result);
  const page = await portal.open(company.key, `/documents/${result.documentId}/items/${item.id}`, {
    viewport: { width: 360, height: 740 },
  });
  await readHighlights(page);
  assert.ok(await page.evaluate("document.documentElement.scrollWidth <= 360"));
  await page.getByRole("button", { name: /^Quote 1/ }).click();
  const top = `document.getElementById("evidence-title").getBoundingClientRect().top`;
  await until(() => page.evaluate(`${top} > 0 && ${top} < innerHeight`), 20);
});

test("another company's item is not found", async () => {
  const stranger = await createPortalCompany(portal, "Stranger Ltd");
  const page = await portal.open(
    stranger.key,
    `/documents/${result.documentId}/items/${result.complianceItems[0]?.id}`,
  );
  await page.getByText("It does not exist, or it belongs to someone else.").waitFor();
});
