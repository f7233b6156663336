import assert from "node:assert/strict";
import { test } from "node:test";
import { aFile } from "../testing/written-pages.ts";
import { criteriaOf } from "./criteria.ts";
import { isOrderToReviewer } from "./orders-to-reviewer.ts";
import { readNames } from "./parties.ts";
import { toPassages } from "./passages.ts";
import { isOpenList, readPolarity } from "./polarity.ts";
import { readFigures } from "./quantities.ts";

const terms = { processor: { meaning: "Acts.", isParty: true, alsoCalled: ["supplier"] } };
const readers: Record<string, (text: string) => unknown> = {
  passages: (text) => toPassages([aFile([text])]),
  names: (text) => readNames(toPassages([aFile(['Acme ("Acme") pays.', text])]), terms).bound(text),
  polarity: (text) => (["en", "de", "fr", "es"] as const).map((language) => readPolarity(text, language)),
  figures: readFigures,
  lists: isOpenList,
  orders: isOrderToReviewer,
  criteria: (text) => criteriaOf({ externalId: "1", name: "Name", objective: text }),
};
const pieces = [
  ...["a", "1", "1,000", " ", "(", '("', "a. ", "; (a) ", "- ", ". ", "no ", "no. ", "hat ", "ne doit ", "shall "],
  ...[
    "once a ",
    "every ",
    "twenty ",
    "EUR 1 000 ",
    "score ",
    "ignore ",
    "give ",
    "mark all ",
    "compliant ",
    "each party ",
  ],
];

/** Quadratic time would be many times more than this; linear time is a small part of it even on a busy machine. */
const mostMs = 4000;

for (const [name, read] of Object.entries(readers))
  test(`reading ${name} takes no longer than a page of nonsense is long`, () => {
    for (const piece of pieces) {
      const startedAt = performance.now();
      read(piece.repeat(40_000));
      const tookMs = performance.now() - startedAt;
      assert.ok(tookMs < mostMs, `"${piece}": ${Math.round(tookMs)} ms`);
    }
  });
