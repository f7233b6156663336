import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type APartner, aPartner } from "../testing/builders.ts";
import { assertLinear } from "../testing/linear-time.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import type { ControlDocument, ItemDocument } from "./catalogue-format.ts";
import { checkFramework } from "./check-framework.ts";
import { toOscalCatalog } from "./oscal-export.ts";
import { fromOscal } from "./oscal-import.ts";
import { readShippedCatalogue } from "./shipped-catalogue.ts";

let server: TestServer;
let partner: APartner;
before(async () => {
  server = await startTestServer();
  partner = await aPartner(server);
});
after(() => server.close());

interface OscalOptions {
  title?: string;
  version?: string;
  groups?: object[];
  oscalVersion?: string;
}

const aCatalog = ({
  title = "Test catalog",
  version = "1",
  oscalVersion = "1.1.2",
  groups = [aGroup()],
}: OscalOptions = {}) => ({
  catalog: {
    uuid: "6b8f3f1e-2f7a-4d6b-9a55-0d1f2d3c4b5a",
    metadata: { title, version, "last-modified": "2026-01-01T00:00:00Z", "oscal-version": oscalVersion },
    groups,
  },
});

const aGroup = (fields: object = {}) => ({
  id: "ac",
  class: "family",
  title: "Access Control",
  controls: [
    {
      id: "ac-1",
      class: "SP800-53",
      title: "Policy and Procedures",
      params: [
        { id: "ac-1_prm_1", label: "organization-defined personnel or roles" },
        {
          id: "ac-1_prm_2",
          select: { "how-many": "one-or-more", choice: ["organization-level", "{{ insert: param, ac-1_prm_1 }}"] },
        },
      ],
      props: [{ name: "label", value: "AC-1" }],
      parts: [
        {
          id: "ac-1_smt",
          name: "statement",
          prose: "The organization:",
          parts: [
            {
              id: "ac-1_smt.a",
              name: "item",
              prose: "Disseminates to {{ insert: param, ac-1_prm_1 }} a policy at {{ insert: param, ac-1_prm_2 }}; and",
            },
            {
              id: "ac-1_smt.b",
              name: "item",
              prose: "Reviews it.",
              parts: [{ id: "ac-1_smt.b.1", name: "item", prose: "Yearly." }],
            },
          ],
        },
        { id: "ac-1_gdn", name: "guidance", prose: "Not a requirement." },
      ],
      controls: [
        {
          id: "ac-1.1",
          title: "Enhancement",
          props: [{ name: "label", value: "AC-1(1)" }],
          parts: [{ id: "ac-1.1_smt", name: "statement", prose: "Automate it." }],
        },
        {
          id: "ac-1.2",
          title: "Gone",
          props: [
            { name: "label", value: "AC-1(2)" },
            { name: "status", value: "withdrawn" },
          ],
        },
      ],
    },
  ],
  ...fields,
});

const load = (body: unknown) => server.call("/v1/admin/frameworks", { admin: true, body });
const frameworks = async () => (await server.call("/v1/compliance-frameworks", { key: partner.key })).body.frameworks;

test("groups become clusters, controls and enhancements items, withdrawn ones obsolete", async () => {
  const { status, body } = await load(aCatalog());
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(body.added, 3);
  const framework = (await frameworks()).find((one: { id: string }) => one.id === body.frameworkId);
  assert.equal(framework.name, "Test catalog");
  assert.equal(framework.controls[0].itemCount, 2);
  const { items } = (await server.call(`/v1/controls/${framework.controls[0].id}/items`, { key: partner.key })).body;
  assert.deepEqual(
    items.map((item: { externalId: string; name: string; isObsolete: boolean }) => [
      item.externalId,
      item.name,
      item.isObsolete,
    ]),
    [
      ["AC-1", "Policy and Procedures", false],
      ["AC-1(1)", "Enhancement", false],
      ["AC-1(2)", "Gone", true],
    ],
  );
  const clusters = (
    await server.call(`/v1/controls/clusters?controlId=${framework.controls[0].id}`, { key: partner.key })
  ).body;
  assert.equal(clusters.activeClusters[0].name, "Access Control");
});

test("parts of a statement become criteria with their introduction, and parameters appear by their labels", async () => {
  await load(aCatalog());
  const [row] = await server.database.query<{ objective: string; definition: Record<string, never> }>(
    `SELECT r.objective, r.definition FROM control_item_revisions r JOIN control_items i ON i.id = r.control_item_id
      WHERE i.external_id = 'AC-1' AND r.revision = i.revision`,
  );
  assert.ok(row);
  const { criteria, recommendation } = row.definition as unknown as {
    criteria: { key: string; statement: string }[];
    recommendation: { text: string; section: string };
  };
  assert.deepEqual(
    criteria.map(({ key, statement }) => [key, statement]),
    [
      [
        "statement-a",
        "The organization: Disseminates to [organization-defined personnel or roles] a policy at [organization-level; organization-defined personnel or roles].",
      ],
      ["statement-b-1", "The organization: Reviews it. Yearly."],
    ],
  );
  assert.match(
    recommendation.text,
    /to \{organization_defined_personnel_or_roles\} a policy at \{organization_level_organization_defined/,
  );
  assert.equal(recommendation.section, "Access Control");
  assert.ok(!row.objective.includes("{{") && !row.objective.includes("Not a requirement"));
});

test("a later version of the same catalog updates the items of the earlier one", async () => {
  const { body: first } = await load(aCatalog({ title: "Growing" }));
  const control = { id: "ac-9", title: "New", parts: [{ id: "ac-9_smt", name: "statement", prose: "Do more." }] };
  const groups = [aGroup(), { id: "au", title: "Audit", controls: [control] }];
  const { body: second } = await load(aCatalog({ title: "Growing", version: "2", groups }));
  assert.equal(second.frameworkId, first.frameworkId);
  assert.deepEqual([second.added, second.unchanged], [1, 3]);
});

test("a catalog of 1,200 controls loads in one request", async () => {
  const groups = Array.from({ length: 20 }, (_, g) => ({
    id: `g${g}`,
    title: `Family ${g}`,
    controls: Array.from({ length: 60 }, (_, c) => ({
      id: `g${g}-${c}`,
      title: `Control ${g}-${c}`,
      params: [{ id: `g${g}-${c}_prm`, label: "organization-defined frequency" }],
      props: [{ name: "label", value: `G${g}-${c}` }],
      parts: [
        {
          id: `g${g}-${c}_smt`,
          name: "statement",
          prose: "The organization:",
          parts: Array.from({ length: 5 }, (_, i) => ({
            id: `g${g}-${c}_smt.${i}`,
            name: "item",
            prose: `Performs activity ${i} of control ${g}-${c} every {{ insert: param, g${g}-${c}_prm }}.`,
          })),
        },
      ],
    })),
  }));
  let loaded = 0;
  const loadSome = async (count: number) => {
    const { status, body } = await load(aCatalog({ title: `Large ${++loaded}`, groups: groups.slice(0, count) }));
    assert.deepEqual([status, body.added], [201, 60 * count]);
  };
  await assertLinear(loadSome, groups.length, "loading");
});

test("an invalid catalog changes nothing, and the place of the problem is reported", async () => {
  const before = await frameworks();
  const wrong: [body: unknown, message: RegExp][] = [
    [{ catalog: {} }, /catalog\.uuid is required; catalog\.metadata is required/],
    [{ catalog: 5 }, /catalog must be an object/],
    [aCatalog({ oscalVersion: "1.0.4" }), /oscal-version must be 1\.1 or later/],
    [aCatalog({ groups: [] }), /holds no control/],
    [aCatalog({ groups: [{ id: "x", controls: [] }] }), /catalog\.groups\[0\]\.title is required/],
    [
      aCatalog({ groups: [aGroup({ controls: [{ id: "x", title: 5 }] })] }),
      /catalog\.groups\[0\]\.controls\[0\]\.title must be a string/,
    ],
  ];
  for (const [body, message] of wrong) {
    const answer = await load(body);
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.body.message, message);
  }
  assert.deepEqual(await frameworks(), before);
});

/** What OSCAL carries of an item. */
function comparable(control: ControlDocument, item: ItemDocument) {
  const { externalId, name, objective, isObsolete = false, appliesWhen, askOwner = [], criteria } = item;
  return {
    ...{ externalId, name, objective, isObsolete, appliesWhen, askOwner },
    criteria: criteria.map(
      ({ duty, quantity, byReference = control.byReference, appliesWhen: when, ...criterion }) => ({
        ...{ ...criterion, byReference, when },
      }),
    ),
  };
}

test("a control keeps its criteria, conditions and questions as an OSCAL catalog and back", async () => {
  for (const control of (await readShippedCatalogue()).flatMap(({ controls }) => controls)) {
    const framework = checkFramework(fromOscal(toOscalCatalog({ version: "2" }, control)));
    const [back] = framework.controls;
    assert.ok(back);
    assert.equal(framework.version, "2");
    assert.deepEqual(back.conditions, control.conditions, control.code);
    assert.equal(back.documentsCount, control.documentsCount, control.code);
    const listItems = (of: ControlDocument) =>
      of.clusters.flatMap(({ name, items }) => items.map((item) => ({ cluster: name, ...comparable(of, item) })));
    assert.deepEqual(listItems(back), listItems(control), control.code);
  }
});
