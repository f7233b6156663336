import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { until } from "../server/src/testing/until.ts";
import { createPortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

test("after a new revision the administrator sees how many documents it affects, and judges them again", async () => {
  const company = await createPortalCompany(portal);
  const { controlId, businessEntityId, assay } = company;
  const form = new FormData();
  form.append("files[]", new Blob(["The processor acts on documented instructions only."]), "contract.txt");
  const [item] = (await assay.listControlItems(controlId)).items;
  assert.ok(item);
  const selection = { selectedControlItemIds: [item.id] };
  const { documentId } = await assay.submitDocuments(form, { businessEntityId, controlId, ...selection });
  await until(async () => (await assay.getDocument(documentId)).status === "completed", 120);

  const page = await portal.open(portal.adminToken, `/catalogue?control=${controlId}`);
  const pageErrors = collectPageErrors(page);
  await page
    .getByRole("button", { name: /^Archive: / })
    .first()
    .waitFor();
  const affected = page.getByRole("region", { name: "Documents of earlier revisions" });
  assert.equal(await affected.count(), 0);

  const shipped = await readShippedCatalogue();
  const framework = shipped.find(({ controls }) => controls.some(({ id }) => id === controlId));
  const revised = structuredClone(framework);
  const items = revised?.controls.flatMap(({ clusters }) => clusters.flatMap((cluster) => cluster.items)) ?? [];
  const changed = items.find(({ id }) => id === item.id);
  assert.ok(revised && changed);
  Object.assign(changed, { objective: `${changed.objective} This is a new wording.` });
  await portal.administration.loadFramework(revised);
  await page.reload();
  await affected.getByText("1 document that counts was judged by an earlier revision").waitFor();
  await assertAccessible(page);
  await affected.getByRole("button", { name: "Judge again" }).click();
  const dialog = page.getByRole("dialog", { name: "Judge 1 document again?" });
  await dialog.getByText("The documents of all companies").waitFor();
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Judge again" }).click();
  await affected.getByText(/^[01] of 1 judged again\.$/).waitFor();
  await until(async () => (await assay.getDocument(documentId)).supersededBy !== null, 180);
  assert.deepEqual((await assay.listAffectedDocuments(controlId)).documents, []);
  assert.deepEqual(pageErrors, []);
});
