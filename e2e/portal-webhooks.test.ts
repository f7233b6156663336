import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyWebhook } from "../sdk/src/index.ts";
import { until } from "../server/src/testing/until.ts";
import { type AReceiver, aReceiver } from "../server/src/testing/webhook-receiver.ts";
import { createPortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
let receiver: AReceiver;
before(async () => {
  receiver = await aReceiver();
  portal = await openPortal({ ASSAY_WEBHOOK_ALLOW_PRIVATE: "true" });
});
after(async () => {
  await portal.close();
  await receiver.close();
});

test("a company registers its webhook, sees the secret once, sends a test event and replays it", async () => {
  const company = await createPortalCompany(portal);
  const page = await portal.open(company.key, "/webhooks");
  const pageErrors = collectPageErrors(page);
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByText("Enter the address.").waitFor();
  await assertAccessible(page);
  await page.getByRole("textbox", { name: "Address" }).fill(`${receiver.url}/hook`);
  await page.getByRole("checkbox", { name: "A review was created" }).click();
  await page.getByRole("button", { name: "Register" }).click();
  const secret = await page.getByTestId("secret").locator("pre").innerText();
  assert.match(secret, /^whsec_/);
  await assertAccessible(page);
  await page.getByRole("button", { name: "I have copied it" }).click();
  assert.equal(await page.getByText(secret).count(), 0);
  const registered = await company.assay.getWebhook();
  assert.deepEqual(registered.eventTypes.toSorted(), ["document.completed", "document.failed", "review.created"]);

  await page.getByRole("button", { name: "Send a test event" }).click();
  const row = page.getByTestId("delivery").first();
  await row.getByText("webhook.test").waitFor();
  await until(() => receiver.received.length === 1, 20);
  const [first] = receiver.received;
  assert.ok(first);
  const event = await verifyWebhook(first.headers, first.body, secret);
  assert.equal(event.type, "webhook.test");
  await row.getByText("Delivered").waitFor();
  await row.getByRole("button", { name: "1 attempt" }).click();
  await row.getByText(/: 204 \(/).waitFor();
  await assertAccessible(page);

  await row.getByRole("button", { name: /^Send again/ }).click();
  await until(() => receiver.received.length === 2, 20);
  assert.equal(receiver.received[1]?.headers["webhook-id"], first.headers["webhook-id"]);

  await page.getByRole("button", { name: "Make a new secret" }).click();
  const next = await page.getByTestId("secret").locator("pre").innerText();
  assert.notEqual(next, secret);
  await page.reload();
  await page.getByRole("heading", { name: "Deliveries" }).waitFor();
  assert.equal(await page.getByText(/whsec_/).count(), 0);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  assert.ok(!kept.includes("whsec_"));
  assert.deepEqual(pageErrors, []);
});

test("a failed delivery shows the receiver's response as text, and a forbidden address is refused with a message", async () => {
  const company = await createPortalCompany(portal);
  const hostile = "<img src=x onerror=globalThis.__hacked=1>";
  receiver.answer = (response) => response.writeHead(500).end(hostile);
  await company.assay.registerWebhook({ url: `${receiver.url}/hook`, eventTypes: ["document.completed"] });
  const page = await portal.open(company.key, "/webhooks");
  await page.getByRole("button", { name: "Send a test event" }).click();
  const row = page.getByTestId("delivery").first();
  await row.getByText("Failed, will be tried again").waitFor();
  await row.getByText("The address answered with 500.", { exact: true }).waitFor();
  await page.getByText("Not delivered yet").locator("..").getByText("1", { exact: true }).waitFor();
  await row.getByRole("button", { name: /^[1-9]\d* attempts?$/ }).click();
  await row.getByText(hostile).first().waitFor();
  assert.equal(await page.evaluate(() => "__hacked" in globalThis), false);
  await page.getByRole("textbox", { name: "Address" }).fill("ftp://example.com");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("This did not work").waitFor();
});

test("a company adds and renames its business entities", async () => {
  const company = await createPortalCompany(portal);
  const page = await portal.open(company.key, "/entities");
  const pageErrors = collectPageErrors(page);
  await page.getByRole("cell", { name: "Acme GmbH", exact: true }).waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Add an entity" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Enter a name.").waitFor();
  await assertAccessible(page);
  const hostile = "<b>Branch</b>";
  await page.getByRole("textbox", { name: "Name" }).fill(hostile);
  await page.getByRole("textbox", { name: "Description" }).fill("Sells things");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("cell", { name: `${hostile} Sells things` }).waitFor();
  await page.getByText("Not approved yet").waitFor();
  await page.getByRole("button", { name: `Rename ${hostile}` }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Branch Linz");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("cell", { name: "Branch Linz Sells things" }).waitFor();
  const { businessEntities } = await company.assay.listBusinessEntities();
  assert.deepEqual(businessEntities.map(({ name }) => name).sort(), ["Acme GmbH", "Branch Linz"]);
  assert.deepEqual(pageErrors, []);
});
