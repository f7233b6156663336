import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { catalogueJsonSchema } from "./catalogue-format.ts";
import { readShippedCatalogue, shippedCatalogueFolder } from "./shipped-catalogue.ts";

/** Rules for the shipped texts. The rules for all catalogues are in check-framework.ts. */

const frameworks = await readShippedCatalogue();
const controls = frameworks.flatMap((framework) => framework.controls);
const clusters = controls.flatMap((control) => control.clusters);
const items = clusters.flatMap((cluster) => cluster.items);

test("thirteen controls ship, with 180 live items or more", () => {
  assert.deepEqual(controls.map(({ code }) => code).toSorted(), [
    "AIT",
    "CCP",
    "DPA",
    "DPIA",
    "DPP",
    "HSR",
    "ICT",
    "IFU",
    "IRBC",
    "ISP",
    "NDA",
    "PRN",
    "ROPA",
  ]);
  const live = clusters
    .filter((cluster) => !cluster.isArchived)
    .flatMap((cluster) => cluster.items.filter((item) => !item.isObsolete));
  assert.ok(live.length >= 180, `${live.length} live items`);
});

test("each control has 8 to 30 live items in 2 to 6 live clusters", () => {
  for (const control of controls) {
    const live = control.clusters.filter((cluster) => !cluster.isArchived);
    const count = live.flatMap((cluster) => cluster.items).filter((item) => !item.isObsolete).length;
    assert.ok(live.length >= 2 && live.length <= 6, `${control.code} has ${live.length} live clusters`);
    assert.ok(count >= 8 && count <= 30, `${control.code} has ${count} live items`);
  }
});

test("there are an archived cluster and obsolete items, so that these cases occur in practice", () => {
  assert.ok(clusters.some((cluster) => cluster.isArchived));
  assert.ok(items.filter((item) => item.isObsolete).length >= 3);
});

test("each item has 1 to 6 criteria, with at least four wordings and one contradiction each", () => {
  for (const { externalId, criteria, risks, compensatingControls } of items) {
    assert.ok(criteria.length >= 1 && criteria.length <= 6, externalId);
    assert.ok(
      criteria.every(({ phrases, contradictions }) => phrases.length >= 4 && contradictions.length >= 1),
      externalId,
    );
    assert.ok(risks.length >= 1 && compensatingControls.length >= 1, externalId);
  }
});

test("each objective is one sentence, and every term is used", () => {
  for (const control of controls) {
    const used = new Set<string>();
    for (const item of control.clusters.flatMap((cluster) => cluster.items)) {
      assert.match(item.objective, /^[A-Z].*\.$/, item.externalId);
      for (const [, name = ""] of item.recommendation.text.matchAll(/\{([^}]*)\}/g)) used.add(name);
      for (const { duty } of item.criteria)
        for (const party of [duty?.by, duty?.to]) if (party !== undefined) used.add(party);
    }
    assert.deepEqual(
      Object.keys(control.terms).filter((name) => !used.has(name)),
      [],
      `${control.code} defines terms that it never uses`,
    );
  }
});

test("every source names its official text", () => {
  for (const { code, source } of controls) assert.match(source.url, /^https:\/\//, code);
});

test("no two items have the same objective", () => {
  const objectives = items.map((item) => item.objective.toLowerCase());
  assert.equal(new Set(objectives).size, objectives.length);
});

test("no text uses a word that the glossary replaces", async () => {
  const glossary = await readFile(join(shippedCatalogueFolder, "..", "docs", "catalogue", "glossary.md"), "utf8");
  const rows = [...glossary.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].slice(2);
  assert.ok(rows.length >= 15);
  for (const [, , avoided = ""] of rows) {
    for (const word of avoided
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "–")) {
      const pattern = new RegExp(`\\b${word}\\b`, "i");
      const strays = items
        .flatMap((item) => [item.name, item.objective, ...item.criteria.map((one) => one.statement)])
        .filter((text) => pattern.test(text));
      assert.deepEqual(strays, [], `the glossary has another word for "${word}"`);
    }
  }
});

test("catalogue/schema.json matches the format; npm run generate writes it", async () => {
  const committed = JSON.parse(await readFile(join(shippedCatalogueFolder, "schema.json"), "utf8"));
  assert.deepEqual(committed, JSON.parse(JSON.stringify(catalogueJsonSchema())));
});

function assertNoneTwice(texts: string[], place: string): void {
  const lower = texts.map((text) => text.toLowerCase());
  assert.deepEqual(
    lower.filter((text, at) => lower.indexOf(text) !== at),
    [],
    place,
  );
}

test("no text occurs twice within a control, and no wording within a criterion", () => {
  for (const control of controls) {
    const own = control.clusters.flatMap((cluster) => cluster.items);
    const texts = own.flatMap(({ name, objective, criteria, recommendation: { action, text } }) => [
      ...[name, objective, action, text],
      ...criteria.map(({ statement }) => statement),
    ]);
    assertNoneTwice(texts, control.code);
    // One sentence of a document may decide several criteria.
    for (const { externalId, criteria } of own)
      for (const { key, phrases, contradictions } of criteria)
        assertNoneTwice([...phrases, ...contradictions], `${control.code} ${externalId} ${key}`);
  }
});

/** Clusters whose items moved, with their ids, to controls of their own. A loaded one is archived. */
const dissolved = new Set(["ROPA-3", "ROPA-4"]);

test("a released id stays for ever, with its meaning", async () => {
  const released = JSON.parse(await readFile(join(shippedCatalogueFolder, "released-ids.json"), "utf8")) as Record<
    string,
    string
  >;
  const current = new Map([
    ...frameworks.map(({ id, code }) => [id, code] as const),
    ...controls.map(({ id, code }) => [id, code] as const),
    ...controls.flatMap((control) => control.clusters.map(({ id, code }) => [id, code] as const)),
    ...controls.flatMap((control) =>
      control.clusters.flatMap((k) => k.items.map((i) => [i.id, `${control.code} ${i.externalId}`] as const)),
    ),
  ]);
  for (const [id, meaning] of Object.entries(released))
    assert.equal(current.get(id), dissolved.has(meaning) ? undefined : meaning, `released id ${id}`);
  assert.deepEqual(
    [...current.keys()].filter((id) => !(id in released)),
    [],
    "new ids are released with: npm run generate",
  );
});

test("each control has a coverage table that refers to all of its items and to no others", async () => {
  const docs = join(shippedCatalogueFolder, "..", "docs", "catalogue");
  for await (const file of glob("*/*.json", { cwd: shippedCatalogueFolder })) {
    if (file.endsWith("framework.json") || /\.(?:de|fr|es)\.json$/.test(file)) continue;
    const control = JSON.parse(await readFile(join(shippedCatalogueFolder, file), "utf8")) as (typeof controls)[number];
    const table = await readFile(join(docs, `${file.split("/")[1]?.replace(".json", "")}.md`), "utf8");
    const [coverage = ""] = table.split("\n## Changes to the criteria\n");
    const named = new Set([...coverage.matchAll(/`([^`]+)`/g)].map(([, reference]) => reference));
    const own = control.clusters.flatMap((cluster) => cluster.items).map((item) => item.externalId);
    assert.deepEqual(
      [...named].filter((reference) => !own.includes(reference ?? "")),
      [],
      `${file}: references to unknown items`,
    );
    assert.deepEqual(
      own.filter((externalId) => !named.has(externalId)),
      [],
      `${file}: items that are missing from the table`,
    );
  }
});
