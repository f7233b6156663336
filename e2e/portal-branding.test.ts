import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { toPng } from "../server/src/testing/sample-images.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
let key: string;
before(async () => {
  portal = await openPortal();
  const admin = portal.administration;
  key = (await admin.createPartner({ name: "Consultancy" })).apiKey;
});
after(() => portal.close());

test("a partner sets how reports look, sees a preview, and reads why a colour is refused", async () => {
  const page = await portal.open(key, "/branding");
  const pageErrors = collectPageErrors(page);
  await page.getByRole("heading", { name: "Report branding", level: 1 }).waitFor();
  const preview = page.getByRole("region", { name: "Preview" });
  await page.getByRole("textbox", { name: "Name in reports" }).fill("Nordlicht <b>GmbH</b>");
  await preview.getByText("Nordlicht <b>GmbH</b>").waitFor();
  await page.getByRole("textbox", { name: "Main colour" }).fill("#ffe000");
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.getByText(/accentColour #ffe000 has a contrast of 1\.3 with white/).waitFor();
  await page.getByRole("textbox", { name: "Main colour" }).fill("#7a1f3d");
  const png = toPng({ width: 40, height: 20, grey: new Uint8Array(800).fill(90) });
  await page.getByRole("button", { name: "Logo: Choose an image" }).waitFor();
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from(png) });
  await preview.getByRole("img", { name: "Logo" }).waitFor();
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("Saved", { exact: false }).first().waitFor();
  await assertAccessible(page);
  const saved = await portal.connect({ apiKey: key }).getBranding();
  assert.deepEqual([saved.name, saved.accentColour], ["Nordlicht <b>GmbH</b>", "#7a1f3d"]);
  assert.equal(saved.logo?.mediaType, "image/png");
  await page.reload();
  await preview.getByRole("img", { name: "Logo" }).waitFor();
  assert.deepEqual(pageErrors, []);
  await page.context().close();
});
