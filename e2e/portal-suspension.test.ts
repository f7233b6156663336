import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../server/src/testing/until.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test("the operator suspends a partner, which reads why it is refused, and resumes it", async () => {
  const { partnerId, apiKey } = await portal.administration.createPartner({ name: "Late with payments" });
  const theirs = await portal.open(apiKey, "/clients");
  await theirs.getByRole("heading", { name: "Companies", level: 1 }).waitFor();

  const refusal = theirs.getByText("The service’s operator has suspended this partner and its companies.");
  const empty = theirs.getByText("No company yet");
  // Keys are cached for a second.
  const untilTheirsIs = (wanted: "suspended" | "accepted") =>
    until(async () => {
      await theirs.reload();
      await refusal.or(empty).first().waitFor();
      return (await refusal.count()) > 0 === (wanted === "suspended");
    }, 20);

  const page = await portal.open(portal.adminToken, `/partners/${partnerId}`);
  const pageErrors = collectPageErrors(page);
  await page.getByRole("button", { name: "Suspend" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Nothing is deleted").waitFor();
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await page.getByText("Suspended since").waitFor();
  await assertAccessible(page);

  await untilTheirsIs("suspended");

  await page.goto(`${portal.url}/portal/partners`);
  await page
    .getByRole("row", { name: /Late with payments/ })
    .getByText("Suspended")
    .waitFor();
  await page.getByRole("link", { name: "Late with payments" }).click();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resume" }).click();
  await page.getByText("Suspended since").waitFor({ state: "detached" });
  await untilTheirsIs("accepted");
  assert.deepEqual(pageErrors, []);
});
