import assert from "node:assert/strict";
import { test } from "node:test";
import { findCrosswalkProblems } from "./check-crosswalk.ts";
import { type CrosswalkDocument, loadCrosswalk, readShippedCrosswalk } from "./crosswalk.ts";
import { readShippedCatalogue } from "./shipped-catalogue.ts";

const frameworks = await readShippedCatalogue();
const shipped = readShippedCrosswalk();
const controls = frameworks.flatMap((framework) => framework.controls);

type Link = CrosswalkDocument["links"][number];
const criterion = (control: string, item: string, key: string, ...appliesWhen: string[]) => ({
  ...{ control, item, criterion: key },
  ...(appliesWhen.length > 0 && { appliesWhen }),
});
const audits = criterion("DPA", "GDPR Art. 28(3)(h) audits", "allow-audits");
const inspections = criterion("DPA", "GDPR Art. 28(3)(h) audits", "inspections");
const auditRight = criterion("ICT", "DORA Art. 30(3)(e)(i)", "entity-audit-right", "supportsCriticalFunction");
const review = criterion("ISP", "A.5.36 compliance review", "independent-review");
const problemsOf = (...links: Link[]) => findCrosswalkProblems({ links }, frameworks);

test("the shipped crosswalk links 250 pairs of criteria or more without a problem", () => {
  assert.deepEqual(findCrosswalkProblems(shipped, frameworks), []);
  assert.ok(shipped.links.length >= 250, `${shipped.links.length} links`);
});

test("every shipped control is linked to another one", () => {
  const linked = new Set(shipped.links.flatMap(({ first, second }) => [first.control, second.control]));
  assert.deepEqual([...linked].toSorted(), controls.map(({ code }) => code).toSorted());
});

test("every shipped link is seen from both ends, by the ids of the items that have the criteria", () => {
  const items = new Map(
    controls.flatMap(({ clusters }) => clusters.flatMap(({ items }) => items)).map((i) => [i.id, i]),
  );
  const crosswalk = loadCrosswalk();
  const seen = [...crosswalk].flatMap(([itemId, links]) => links.map((link) => ({ itemId, ...link })));
  assert.equal(seen.length, 2 * shipped.links.length);
  const opposite = { sameAs: "sameAs", partOf: "hasPart", hasPart: "partOf" };
  for (const { itemId, criterion: key, type, other } of seen) {
    assert.ok(
      items.get(itemId)?.criteria.some((one) => one.key === key),
      `${itemId} ${key}`,
    );
    const back = crosswalk
      .get(other.itemId)
      ?.filter(
        (link) => link.criterion === other.criterion && link.other.itemId === itemId && link.other.criterion === key,
      );
    assert.deepEqual(
      back?.map((link) => link.type),
      [opposite[type]],
    );
  }
});

test("an end that the catalogue does not have, and unstated conditions, are named", () => {
  assert.deepEqual(problemsOf({ first: { ...audits, criterion: "visits" }, type: "partOf", second: review }), [
    "links[0] names DPA GDPR Art. 28(3)(h) audits visits, which no live item has",
  ]);
  const { appliesWhen: _, ...unstated } = auditRight;
  assert.deepEqual(problemsOf({ first: audits, type: "sameAs", second: unstated }), [
    "links[0] states the conditions none for ICT DORA Art. 30(3)(e)(i) entity-audit-right, which has supportsCriticalFunction",
  ]);
});

test("a link within one control and a repeated link are refused, in either direction", () => {
  assert.deepEqual(problemsOf({ first: inspections, type: "partOf", second: audits }), [
    "links[0] links two criteria of DPA",
  ]);
  assert.match(
    problemsOf(
      { first: audits, type: "sameAs", second: auditRight },
      { first: auditRight, type: "sameAs", second: audits },
    ).join(),
    /^links\[1\] links .* again, as links\[0\]$/,
  );
});

test("criteria that are part of one another, through however many links, are refused", () => {
  const contradicted = "says partOf, but other links say the opposite or sameAs";
  assert.deepEqual(
    problemsOf(
      { first: audits, type: "sameAs", second: auditRight },
      { first: auditRight, type: "partOf", second: review },
      { first: review, type: "partOf", second: audits },
    ),
    [`links[1] ${contradicted}`, `links[2] ${contradicted}`],
  );
  assert.deepEqual(
    problemsOf(
      { first: audits, type: "sameAs", second: auditRight },
      { first: auditRight, type: "sameAs", second: review },
      { first: audits, type: "partOf", second: review },
    ),
    [`links[2] ${contradicted}`],
  );
});

test("two criteria of one control are not the same through a third", () => {
  assert.match(
    problemsOf(
      { first: audits, type: "sameAs", second: auditRight },
      { first: inspections, type: "sameAs", second: auditRight },
    ).join(),
    /^sameAs joins several criteria of DPA: /,
  );
});

test("a link of another kind, or with an unknown member, is refused", () => {
  assert.equal(
    findCrosswalkProblems({ links: [{ first: audits, type: "like", second: review }] }, frameworks).length,
    1,
  );
  assert.equal(
    findCrosswalkProblems({ links: [{ first: audits, type: "partOf", second: review, note: "" }] }, frameworks).length,
    1,
  );
});
