import { test } from "node:test";
import fc from "fast-check";
import { breakingClasses, closingMarks, hostilePieces, phrases, sentenceTerminals } from "../testing/hostile-pieces.ts";
import { assertLinear } from "../testing/linear-time.ts";
import { aFile } from "../testing/written-pages.ts";
import { criteriaOf } from "./criteria.ts";
import { findActionVerbs } from "./language/actions.ts";
import { splitClauses } from "./language/clauses.ts";
import { isOpenList, readPolarity } from "./language/polarity.ts";
import { readFigures } from "./language/quantities.ts";
import { readTermNames } from "./passages/parties.ts";
import { toPassages } from "./passages/passages.ts";
import { prepareDocument } from "./passages/prepare-document.ts";
import { isPromptInjection } from "./passages/prompt-injection.ts";
import { toSentences } from "./passages/sentences.ts";
import { indexDocument } from "./search/document-indexes.ts";

const terms = { processor: { meaning: "Acts.", isParty: true, alsoCalled: ["supplier"] } };
const prepare = (text: string, language: string) =>
  indexDocument(prepareDocument({ files: [aFile([text], { language })] }));
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

/** Measured together: one of them that takes quadratic time takes longer than all others. */
const groupsOf = (pieces: string[], size: number) =>
  Array.from({ length: Math.ceil(pieces.length / size) }, (_, at) => pieces.slice(at * size, (at + 1) * size));

for (const [name, read] of Object.entries(readers))
  test(`the time for ${name} is linear in the length of hostile text`, async () => {
    for (const some of groupsOf(["a", "1", ...phrases], 4))
      await assertLinear((size) => some.map((piece) => read(piece.repeat(size))), 16_000, JSON.stringify(some));
  });

test("the time for sentences is linear for every mark of Unicode's sentence, word and line breaking", async () => {
  const marks = [...Object.values(breakingClasses), ...sentenceTerminals, ...closingMarks];
  for (const some of groupsOf(marks, 10)) {
    const pieces = some.flatMap((mark) => [mark, `x${mark} `]);
    await assertLinear((size) => pieces.map((piece) => toSentences(piece.repeat(size))), 16_000, JSON.stringify(some));
  }
});

for (const language of ["en", "de", "fr", "es"])
  test(`preparing a document (${language}) takes time linear in any mixture of hostile pieces`, async () => {
    const mixture = fc.array(fc.constantFrom(...hostilePieces), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(mixture, async (pieces) => {
        const unit = pieces.join("");
        const size = Math.ceil(16_000 / unit.length / 4) * 4;
        await assertLinear((count) => prepare(unit.repeat(count), language), size, JSON.stringify(unit));
      }),
      // A fixed seed: the same mixtures in every run.
      { seed: 1, numRuns: 10, endOnFailure: true },
    );
  });
