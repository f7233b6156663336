import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExtractedPage, Reader } from "../extraction/extracted-file.ts";
import { readWorkbook } from "../extraction/office/read-workbook.ts";
import { assertLinear } from "../testing/linear-time.ts";
import { anItem, aSubject } from "../testing/llm-trial.ts";
import { odfBytes, readSample, xlsxBytes } from "../testing/sample-office.ts";
import { aFile } from "../testing/written-pages.ts";
import type { SubjectFile } from "./analyser.ts";
import { isOnPage } from "./findings/verify-quotes.ts";
import { translateToEnglish } from "./language/translation/translate-to-english.ts";
import { openOfflineAnalyser } from "./offline-analyser.ts";
import { maxPassageLength, maxRepeatedCharacters, maxSeparatePassages, toPassages } from "./passages/passages.ts";
import { toSentences } from "./passages/sentences.ts";
import type { Question } from "./reading/reader.ts";

const charactersOf = (texts: { text: string }[]) => texts.reduce((sum, { text }) => sum + text.length, 0);

/** All of these bounds are far below what a version without limits needed; none depends on the machine. */
function assertBoundedPassages(files: SubjectFile[], maxCharacters: number): void {
  const passages = toPassages(files);
  for (const { file, page, start, end, text } of passages) {
    assert.ok(text.length <= maxPassageLength, `a passage has ${text.length} characters`);
    assert.ok(isOnPage(files, { file, page, start, end, text }));
  }
  const characters = charactersOf(passages);
  assert.ok(characters <= maxCharacters, `${characters} characters are read`);
}

async function fileOf(reader: Reader, bytes: Buffer): Promise<{ file: SubjectFile; pages: ExtractedPage[] }> {
  const { pages } = await readSample(reader, bytes);
  return { file: { name: "sample", language: "en", pages }, pages };
}

const longestParagraph = (pages: ExtractedPage[]) =>
  Math.max(...pages.flatMap(({ paragraphs }) => paragraphs.map(({ start, end }) => end - start)));

test("a megabyte without a full stop is read in short passages, in linear time", async () => {
  await assertLinear((size) => toSentences("x‼ ".repeat(size)), 100_000, "x‼");
  assertBoundedPassages([aFile(["x‼ ".repeat(350_000)])], 1_100_000);
});

test("a cell that a few hundred bytes repeat a million times is read a thousand times, and the page states it", async () => {
  const cell =
    '<table:table-cell table:number-columns-repeated="1000000"><text:p>Words of it</text:p></table:table-cell>';
  const row = `<table:table-row table:number-rows-repeated="1000000">${cell}</table:table-row>`;
  const bytes = odfBytes({ kind: "spreadsheet", body: `<table:table table:name="S">${row}</table:table>` });
  const { file, pages } = await fileOf(readWorkbook, bytes);
  assert.ok(longestParagraph(pages) <= 20_000);
  assert.match(pages[0]?.text ?? "", /\[Not all repetitions of equal cells were read/);
  assertBoundedPassages([file], 200_000);
});

test("a workbook whose cells all refer to one text is read up to a limit, and the page states it", async () => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(1000);
  const sharedStrings = `<si><t>${"Words of a cell that many cells share. ".repeat(3)}</t></si>`;
  const bytes = xlsxBytes({ sheets: [{ name: "S", rows: `<row>${cells}</row>`.repeat(150) }], sharedStrings });
  assert.ok(bytes.length < 309_000);
  const { file, pages } = await fileOf(readWorkbook, bytes);
  assert.match(pages[0]?.text ?? "", /\[The sheet continues: only its first [\d,]+ cells were read\.\]/);
  assertBoundedPassages([file], 2_500_000);
});

test("a very long German word is translated in linear time", async () => {
  for (const part of ["Donaudampfschiff", "ge", "un", "zurück", "ä"])
    await assertLinear((size) => translateToEnglish(part.repeat(size / 4), "de"), 40_000, part);
});

test("equal paragraphs are read up to a limit", () => {
  const line = "The processor keeps records of its work and shows them to the controller on request.";
  const many = Array.from({ length: 5000 }, () => line);
  assert.ok(charactersOf(toPassages([aFile(many)])) <= maxRepeatedCharacters);
  // Under another heading the same words may mean something else.
  const others = Array.from({ length: 5000 }, (_, at) => [`# Heading ${at}`, line]).flat();
  assert.equal(toPassages([aFile(others)]).length, 10_000);
});

test("from a number of passages on, sentences are not separated, and every word is still read", () => {
  const file = aFile([`${"Ab. ".repeat(maxSeparatePassages)}End.`, "One. Two.", "^ Header", "Three."]);
  const passages = toPassages([file]);
  assert.deepEqual(
    passages.slice(-2).map(({ text }) => text),
    ["One. Two.", "Three."],
  );
  assertBoundedPassages([file], 1_000_000);
});

test("a criterion is judged by twelve passages of limited length, however long the document's paragraphs are", async () => {
  const asked: Question[] = [];
  const neutral = { met: 0, partly: 0, contradicted: 0, neutral: 1 };
  const encoder = { modelSha256: "", encode: async (texts: string[]) => texts.map(() => Float32Array.of(1, 0)) };
  const reader = {
    modelSha256: "",
    async read(questions: Question[]) {
      asked.push(...questions);
      return questions.map(({ passages }) => ({ overall: neutral, passages: passages.map(() => neutral) }));
    },
  };
  const close = async () => undefined;
  const frequencies = { sha256: "", counts: new Map() };
  const analyser = openOfflineAnalyser({
    models: async () => ({ encoder, reader, queryEmbeddings: new Map(), frequencies, close }),
  });
  const files = [aFile(["# Heading", "The processor reports breaches and ".repeat(30_000), "x‼ ".repeat(100_000)])];
  const analysis = await analyser.open({ ...aSubject(), files, items: [anItem(1)] });
  await analysis.judge(anItem(1));
  assert.ok(asked.length > 0);
  for (const { passages } of asked) {
    assert.ok(passages.length <= 12);
    // The heading and 200 characters of a lead-in come before it.
    for (const passage of passages) assert.ok(passage.length <= maxPassageLength + 300);
  }
});

test("judging by words takes time linear in hostile text", async () => {
  const analyser = openOfflineAnalyser({ models: async () => undefined });
  const judge = async (text: string) => {
    const analysis = await analyser.open({ ...aSubject(), files: [aFile([text])], items: [anItem(1)] });
    await analysis.judge(anItem(1));
  };
  for (const piece of ["x‼ ", "The processor shall report breaches. ", "(a) report: ", '("Acme") ', "wörter"])
    await assertLinear((size) => judge(piece.repeat(size)), 40_000, piece);
});
