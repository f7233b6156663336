import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aFile } from "../../testing/written-pages.ts";
import { toPassages, toTextWithContext } from "./passages.ts";
import { splitAtPages } from "./split-at-pages.ts";

const textsOf = (...lines: string[]) => toPassages([aFile(lines)]).map(({ text }) => text);

test("every sentence of a paragraph is a passage of its own", () => {
  assert.deepEqual(textsOf("The processor keeps records. It shows them on request! Is that all?"), [
    "The processor keeps records.",
    "It shows them on request!",
    "Is that all?",
  ]);
});

test("an abbreviation does not end a sentence", () => {
  for (const sentence of [
    "Measures, e.g. encryption, apply to Acme Ltd. Berlin and to its staff.",
    "As laid down in Art. 28 GDPR and in No. 4 of the annex, records are kept.",
    "Sie gilt seit dem Beschluss vom 18. Juni 2021, die USt-IdNr. DE1 steht im Impressum.",
    "Gemäß Abs. 2 und Ziff. 4 werden Protokolle geführt.",
  ])
    assert.deepEqual(textsOf(sentence), [sentence]);
});

test("a word that is also an abbreviation ends a sentence if no number follows", () => {
  assert.deepEqual(textsOf("The measures follow the state of the art. The processor reviews them."), [
    "The measures follow the state of the art.",
    "The processor reviews them.",
  ]);
  assert.deepEqual(textsOf("The answer is no. Records are kept."), ["The answer is no.", "Records are kept."]);
});

test("the number of a clause stays with its sentence", () => {
  assert.deepEqual(textsOf("4.2. The processor keeps records."), ["4.2. The processor keeps records."]);
});

test("a line break within a paragraph does not end a sentence", () => {
  const file = aFile([]);
  const text = "The processor keeps\nRecords of its work.";
  file.pages = [
    { number: 1, label: "1", text, paragraphs: [{ start: 0, end: text.length, kind: "body", headingPath: [] }] },
  ];
  assert.deepEqual(
    toPassages([file]).map((passage) => passage.text),
    [text],
  );
});

test("an enumeration within a sentence becomes its lead-in and its members, each with the lead-in", () => {
  const passages = toPassages([
    aFile(["The processor shall: (a) keep records of its work; (b) assist the controller; and (c) report breaches."]),
  ]);
  assert.deepEqual(
    passages.map(({ text, leadIn }) => [text, leadIn]),
    [
      ["The processor shall:", ""],
      ["(a) keep records of its work;", "The processor shall: "],
      ["(b) assist the controller; and", "The processor shall: "],
      ["(c) report breaches.", "The processor shall: "],
    ],
  );
});

test("members that are paragraphs have the lead-in until another paragraph ends the enumeration", () => {
  const passages = toPassages([
    aFile(["The processor shall:", "(a) keep records;", "* assist the controller.", "The controller pays."]),
  ]);
  assert.deepEqual(
    passages.map(({ leadIn }) => leadIn),
    ["", "The processor shall:", "The processor shall:", ""],
  );
});

test("an enumeration within an enumeration has both lead-ins", () => {
  const passages = toPassages([aFile(["The processor shall:", "(a) keep records of:", "(i) every transfer;"])]);
  assert.equal(passages.at(-1)?.leadIn, "The processor shall: (a) keep records of:");
});

test("an enumeration continues on the next page", () => {
  const passages = toPassages([
    aFile(["The processor shall:", "_ Page 1"], { pages: [["^ Agreement", "(a) keep records."]] }),
  ]);
  assert.equal(passages.at(-1)?.leadIn, "The processor shall:");
  assert.equal(passages.at(-1)?.page, 2);
});

test("a heading ends an enumeration, and so does the end of a file", () => {
  assert.equal(toPassages([aFile(["It shall:", "# Other", "(a) keep records."])]).at(-1)?.leadIn, "");
  assert.equal(toPassages([aFile(["It shall:"]), aFile(["(a) keep records."])]).at(-1)?.leadIn, "");
});

test("a row of a table is one passage", () => {
  assert.deepEqual(textsOf("| Breach notice. Period | 24 hours. By mail"), [
    "Breach notice. Period | 24 hours. By mail",
  ]);
});

test("headers and footers are no passages", () => {
  assert.deepEqual(textsOf("^ Agreement between A and B.", "Records are kept.", "_ Page 1 of 4."), [
    "Records are kept.",
  ]);
});

test("a passage names its file, its page and the headings above it", () => {
  const passages = toPassages([aFile(["# One", "First."]), aFile(["# Two", "Second."], { pages: [["Third."]] })]);
  assert.deepEqual(
    passages.map(({ index, file, page, pageLabel, headingPath, isHeading }) => [
      index,
      file,
      page,
      pageLabel,
      headingPath.join(),
      isHeading,
    ]),
    [
      [0, 0, 1, "1", "One", true],
      [1, 0, 1, "1", "One", false],
      [2, 1, 1, "1", "Two", true],
      [3, 1, 1, "1", "Two", false],
      [4, 1, 2, "2", "Two", false],
    ],
  );
});

test("a passage with its context begins with its heading and its lead-in", () => {
  const last = toPassages([aFile(["# 5. Breaches.", "The processor shall:", "(a) report\tbreaches."])]).at(-1);
  assert.equal(last && toTextWithContext(last), "5. Breaches. The processor shall: (a) report breaches.");
});

test("every passage is on its page, and every word but headers and footers is in some passage", () => {
  const piece = fc.constantFrom(
    ...[
      "The processor shall",
      "(a)",
      "(b) ",
      ": ",
      "; ",
      ". ",
      "e.g. ",
      "Art. 4",
      "72 hours",
      "“quoted.”",
      "\t",
      " \u00a0",
    ],
    ...["• ", "| ", "no. ", "überträgt", "4.2.", "!", "\n", "、", "日本語。", "🙂", " and ", ", ", "A", "ﬁ", "e\u0301"],
  );
  const line = fc
    .tuple(fc.constantFrom("", "# ", "* ", "| ", "^ ", "_ "), fc.array(piece, { maxLength: 14 }))
    .map(([mark, pieces]) => mark + pieces.join(""));
  fc.assert(
    fc.property(
      fc.array(fc.array(line, { maxLength: 8 }), { minLength: 1, maxLength: 3 }),
      ([first = [], ...pages]) => {
        const file = aFile(first, { pages });
        const passages = toPassages([file]).flatMap(splitAtPages);
        for (const { page, start, end, text } of passages) {
          assert.equal(file.pages[page - 1]?.text.slice(start, end), text);
          assert.equal(text, text.trim());
          assert.notEqual(text, "");
        }
        for (const page of file.pages) {
          const kept = page.paragraphs
            .filter(({ kind }) => kind !== "header" && kind !== "footer")
            .map(({ start, end }) => page.text.slice(start, end));
          const quoted = passages.filter((passage) => passage.page === page.number).map(({ text }) => text);
          // Bullets and the separators of table cells are not the document's words.
          const toLetters = (texts: string[]) => texts.join("").replace(/[\s•|]/g, "");
          assert.equal(toLetters(quoted), toLetters(kept));
        }
      },
    ),
  );
});

test("a run-in heading is no sentence to quote, and a short numbered sentence is", () => {
  const passages = toPassages([
    aFile(["I.4 Purpose and term. Data is handled to run campaigns.", "4.5 Company data is never deleted."]),
  ]);
  assert.deepEqual(
    passages.map(({ text, isHeading }) => [text, isHeading]),
    [
      ["I.4 Purpose and term.", true],
      ["Data is handled to run campaigns.", false],
      ["4.5 Company data is never deleted.", false],
    ],
  );
});

test("a short sentence is read with the one before, and below its last two headings", () => {
  const [, second] = toPassages([
    aFile(["# Contract", "# 7. Term", "The duty ends after five years. This applies to all."]),
  ])
    .filter(({ isHeading }) => !isHeading)
    .map(toTextWithContext);
  assert.equal(second, "7. Term. The duty ends after five years. This applies to all.");
});
