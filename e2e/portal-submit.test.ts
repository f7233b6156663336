import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { until } from "../server/src/testing/until.ts";
import { createPortalCompany, type PortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

const chunkBytes = 65_536;
let portal: Portal;
let company: PortalCompany;
let folder: string;
before(async () => {
  portal = await openPortal({ ASSAY_CHUNK_SIZE_BYTES: String(chunkBytes) });
  company = await createPortalCompany(portal);
  folder = await mkdtemp(join(tmpdir(), "assay-portal-submit-"));
});
after(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

async function aFile(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** Policy text of this many chunks. */
const longText = (chunks: number) =>
  "The processor processes personal data only on documented instructions.\n\n"
    .repeat(Math.ceil((chunks * chunkBytes) / 72))
    .slice(0, chunks * chunkBytes - 100);

async function chooseControl(page: Page, name = "Data processing agreement"): Promise<void> {
  await page.getByRole("combobox", { name: "Control" }).click();
  await page.getByRole("option", { name }).click();
}

/** Chooses the control and a single requirement, which is judged quickly. */
async function chooseOneItem(page: Page): Promise<void> {
  await chooseControl(page);
  await page.getByRole("radio", { name: "Only these clusters and requirements" }).click();
  await page.getByRole("textbox", { name: "Search requirements" }).fill("documented instructions");
  await page.getByRole("checkbox", { name: "Processing only on documented instructions" }).click();
}

const submit = (page: Page) => page.getByRole("button", { name: "Submit for review" }).click();

/** Counts the stored chunks in the service's log. */
const countStoredChunks = () =>
  portal.assay
    .output()
    .split("\n")
    .filter((line) => line.includes("/chunks/:chunkIndex") && line.includes('"statusCode":200')).length;

test("a company submits several files and sees their progress until they are reviewed", async () => {
  const page = await portal.open(company.key, "/submit");
  const pageErrors = collectPageErrors(page);
  await page.getByRole("heading", { name: "New submission", level: 1 }).waitFor();
  await submit(page);
  const problems = page.getByRole("alert");
  await problems.getByText("Choose what is to be reviewed.").waitFor();
  assert.deepEqual(await problems.getByRole("listitem").allInnerTexts(), [
    ...["Choose what is to be reviewed.", "Add at least one file."],
  ]);
  await assertAccessible(page);
  await page.getByRole("textbox", { name: "Name of the review" }).fill("Vendors of 2026");
  await page.getByLabel("Review by").fill("2030-01-31");
  await chooseOneItem(page);
  await page.getByText(/^1 of \d+ requirements selected$/).waitFor();
  await submit(page);
  await page.getByText("Add at least one file.").waitFor();
  await page
    .getByTestId("file-input")
    .setInputFiles([
      await aFile("first.txt", "Personal data is processed only on documented instructions from the controller."),
      await aFile("second.txt", "The weather is fine."),
      await aFile("third.txt", "Something else entirely."),
    ]);
  await page.getByRole("button", { name: "Remove third.txt" }).click();
  await assertAccessible(page);
  await submit(page);
  const progress = page.getByTestId("document-progress");
  await progress.getByText("Reviewed").nth(1).waitFor({ timeout: 60_000 });
  assert.equal(await progress.count(), 2, "each file is a separate document");
  await assertAccessible(page);
  const { documents } = await company.assay.listDocuments();
  assert.deepEqual(documents.map(({ fileName }) => fileName).sort(), ["first.txt", "second.txt"]);
  assert.deepEqual(
    documents.map(({ reviewBy, validUntil }) => [reviewBy, validUntil]),
    documents.map(() => ["2030-01-31", null]),
  );
  const review = await company.assay.getComplianceReview(documents[0]?.complianceReviewId ?? "");
  assert.equal(review.name, "Vendors of 2026");
  for (const { documentId } of documents) {
    const { complianceItems } = await company.assay.getDocumentResult(documentId);
    assert.deepEqual(
      complianceItems.map(({ controlItemName }) => controlItemName),
      ["Processing only on documented instructions"],
    );
  }
  await progress.getByRole("link", { name: "first.txt" }).click();
  await page.getByRole("heading", { name: "first.txt", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Processing only on documented instructions" }).click();
  await page.getByRole("heading", { name: "Processing only on documented instructions", level: 1 }).waitFor();
  assert.deepEqual(pageErrors, []);
});

test("clusters and single requirements can be selected, and files become one document of an existing review", async () => {
  const own = await createPortalCompany(portal, "Cluster Ltd");
  const started = await own.review([new File(["Personal data."], "start.txt")], own.itemIds.slice(0, 1));
  const page = await portal.open(own.key, `/submit?review=${started.complianceReviewId}`);
  await page.getByRole("radio", { name: "Only these clusters and requirements" }).click();
  const { activeClusters } = await own.assay.listControlClusters(own.controlId);
  const { items } = await own.assay.listControlItems(own.controlId);
  const [whole, part] = activeClusters;
  assert.ok(whole && part);
  await page.getByRole("checkbox", { name: whole.name, exact: true }).click();
  await page.getByRole("button", { name: `Show the requirements of ${part.name}` }).click();
  const single = items.find(({ clusterId }) => clusterId === part.id);
  await page.getByRole("checkbox", { name: single?.name ?? "" }).click();
  await page
    .getByTestId("file-input")
    .setInputFiles([await aFile("a.txt", "Personal data."), await aFile("b.txt", "More of it.")]);
  await page.getByRole("switch", { name: "Treat all files as one document" }).click();
  await submit(page);
  await page.getByTestId("document-progress").getByText("Reviewed").waitFor({ timeout: 60_000 });
  const { documents } = await own.assay.listDocuments({ complianceReviewId: started.complianceReviewId });
  assert.equal(documents.length, 2);
  const result = await own.assay.getDocumentResult(documents[0]?.documentId ?? "");
  assert.equal(result.childDocuments.length, 2);
  const expected = items.filter(
    ({ id, clusterId, isObsolete }) => !isObsolete && (clusterId === whole.id || id === single?.id),
  );
  assert.deepEqual(
    result.complianceItems.map(({ controlItemId }) => controlItemId).sort(),
    expected.map(({ id }) => id).sort(),
  );
});

/** Lets this many chunks reach the service; further ones fail until `reconnect` is called. */
async function disconnectAfter(context: BrowserContext, chunks: number): Promise<{ reconnect(): void }> {
  let left = chunks;
  await context.route("**/chunks/*", async (route) => {
    await (left-- > 0 ? route.continue() : route.abort("connectionfailed"));
  });
  return {
    reconnect() {
      left = Number.POSITIVE_INFINITY;
    },
  };
}

test("an upload resumes after its tab was closed, and only missing chunks are sent", async () => {
  const path = await aFile("long.txt", longText(20));
  const page = await portal.open(company.key, "/submit");
  const context = page.context();
  const network = await disconnectAfter(context, 7);
  await chooseOneItem(page);
  await page.getByTestId("file-input").setInputFiles(path);
  const before = countStoredChunks();
  await submit(page);
  await page.getByTestId("upload").getByText("458.8 kB of 1.3 MB").waitFor();
  await page.close();
  network.reconnect();
  // The log may be written after the response.
  await until(() => countStoredChunks() - before >= 7, 10);

  const again = await context.newPage();
  const sent: number[] = [];
  again.on("request", (request) => {
    if (request.method() === "PUT") sent.push(Number(request.url().split("/").at(-1)));
  });
  await again.goto(`${portal.url}/portal/submit`);
  const interrupted = again.getByTestId("interrupted-upload");
  await interrupted.getByText("long.txt").waitFor();
  await assertAccessible(again);
  // Another file with the same name is refused before anything is sent.
  await again.getByTestId("resume-input").setInputFiles({
    name: "long.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Something else."),
  });
  await interrupted.getByText("long.txt is not among the chosen files, or it has changed since.").waitFor();
  assert.deepEqual(sent, []);
  // The chunk after the seventh may have been on its way when the tab was closed.
  const stored = countStoredChunks() - before;
  assert.ok(stored === 7 || stored === 8, `${stored} chunks`);
  const chooser = again.waitForEvent("filechooser");
  await interrupted.getByRole("button", { name: "Continue" }).click();
  await (await chooser).setFiles(path);
  await again.getByTestId("document-progress").getByText("Reviewed").waitFor({ timeout: 60_000 });
  assert.deepEqual(
    sent,
    Array.from({ length: 20 - stored }, (_, index) => index + stored),
    "the browser sends the missing chunks",
  );
  await until(() => countStoredChunks() - before >= 20, 10);
  assert.equal(countStoredChunks() - before, 20, "the service stores each chunk once");
  assert.equal(await interrupted.count(), 0);
  const { documents } = await company.assay.listDocuments();
  assert.equal(documents.filter(({ fileName }) => fileName === "long.txt").length, 1);
  await again.reload();
  await again.getByRole("heading", { name: "New submission", level: 1 }).waitFor();
  assert.equal(await interrupted.count(), 0, "a complete upload is not listed");
});

test("an upload continues while other pages are open, and discarding it cancels its session", async () => {
  const page = await portal.open(company.key, "/submit");
  const context = page.context();
  await disconnectAfter(context, 2);
  await chooseOneItem(page);
  await page.getByTestId("file-input").setInputFiles(await aFile("discarded.txt", longText(5)));
  const started = page.waitForResponse((response) => response.url().endsWith("/upload/start"));
  await submit(page);
  const { sessionId } = (await (await started).json()) as { sessionId: string };
  await page.getByTestId("upload").getByText("131.1 kB of 327.6 kB").waitFor();
  await page.getByRole("link", { name: "Business entities" }).click();
  await page.getByRole("heading", { name: "Business entities", level: 1 }).waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "New submission" }).click();
  await page.getByTestId("upload").getByText("131.1 kB of 327.6 kB").waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByTestId("interrupted-upload").getByRole("button", { name: "Discard" }).click();
  await page.getByTestId("interrupted-upload").waitFor({ state: "detached" });
  await until(async () => (await company.assay.getUploadStatus(sessionId)).status === "cancelled", 10);
});

test("another company in the same browser does not see an interrupted upload", async () => {
  const page = await portal.open(company.key, "/submit");
  const context = page.context();
  await disconnectAfter(context, 1);
  await chooseOneItem(page);
  await page.getByTestId("file-input").setInputFiles(await aFile("confidential.bin", randomBytes(chunkBytes * 3)));
  await submit(page);
  await page.getByTestId("upload").getByText("65.5 kB of 196.6 kB").waitFor();
  const stranger = await createPortalCompany(portal, "Stranger Ltd");
  await page.getByRole("button", { name: "Acme GmbH" }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await page.getByLabel("Key or token").fill(stranger.key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "New submission" }).click();
  await page.getByRole("combobox", { name: "Control" }).waitFor();
  assert.equal(await page.getByText("confidential.bin").count(), 0, "not in the same tab");
  await page.close();
  const other = await context.newPage();
  await other.goto(`${portal.url}/portal/submit`);
  await other.getByRole("combobox", { name: "Control" }).waitFor();
  assert.equal(await other.getByText("confidential.bin").count(), 0, "and not in another");
});

test("HTML in a file name is escaped on all pages", async () => {
  const name = "<img src=x onerror=globalThis.__hacked=1>.txt";
  const page = await portal.open(company.key, "/submit");
  await chooseOneItem(page);
  const buffer = Buffer.from("Personal data is processed on documented instructions.");
  await page.getByTestId("file-input").setInputFiles({ name, mimeType: "text/plain", buffer });
  await page.getByText(name).waitFor();
  await submit(page);
  await page.getByTestId("document-progress").getByText("Reviewed").waitFor({ timeout: 60_000 });
  await page.getByTestId("document-progress").getByText(name).waitFor();
  assert.equal(await page.evaluate(() => "__hacked" in globalThis), false);
});
