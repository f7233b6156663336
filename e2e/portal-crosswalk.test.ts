import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assayCommand } from "./assay-command.ts";
import { createPortalCompany } from "./portal-company.ts";
import { assertAccessible, collectPageErrors, openPortal, type Portal } from "./portal-fixture.ts";

let portal: Portal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const agreement =
  "The Processor shall notify the Controller of any personal data breach without undue delay and in any event within 24 hours after becoming aware of it.";

test("a met criterion shows what its evidence also serves, and the command proposes the controls", async () => {
  const company = await createPortalCompany(portal);
  const { items } = await company.assay.listControlItems(company.controlId);
  const chosen = items.filter(({ externalId }) => externalId === "GDPR Art. 33(2)").map(({ id }) => id);
  const result = await company.review([{ name: "dpa.md", content: new Blob([agreement]) }], chosen);
  const [item] = result.complianceItems;
  const page = await portal.open(company.key, `/documents/${result.documentId}/items/${item?.id}`);
  const pageErrors = collectPageErrors(page);
  const serves = page.getByTestId("criterion").filter({ hasText: "without undue delay" }).getByTestId("also-serves");
  await serves.getByText("This evidence also serves:").waitFor();
  await serves
    .getByText(/^ICT · DORA Art\. 30\(2\)\(f\) \(in part\): The contract requires the ICT provider/)
    .waitFor();
  await assertAccessible(page);
  assert.deepEqual(pageErrors, []);

  const assay = assayCommand({ ASSAY_URL: portal.url, ASSAY_API_KEY: company.key });
  const { exitCode, stdout, stderr } = await assay.run("crosswalk", result.documentId);
  assert.equal(exitCode, 0, stderr);
  assert.match(stdout, /^ICT +0 of 103 criteria served, 1 in part {2}/m);
  assert.match(stdout, /criteria met, \d+ other controls served$/m);
});
