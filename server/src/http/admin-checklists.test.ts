import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aChecklistFile, aWorkbook } from "../testing/a-checklist.ts";
import { unknownId } from "../testing/builders.ts";
import { adminToken, startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const admin = { admin: true };
const preview = (body: object) => server.call("/v1/admin/checklists/preview", { ...admin, body });
const load = (body: object) => server.call("/v1/admin/checklists", { ...admin, body });
const aFile = (bytes: Buffer, fileName = "a.xlsx") => ({ fileName, data: bytes.toString("base64") });

async function download(url: string): Promise<Buffer> {
  const answer = await server.app.inject({ url, headers: { authorization: `Bearer ${adminToken}` } });
  assert.equal(answer.statusCode, 200);
  return answer.rawPayload;
}

test("the filled template is imported, and its export changes nothing when it is imported again", async () => {
  const template = aFile(await download("/v1/admin/checklists/template?example=true"));
  const previewed = await preview(template);
  assert.deepEqual([previewed.status, previewed.body.problems, previewed.body.isNew], [200, [], true]);
  assert.deepEqual(
    previewed.body.warnings.map(({ kind, sheet, row }: Record<string, unknown>) => [kind, sheet, row]),
    [["drafted", "Checklist", 4]],
  );
  const loaded = await load(template);
  assert.deepEqual([loaded.status, loaded.body.added], [201, 4]);
  const { body } = await server.call("/v1/admin/frameworks", admin);
  const framework = body.frameworks.find(({ code }: { code: string }) => code === "EXAMPLE");
  const url = `/v1/admin/controls/${framework.controls[0].id}/export`;
  const exported = await download(url);
  const again = await load(aFile(exported));
  const { added, reworded, obsoleted, unchanged } = again.body;
  assert.deepEqual([again.status, added, reworded, obsoleted, unchanged], [201, 0, 0, 0, 4]);
  assert.ok((await download(url)).equals(exported), "the second export differs");
  const oscal = JSON.parse((await download(`${url}?format=oscal`)).toString());
  assert.equal(oscal.catalog.groups.length, 2);
});

test("a changed CSV file rewords items, makes missing ones obsolete, and adds new ones", async () => {
  const rows = [
    ["Reference", "Requirement"],
    ["1", "The policy names a contact for incidents."],
    ["2", "The policy names its owner."],
  ];
  assert.equal((await load(aChecklistFile(rows))).body.added, 2);
  const changed = [
    rows[0] ?? [],
    ["1", "The policy names two contacts for incidents."],
    ["3", "The policy has a date."],
  ];
  const { body } = await load(aChecklistFile(changed));
  assert.deepEqual([body.added, body.reworded, body.obsoleted], [1, 1, 1]);
});

test("faults of a workbook are named with sheet, row and column, and nothing is imported", async () => {
  const file = aFile(
    aWorkbook({
      Checklist: [
        ["Our checklist"],
        [],
        ["Reference", "Requirement", "Weight"],
        ["1", "The policy names a contact.", "heavy"],
        ["1", "The policy has a date."],
      ],
    }),
    "faulty.xlsx",
  );
  const { body } = await preview(file);
  assert.equal(body.problemCount, 2);
  assert.deepEqual(
    body.problems.map(({ sheet, row, column }: Record<string, unknown>) => [sheet, row, column]),
    [
      ["Checklist", 4, "C (Weight)"],
      ["Checklist", 5, "A (Reference)"],
    ],
  );
  assert.equal(body.framework, undefined);
  const refused = await load(file);
  assert.equal(refused.status, 422);
  assert.match(refused.body.message, /Checklist, row 4, C \(Weight\): heavy is no weight.* 1 more problem/);
  const { body: known } = await server.call("/v1/admin/frameworks", admin);
  assert.ok(!known.frameworks.some(({ code }: { code: string }) => code === "FAULTY"));
});

test("files that are no checklists are refused with a reason", async () => {
  const shipped = (await server.call("/v1/admin/frameworks", admin)).body.frameworks;
  const gdpr = shipped.find(({ code }: { code: string }) => code === "GDPR");
  const reasonFor = async (body: object) => (await preview(body)).body.problems[0].message;
  assert.match(await reasonFor(aFile(Buffer.from("PK\u0003\u0004 broken"))), /\./);
  assert.match(await reasonFor(aFile(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))), /XLSX nor a CSV/);
  const part = await download(`/v1/admin/controls/${gdpr.controls[0].id}/export`);
  assert.match(await reasonFor(aFile(part)), /framework GDPR has other controls/);
  assert.equal((await preview({ fileName: "a.csv", data: "no base64!" })).status, 400);
  assert.equal((await server.call(`/v1/admin/controls/${unknownId}/export`, admin)).status, 404);
  assert.equal((await server.call("/v1/admin/checklists/template?example=maybe", admin)).status, 400);
});
