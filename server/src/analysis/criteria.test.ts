import assert from "node:assert/strict";
import { test } from "node:test";
import { criteriaOf } from "./criteria.ts";

const statements = (objective: string, name = "Records") =>
  criteriaOf({ externalId: "1", name, objective }).map(({ statement }) => statement);

test("criteria of the catalogue keep their duty and figure", () => {
  const [criterion] = criteriaOf({
    externalId: "1",
    name: "Breach notice",
    objective: "Breaches are notified.",
    criteria: [
      {
        key: "in-time",
        statement: "The processor notifies the controller within 72 hours.",
        level: "should",
        weight: 4,
        phrases: ["within 72 hours"],
        contradictions: ["no obligation to notify"],
        duty: { by: "processor", to: "controller" },
        quantity: { kind: "deadline", comparison: "at_most", value: 48, unit: "hours", of: "notice" },
      },
    ],
  });
  assert.equal(criterion?.key, "in-time");
  assert.equal(criterion?.level, "should");
  assert.equal(criterion?.weight, 4);
  assert.equal(criterion?.dutyBy, "processor");
  assert.equal(criterion?.figure?.value, 48);
  assert.deepEqual(criterion?.phrases, ["within 72 hours"]);
});

test("a figure that the catalogue does not give is read from the statement", () => {
  const [criterion] = criteriaOf({ externalId: "1", name: "Notice", objective: "Notice is given within 72 hours." });
  assert.deepEqual(criterion?.figure, { comparison: "at_most", value: 72, unit: "hours" });
});

test("an item without criteria is judged by its sentence, and without a sentence by its name", () => {
  assert.deepEqual(statements("Keep records of transfers."), ["Keep records of transfers."]);
  assert.deepEqual(statements("  ", "Records of transfers"), ["Records of transfers"]);
  const [criterion] = criteriaOf({ externalId: "1", name: "Records", objective: "Keep records.", criteria: [] });
  assert.equal(criterion?.key, "statement");
  assert.equal(criterion?.level, "must");
});

test("an enumeration is split, each member with the lead-in", () => {
  assert.deepEqual(
    statements(
      "The processor shall: (a) keep records of transfers; (b) assist the controller; and (c) report breaches.",
    ),
    [
      "The processor shall: keep records of transfers.",
      "The processor shall: assist the controller.",
      "The processor shall: report breaches.",
    ],
  );
});

test("a statement of an imported catalogue is split at its letters", () => {
  const parts = criteriaOf({
    externalId: "AC-1",
    name: "Policy",
    objective:
      "a. Develop, document, and disseminate an access control policy; b. Designate an official to manage the policy; and c. Review and update the policy annually.",
  });
  assert.deepEqual(
    parts.map(({ key, statement }) => [key, statement]),
    [
      ["statement-1", "Develop, document, and disseminate an access control policy."],
      ["statement-2", "Designate an official to manage the policy."],
      ["statement-3", "Review and update the policy annually."],
    ],
  );
  assert.equal(parts[2]?.figure?.unit, "times_per_year");
});

test("a member too short to be judged alone is joined to the one before it", () => {
  assert.deepEqual(
    statements("a. Develop an access control policy; b. Train staff; c. Review the policy every other year."),
    ["Develop an access control policy; Train staff.", "Review the policy every other year."],
  );
});

test("a reference to a clause is no enumeration", () => {
  const sentence = "The processor meets Article 28(3) (a) and keeps the records named there for the controller.";
  assert.deepEqual(statements(sentence), [sentence]);
});

test("of a very long enumeration neighbours are judged together, and none is left out", () => {
  const members = Array.from({ length: 30 }, (_, at) => `keep the record of transfers number ${at + 1}`);
  const text = `The processor shall: ${members.map((member, at) => `${at + 1}) ${member}`).join("; ")}.`;
  const found = statements(text);
  assert.equal(found.length, 12);
  assert.equal(
    found[0],
    "The processor shall: keep the record of transfers number 1; keep the record of transfers number 2.",
  );
  for (const member of members)
    assert.ok(
      found.some((one) => new RegExp(`${member}[;.]`).test(one)),
      member,
    );
});
