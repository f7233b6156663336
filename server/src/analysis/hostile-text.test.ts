import { test } from "node:test";
import { assertLinear } from "../testing/linear-time.ts";
import { aFile } from "../testing/written-pages.ts";
import { criteriaOf } from "./criteria.ts";
import { findActionVerbs } from "./language/actions.ts";
import { splitClauses } from "./language/clauses.ts";
import { isOpenList, readPolarity } from "./language/polarity.ts";
import { readFigures } from "./language/quantities.ts";
import { readTermNames } from "./passages/parties.ts";
import { toPassages } from "./passages/passages.ts";
import { isPromptInjection } from "./passages/prompt-injection.ts";

const terms = { processor: { meaning: "Acts.", isParty: true, alsoCalled: ["supplier"] } };
const readers: Record<string, (text: string) => unknown> = {
  passages: (text) => toPassages([aFile([text])]),
  names: (text) => readTermNames(toPassages([aFile(['Acme ("Acme") pays.', text])]), terms).obligedParty(text),
  polarity: (text) => (["en", "de", "fr", "es"] as const).map((language) => readPolarity(text, language)),
  clauses: (text) => splitClauses(text, ""),
  "clauses after a long one": (text) => splitClauses(`It shall not ${"sell ".repeat(text.length / 5)}${text}`, ""),
  "action verbs": findActionVerbs,
  figures: readFigures,
  lists: isOpenList,
  orders: isPromptInjection,
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
    " and may x",
    " nor x",
    " (a) x",
    "neither ",
    "nothing ",
    "may x ",
    "sell, ",
  ],
];

for (const [name, read] of Object.entries(readers))
  test(`the time for ${name} is linear in the length of hostile text`, async () => {
    for (const piece of pieces) await assertLinear((size) => read(piece.repeat(size)), 40_000, `"${piece}"`);
  });
