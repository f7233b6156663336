import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openOfflineAnalyser } from "../analysis/offline-analyser.ts";
import { aCompany, aTarget, submit } from "../testing/builders.ts";
import { anOscalCatalog, oscalItemCount } from "../testing/oscal-catalog.ts";
import { startTestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { analyseDocument } from "./analyse-document.ts";

const server = await startTestServer();
const { deps: worker } = workerDeps(server, { analyser: openOfflineAnalyser({ models: async () => undefined }) });
after(async () => {
  await worker.children.close();
  await server.close();
});

interface Item {
  controlItemExternalId: string;
  controlItemName: string;
  status: string;
  result: {
    score: number;
    explanation: { gaps: { topic: string; description: string }[] };
    criteria: { key: string; statement: string; verdict: string; evidence: { quote: string }[] }[];
    recommendations: { actionableRecommendation: string; suggestedTextToBeAdded: string }[];
  };
}

test("an imported catalog of more than a thousand controls can be judged, with findings worded from its statements", async () => {
  const loaded = await server.call("/v1/admin/frameworks", { admin: true, body: anOscalCatalog() });
  assert.deepEqual([loaded.status, loaded.body.added], [201, oscalItemCount], loaded.text);
  assert.ok(oscalItemCount > 1_000);
  const company = await aCompany(server);
  const { controlId } = await aTarget(server, company.key, "MADE-UP-SECURITY-CONTROLS");
  const { businessEntityId, companyId, key } = company;
  const content = [
    "# Access",
    "The organization documents and approves rules for user accounts before first use in area 40.",
    "The organization assigns a named person who answers for user accounts in area 40.",
  ].join("\n\n");
  const files = [{ name: "policy.md", content }];
  const { status, body } = await submit(server, company, { businessEntityId, controlId }, files);
  assert.deepEqual([status, body.controlItemCount], [202, oscalItemCount]);
  const { documentId } = body;
  await analyseDocument({ ...worker, inProgress: new Set() }, { companyId, documentId }, new AbortController().signal);
  const { body: result } = await server.call(`/v1/documents/${documentId}/result`, { key });
  assert.equal(result.status, "completed");
  const items: Item[] = result.complianceItems;
  assert.equal(items.filter((item) => item.status === "completed").length, oscalItemCount);

  const found = items.find(({ controlItemExternalId }) => controlItemExternalId === "AC-40");
  assert.deepEqual(
    found?.result.criteria.map((one) => [one.key, one.verdict]),
    [
      ["statement-a", "met"],
      ["statement-b", "met"],
      ["statement-c", "missing"],
    ],
  );
  const absent = items.find(({ controlItemExternalId }) => controlItemExternalId === "SI-7");
  const [gap] = absent?.result.explanation.gaps ?? [];
  assert.deepEqual([gap?.topic, absent?.result.score], [`${absent?.controlItemName} (a)`, 0]);
  assert.match(gap?.description ?? "", /Restricts to authorised persons changes to .* in area 7/i);
  const [recommendation] = absent?.result.recommendations ?? [];
  assert.match(
    recommendation?.actionableRecommendation ?? "",
    /^Add a provision on .* that states: The organization: /,
  );
  assert.match(recommendation?.suggestedTextToBeAdded ?? "", /in area 7 \[organization defined frequency\]/);
  for (const { controlItemName, result: own } of items) {
    for (const { topic } of own.explanation.gaps) assert.ok(topic.startsWith(controlItemName), topic);
    assert.equal(own.explanation.gaps.length, own.criteria.filter(({ verdict }) => verdict !== "met").length);
    if (own.explanation.gaps.length > 0) assert.ok(own.recommendations.length > 0);
  }
});
