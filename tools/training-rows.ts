// node tools/training-rows.ts FOLDER [real-documents] [unlabelled-documents] [documents] [validation-documents] [contracts] [validation-contracts] [passage-sets]
// Writes the training data of reader and encoder as tokens, all parts or those named: labelled documents with the passages that
// the engine's search finds, for their own control and, without labels, for another one; real documents without labels; contracts with statements, as imported
// items have them; passage sets; and the validation documents and contracts. rows.jsonl refers to texts by their number in
// tokens.bin and offsets.bin.
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { finished } from "node:stream/promises";
import { readCases } from "../bench/case-documents.ts";
import { labelledItems } from "../bench/labelled-items.ts";
import { closeBenchReader, readForBench, readTextForBench } from "../bench/read-for-bench.ts";
import { corpusFolder, labelledStatements, readRealDocuments, readUnlabelled } from "../bench/real/documents.ts";
import { lettersOf } from "../bench/real/match-span.ts";
import type { ItemToJudge, OpenAnalysis, Subject, SubjectFile } from "../server/src/analysis/analyser.ts";
import { criteriaOf } from "../server/src/analysis/criteria.ts";
import { translateToEnglish } from "../server/src/analysis/language/translation/translate-to-english.ts";
import { openOfflineAnalyser } from "../server/src/analysis/offline-analyser.ts";
import { canBeEvidence, toTextWithContext } from "../server/src/analysis/passages/passages.ts";
import { prepareDocument } from "../server/src/analysis/passages/prepare-document.ts";
import { neutralReading, type Question } from "../server/src/analysis/reading/reader.ts";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { completeItem } from "../server/src/catalogue/complete-item.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { modelFolder } from "../server/src/encoder/model-runtime.ts";
import { openTokenizer } from "../server/src/encoder/model-session.ts";
import { openModelThreads } from "../server/src/encoder/model-threads.ts";
import { openOnnxEncoder } from "../server/src/encoder/onnx-encoder.ts";
import { readShippedQueryEmbeddings } from "../server/src/encoder/shipped-query-embeddings.ts";
import { getOrCreate } from "../server/src/platform/get-or-create.ts";
import { type LabelledContract, type LabelledDocument, type PassageSet, readTrainingData } from "./training-data.ts";

type Labels = Pick<LabelledDocument, "items">;

const verdicts = ["met", "partly", "contradicted", "missing"];
/** The reader's limits in tokens (encoder/onnx-reader.ts). */
const maxTokens = { statement: 64, passage: 112 };
/** A shorter passage is no evidence only because a quote contains it. */
const minLetters = 8;

const [folder = "training-rows", ...parts] = process.argv.slice(2);
const isWanted = (part: string) => parts.length === 0 || parts.includes(part);
await mkdir(folder, { recursive: true });
const lines = createWriteStream(join(folder, "rows.jsonl"));
const write = (row: object) => lines.write(`${JSON.stringify(row)}\n`);

const tokenizer = await openTokenizer(modelFolder);
const tokens: number[][] = [];
const numbers = new Map<string, number>();
function numberOf(text: string, max: number): number {
  return getOrCreate(
    numbers,
    text,
    () => tokens.push(tokenizer.encode(text, { add_special_tokens: false }).ids.slice(0, max)) - 1,
  );
}
const statementNumber = (text: string) => numberOf(text, maxTokens.statement);
const passageNumber = (text: string) => numberOf(text, maxTokens.passage);

const threads = openModelThreads();
const encoder = await openOnnxEncoder({ cores: 2, threads });
const queryEmbeddings = await readShippedQueryEmbeddings(encoder.modelSha256);
let questions: Question[] = [];
const passagesOf = new Map<string, string[]>();
/** Records the questions and answers nothing. */
const reader = {
  modelSha256: "",
  async read(asked: Question[]) {
    questions = asked;
    for (const { statement, passages } of asked) passagesOf.set(statement, passages);
    return asked.map(({ passages }) => ({ overall: neutralReading, passages: passages.map(() => neutralReading) }));
  },
};
// The encoder is closed at the end: for passage sets alone the analyser never loads it.
const close = async () => undefined;
const analyser = openOfflineAnalyser({
  models: async () => ({ encoder, queryEmbeddings, frequencies: { sha256: "", counts: new Map() }, reader, close }),
});
const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);
const itemsOf = (control: ControlDocument) =>
  control.clusters.flatMap(({ items }) => items).map((item) => completeItem(control, item));
/** Every document is paired with one other control, round-robin. */
let turn = 0;
function nextOther(control: ControlDocument): ControlDocument {
  const others = controls.filter((one) => one !== control && one.code !== control.code);
  return others[turn++ % others.length] as ControlDocument;
}

/** The document's language, and the passages, as the reader sees them, that contain a quote. */
function openEvidence(subject: Subject) {
  const { passages, english, mainLanguage: language } = prepareDocument(subject);
  const texts = english.map(toTextWithContext);
  const letters = passages.map(({ text }) => lettersOf(text));
  const findEvidence = (quote: string | undefined) => {
    const wanted = lettersOf(quote ?? "");
    const isPart = (text: string) => text.length > minLetters && (wanted.includes(text) || text.includes(wanted));
    return wanted === "" ? [] : texts.filter((_, at) => isPart(letters[at] ?? ""));
  };
  return { language, findEvidence };
}

/** What search finds for items that nobody has judged: a larger reader judges them in its place. */
async function writeUnlabelled(analysis: OpenAnalysis, items: ItemToJudge[], place: object): Promise<void> {
  for (const item of items) {
    await analysis.judge(item);
    for (const { statement } of criteriaOf(item)) {
      const passages = passagesOf.get(statement)?.map(passageNumber) ?? [];
      write({ kind: "unlabelled", ...place, statement: statementNumber(statement), passages });
    }
  }
}

async function writeDocument(
  kind: "document" | "validation document",
  file: SubjectFile,
  code: string,
  labels: Labels,
): Promise<void> {
  const control = controls.find((one) => one.code === code);
  if (control === undefined) throw new Error(`${file.name}: there is no control ${code}`);
  const subject = { files: [file], control, items: [], language: "en" as const };
  const { language, findEvidence } = openEvidence(subject);
  const analysis = await analyser.open(subject);
  for (const { item, labelOf } of labelledItems(control, labels.items)) {
    await analysis.judge(item);
    for (const criterion of criteriaOf(item)) {
      const { statement } = criterion;
      const { verdict, quote } = labelOf(criterion) ?? {};
      if (verdict === undefined) continue;
      write({
        ...{ kind, source: `${code}/${file.name}`, language },
        statement: statementNumber(statement),
        passages: passagesOf.get(statement)?.map(passageNumber) ?? [],
        // Search may have missed some of these.
        evidence: findEvidence(quote).map(passageNumber),
        verdict: verdicts.indexOf(verdict),
      });
    }
  }
  if (kind === "document") {
    await writeUnlabelled(analysis, itemsOf(nextOther(control)), { source: `${code}/${file.name}`, language });
  }
  await analysis.close();
}

async function writeContract(kind: string, { name: fileName, text, statements }: LabelledContract): Promise<void> {
  const subject = {
    files: [await readTextForBench(fileName, text)],
    control: { name: fileName },
    items: [],
    language: "en" as const,
  };
  const { language, findEvidence } = openEvidence(subject);
  const analysis = await analyser.open(subject);
  for (const [at, { name, requirement, verdict, quotes = [] }] of statements.entries()) {
    const item = { externalId: String(at), name, objective: requirement };
    const [criterion, ...more] = criteriaOf(item);
    // A requirement that is split into several statements has no label for each.
    if (criterion === undefined || more.length > 0) continue;
    await analysis.judge(item);
    write({
      ...{ kind, source: basename(fileName, ".md"), language },
      statement: statementNumber(criterion.statement),
      passages: questions[0]?.passages.map(passageNumber) ?? [],
      evidence: [...new Set(quotes.flatMap(findEvidence))].map(passageNumber),
      verdict: verdicts.indexOf(verdict),
    });
  }
  await analysis.close();
}

/** Labelled real documents (bench/real), whose text lies beside the project. */
async function writeRealDocuments(): Promise<void> {
  for await (const { labels, split, control: asked, text, path } of readRealDocuments(["train", "fit", "dev"])) {
    const control = asked as ControlDocument;
    const items = itemsOf(control);
    const subject = { files: [await readForBench(path)], control, items };
    const { passages, english, mainLanguage } = prepareDocument(subject);
    const letters = passages.map((passage) => lettersOf(passage.text));
    const contextual = english.map(toTextWithContext);
    const bareOf = new Map(contextual.map((own, at) => [own, english[at]?.text ?? own]));
    const bareNumber = (own: string) => passageNumber(bareOf.get(own) ?? own);
    passagesOf.clear();
    const analysis = await analyser.open(subject);
    for (const item of items) await analysis.judge(item);
    const place = { split, source: labels.file, language: mainLanguage };
    const own = new Map(passagesOf);
    await writeUnlabelled(analysis, itemsOf(nextOther(control)), place);
    await analysis.close();
    const readable = english.filter(canBeEvidence);
    write({ kind: "real document", ...place, passages: readable.map((one) => passageNumber(one.text)) });
    for (const { statement, phrases, contradictions, verdict, doubt, start, end } of labelledStatements(
      asked,
      labels,
    )) {
      if (verdict === "not_applicable") continue;
      const read = own.get(statement) ?? [];
      const evidence = start === undefined ? [] : findSpan(text, letters, start, end ?? start);
      const evidenceTexts = evidence.flatMap((one) => contextual[one] ?? []);
      write({
        ...{ kind: "real", ...place, isDoubted: doubt !== undefined },
        statement: statementNumber(statement),
        wordings: [...phrases, ...contradictions].map(statementNumber),
        passages: read.map(passageNumber),
        bare: read.map(bareNumber),
        evidence: evidenceTexts.map(passageNumber),
        bareEvidence: evidenceTexts.map(bareNumber),
        verdict: verdicts.indexOf(verdict),
      });
    }
    console.error(labels.file);
  }
}

/** Real documents of the training split that nobody has labelled, with their own control and another one. */
async function writeUnlabelledDocuments(): Promise<void> {
  for (const { file, kind, split } of readUnlabelled(["train"])) {
    const control = controls.find(({ code }) => code === kind);
    const path = join(corpusFolder, file);
    if (control === undefined || !existsSync(path)) continue;
    const items = itemsOf(control);
    const subject = { files: [await readForBench(path)], control, items };
    const place = { split, source: file, language: prepareDocument(subject).mainLanguage };
    const analysis = await analyser.open(subject);
    await writeUnlabelled(analysis, [...items, ...itemsOf(nextOther(control))], place);
    await analysis.close();
    console.error(file);
  }
}

/** The passages that a span of the original file covers or lies in; of equal ones, those nearest to its place. */
function findSpan(text: string, letters: string[], start: number, end: number): number[] {
  const wanted = lettersOf(text.slice(start, end));
  const matching = letters.flatMap((own, at) =>
    own.length > minLetters && (wanted.includes(own) || own.includes(wanted)) ? [at] : [],
  );
  const total = letters.reduce((sum, own) => sum + own.length, 0);
  const place = (lettersOf(text.slice(0, start)).length / Math.max(1, lettersOf(text).length)) * total;
  const placeOf: number[] = [];
  letters.reduce((sum, own, at) => {
    placeOf[at] = sum;
    return sum + own.length;
  }, 0);
  const distance = (at: number) => Math.abs((placeOf[at] ?? 0) - place);
  const nearest = Math.min(...matching.map(distance));
  return matching.filter((at) => distance(at) <= nearest + 2 * wanted.length + 200);
}

function writeSet({ collection, domain, name, requirement, language = "en", ...roles }: PassageSet): void {
  const numberOfPassage = (text: string) =>
    passageNumber(language === "en" ? text : translateToEnglish(text, language));
  const members = Object.entries(roles as Record<string, string | string[]>).map(([role, texts]) => [
    role,
    [texts].flat().map(numberOfPassage),
  ]);
  write({
    ...{ kind: "set", source: collection, language },
    statement: statementNumber(requirement),
    members: Object.fromEntries(members),
  });
}

if (isWanted("real-documents")) await writeRealDocuments();
if (isWanted("unlabelled-documents")) await writeUnlabelledDocuments();
if (isWanted("documents")) {
  for await (const document of readTrainingData("documents"))
    await writeDocument("document", await readTextForBench(document.name, document.text), document.control, document);
  for (const document of await readCases())
    if (!document.isHeldOut)
      await writeDocument("document", await readTextForBench(document.name, document.text), document.control, document);
}
if (isWanted("validation-documents")) {
  for await (const document of readTrainingData("validation-documents"))
    await writeDocument(
      "validation document",
      await readTextForBench(document.name, document.text),
      document.control,
      document,
    );
}
if (isWanted("contracts"))
  for await (const contract of readTrainingData("contracts")) await writeContract("contract", contract);
if (isWanted("validation-contracts"))
  for await (const contract of readTrainingData("validation-contracts"))
    await writeContract("validation contract", contract);
if (isWanted("passage-sets")) for await (const set of readTrainingData("passage-sets")) writeSet(set);

lines.end();
await finished(lines);
const offsets = [0];
for (const { length } of tokens) offsets.push((offsets.at(-1) ?? 0) + length);
await writeFile(join(folder, "tokens.bin"), Uint16Array.from(tokens.flat()));
await writeFile(join(folder, "offsets.bin"), Uint32Array.from(offsets));
await analyser.close();
await threads.close();
await closeBenchReader();
