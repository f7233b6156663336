import assert from "node:assert/strict";
import { test } from "node:test";
import type { ControlDocument, FrameworkDocument } from "./catalogue-format.ts";
import { findFrameworkProblems } from "./check-framework.ts";
import { readShippedCatalogue } from "./shipped-catalogue.ts";

const [shipped] = await readShippedCatalogue();

/** A framework with one control and one item, with a condition that the item names. */
function aFramework(change: (control: ControlDocument) => void = () => undefined): FrameworkDocument {
  const framework = structuredClone(shipped);
  const control = framework?.controls[0];
  const cluster = control?.clusters[0];
  const item = cluster?.items[0];
  assert.ok(framework && control && cluster && item);
  cluster.items = [item];
  control.clusters = [cluster];
  framework.controls = [control];
  for (const criterion of item.criteria) delete criterion.appliesWhen;
  item.appliesWhen = "sellsGoods";
  item.askOwner = [{ key: "printable", question: "Can the document be printed?" }];
  control.byReference = "partial";
  control.conditions = {
    sellsGoods: {
      statement: "The company sells goods.",
      phrases: ["we sell goods"],
      contradictions: ["we sell no goods"],
      whenSilent: "does_not_apply",
    },
  };
  delete control.translations;
  delete item.translations;
  change(control);
  return framework;
}

const itemOf = (control: ControlDocument) => {
  const item = control.clusters[0]?.items[0];
  assert.ok(item);
  return item;
};

test("conditions, questions and byReference are part of the format", () => {
  assert.deepEqual(findFrameworkProblems(aFramework()), []);
  const never = aFramework((control) => {
    for (const criterion of itemOf(control).criteria) criterion.appliesWhen = "never";
  });
  assert.deepEqual(findFrameworkProblems(never), []);
});

test("a condition that does not exist is reported with the item or criterion that names it", () => {
  const problems = findFrameworkProblems(
    aFramework((control) => {
      Object.assign(itemOf(control).criteria[0] ?? {}, { key: "first", appliesWhen: "sellsServices" });
    }),
  );
  assert.equal(problems.length, 1);
  assert.match(
    problems[0] ?? "",
    /^controls\[0\] item .+ criterion first appliesWhen names sellsServices, which is not in the control's conditions$/,
  );
});

test("a condition that nothing names is reported, and so is one with the name never", () => {
  const problems = findFrameworkProblems(
    aFramework((control) => {
      const condition = control.conditions?.sellsGoods;
      assert.ok(condition);
      control.conditions = { sellsGoods: condition, sellsServices: condition, never: condition };
    }),
  );
  assert.deepEqual(problems, [
    "controls[0] conditions.sellsServices is named by no item and no criterion",
    "controls[0] conditions.never has the name of what never applies",
  ]);
});

test("what silence means must be said, and keys must be names", () => {
  const silent = aFramework((control) => Object.assign(control.conditions?.sellsGoods ?? {}, { whenSilent: "maybe" }));
  assert.match(findFrameworkProblems(silent).join(), /conditions\.sellsGoods\.whenSilent must be one of/);
  const spaced = aFramework((control) => Object.assign(itemOf(control), { appliesWhen: "sells goods" }));
  assert.match(findFrameworkProblems(spaced).join(), /appliesWhen/);
});

test("a source is a web address, or the UUID of an imported catalog", () => {
  const problemsOf = (url: string) =>
    findFrameworkProblems(
      aFramework((control) => {
        control.source.url = url;
      }),
    );
  for (const url of [
    "https://eur-lex.europa.eu/eli",
    "http://example.com",
    "urn:uuid:6f2b8c1e-0000-4000-8000-000000000001",
  ])
    assert.deepEqual(problemsOf(url), [], url);
  for (const url of [
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "ftp://example.com",
    " https://a.b",
  ])
    assert.notDeepEqual(problemsOf(url), [], url);
});

test("two questions of an item have different keys", () => {
  const problems = findFrameworkProblems(
    aFramework((control) => {
      const item = itemOf(control);
      item.askOwner = [...(item.askOwner ?? []), ...(item.askOwner ?? [])];
    }),
  );
  assert.match(problems.join(), /askOwner have the key printable more than once/);
});

test("a translation has the same conditions and questions", () => {
  const problems = findFrameworkProblems(
    aFramework((control) => {
      const item = itemOf(control);
      const { name, description, clusters } = control;
      const terms = Object.fromEntries(Object.keys(control.terms).map((key) => [key, { name: key, alsoCalled: [] }]));
      control.translations = {
        de: {
          ...{ name, description, documentKind: "Vertrag", keywords: [], terms },
          clusters: Object.fromEntries(clusters.map(({ code }) => [code, "Gruppe"])),
          conditions: { soldGoods: { statement: "Waren wurden verkauft.", phrases: [], contradictions: [] } },
        },
      };
      const { objective, risks, compensatingControls, recommendation } = item;
      const criteria = Object.fromEntries(
        item.criteria.map(({ key, statement }) => [key, { topic: key, statement, phrases: [], contradictions: [] }]),
      );
      const texts = { name: item.name, objective, criteria, risks, compensatingControls, recommendation };
      item.translations = { de: { ...texts, askOwner: { legible: "Ist das Dokument lesbar?" } } };
    }),
  );
  const where = `controls[0] item ${itemOf(aFramework().controls[0] as ControlDocument).externalId} in de`;
  assert.deepEqual(problems.toSorted(), [
    "controls[0] in de has an unknown condition: soldGoods",
    "controls[0] in de lacks the condition sellsGoods",
    `${where} has an unknown question: legible`,
    `${where} lacks the question printable`,
  ]);
});
