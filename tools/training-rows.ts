// node tools/training-rows.ts FOLDER [documents] [validation-documents] [contracts] [validation-contracts] [passage-sets]
// Writes what the reader learns from, as tokens, for model/training/train_reader.py: the labelled documents as the engine's own search
// shows them to its reader, held against their own control and, without labels, against another one; contracts, held against
// statements as an imported item without criteria makes them; the sets of passages; and the documents no reader may learn
// from. Of these parts all, or those that are named. rows.jsonl names texts by their number in tokens.bin and offsets.bin.
import { createWriteStream } from "node:fs";
import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { finished } from "node:stream/promises";
import { heldOut } from "../bench/held-out.ts";
import { labelledItems } from "../bench/labelled-items.ts";
import { closeBenchReader, readForBench, readTextForBench } from "../bench/read-for-bench.ts";
import type { Subject, SubjectFile } from "../server/src/analysis/analyser.ts";
import { criteriaOf } from "../server/src/analysis/criteria.ts";
import { translateToEnglish } from "../server/src/analysis/language/translation/translate-to-english.ts";
import { openOfflineAnalyser } from "../server/src/analysis/offline-analyser.ts";
import { toTextWithContext } from "../server/src/analysis/passages/passages.ts";
import { prepareDocument } from "../server/src/analysis/passages/prepare-document.ts";
import { neutralReading, type Question } from "../server/src/analysis/reading/reader.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { modelFolder } from "../server/src/encoder/model-runtime.ts";
import { tokenizerIn } from "../server/src/encoder/model-session.ts";
import { openModelThreads } from "../server/src/encoder/model-threads.ts";
import { openOnnxEncoder } from "../server/src/encoder/onnx-encoder.ts";
import { readShippedQueryEmbeddings } from "../server/src/encoder/shipped-query-embeddings.ts";
import { type LabelledContract, type LabelledDocument, type PassageSet, readTrainingData } from "./training-data.ts";

type Labels = Pick<LabelledDocument, "items">;

const verdicts = ["met", "partly", "contradicted", "missing"];
/** As encoder/onnx-reader.ts cuts them. */
const longest = { statement: 64, passage: 72 };
/** A passage shorter than this proves nothing by being a part of a quote. */
const leastLetters = 8;

const root = join(import.meta.dirname, "..");
const [folder = "training-rows", ...parts] = process.argv.slice(2);
const isWanted = (part: string) => parts.length === 0 || parts.includes(part);
await mkdir(folder, { recursive: true });
const lines = createWriteStream(join(folder, "rows.jsonl"));
const write = (row: object) => lines.write(`${JSON.stringify(row)}\n`);

const tokenizer = await tokenizerIn(modelFolder);
const tokens: number[][] = [];
const known = new Map<string, number>();
function numberOf(text: string, most: number): number {
  const had = known.get(text);
  if (had !== undefined) return had;
  known.set(text, tokens.length);
  tokens.push(tokenizer.encode(text, { add_special_tokens: false }).ids.slice(0, most));
  return tokens.length - 1;
}
const statementNumber = (text: string) => numberOf(text, longest.statement);
const passageNumber = (text: string) => numberOf(text, longest.passage);

const threads = openModelThreads();
const encoder = await openOnnxEncoder({ cores: 2, threads });
const queryEmbeddings = await readShippedQueryEmbeddings(encoder.modelSha256);
let asked: Question[] = [];
/** What is asked is all that is wanted of it. */
const reader = {
  modelSha256: "",
  async read(questions: Question[]) {
    asked = questions;
    return questions.map(({ passages }) => ({ overall: neutralReading, passages: passages.map(() => neutralReading) }));
  },
};
// Closed at the end: of sets alone no analyser is opened.
const close = async () => undefined;
const analyser = openOfflineAnalyser({ models: async () => ({ encoder, queryEmbeddings, reader, close }) });
const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);
/** Every document is held against one other control, each of them in its turn. */
let turn = 0;
/** Marks of Markdown and of how a page was set are no part of what is quoted. */
const lettersOf = (text: string) => text.replaceAll(/[\s*_`|#\\]+/g, "").toLowerCase();

/** What a document has to read, and which of it, as the reader sees it, a quote stands in. */
function passagesOf(subject: Subject) {
  const { passages, english, mainLanguage: language } = prepareDocument(subject);
  const texts = english.map(toTextWithContext);
  const letters = passages.map(({ text }) => lettersOf(text));
  const proving = (quote: string | undefined) => {
    const wanted = lettersOf(quote ?? "");
    const isPart = (text: string) => text.length > leastLetters && (wanted.includes(text) || text.includes(wanted));
    return wanted === "" ? [] : texts.filter((_, at) => isPart(letters[at] ?? ""));
  };
  return { language, proving };
}

async function writeDocument(
  kind: "document" | "unseen",
  file: SubjectFile,
  code: string,
  labels: Labels,
): Promise<void> {
  const control = controls.find((one) => one.code === code);
  if (control === undefined) throw new Error(`${file.name}: there is no control ${code}`);
  const subject = { files: [file], control, items: [], language: "en" as const };
  const { language, proving } = passagesOf(subject);
  const analysis = await analyser.open(subject);
  for (const { item, label } of labelledItems(control, labels.items)) {
    await analysis.judge(item);
    criteriaOf(item).forEach(({ statement }, at) => {
      const { verdict, quote } = label.criteria[at] ?? {};
      if (verdict === undefined) return;
      write({
        ...{ kind, of: `${code}/${file.name}`, language },
        s: statementNumber(statement),
        p: asked[at]?.passages.map(passageNumber) ?? [],
        // Among those that were asked about, and beyond.
        proving: proving(quote).map(passageNumber),
        verdict: verdicts.indexOf(verdict),
      });
    });
  }
  if (kind === "document") {
    const at = controls.indexOf(control);
    const other = controls[(at + 1 + (turn++ % (controls.length - 1))) % controls.length];
    for (const item of other?.clusters.flatMap(({ items }) => items) ?? []) {
      await analysis.judge(item);
      criteriaOf(item).forEach(({ statement }, place) => {
        const shown = asked[place]?.passages.map(passageNumber) ?? [];
        write({
          ...{ kind: "unlabelled", of: `${code}/${file.name}`, language },
          s: statementNumber(statement),
          p: shown,
        });
      });
    }
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
  const { language, proving } = passagesOf(subject);
  const analysis = await analyser.open(subject);
  for (const [at, { name, requirement, verdict, quotes = [] }] of statements.entries()) {
    const item = { externalId: String(at), name, objective: requirement };
    const [criterion, ...more] = criteriaOf(item);
    // What is taken apart into several statements has no label for each.
    if (criterion === undefined || more.length > 0) continue;
    await analysis.judge(item);
    write({
      ...{ kind, of: basename(fileName, ".md"), language },
      s: statementNumber(criterion.statement),
      p: asked[0]?.passages.map(passageNumber) ?? [],
      proving: [...new Set(quotes.flatMap(proving))].map(passageNumber),
      verdict: verdicts.indexOf(verdict),
    });
  }
  await analysis.close();
}

function writeSet({ collection, domain, name, requirement, language = "en", ...roles }: PassageSet): void {
  const said = (text: string) => passageNumber(language === "en" ? text : translateToEnglish(text, language));
  const members = Object.entries(roles as Record<string, string | string[]>).map(([role, texts]) => [
    role,
    [texts].flat().map(said),
  ]);
  write({
    ...{ kind: "set", of: collection, language },
    s: statementNumber(requirement),
    members: Object.fromEntries(members),
  });
}

if (isWanted("documents")) {
  for await (const document of readTrainingData("documents"))
    await writeDocument("document", await readTextForBench(document.name, document.text), document.control, document);
  for (const path of (await Array.fromAsync(glob("bench/cases/*/*.md", { cwd: root }))).sort()) {
    const [, , code = "", name = ""] = path.split("/");
    const [kind = ""] = name.split(".");
    if (heldOut[code] === kind) continue;
    const labels = JSON.parse(await readFile(join(root, `bench/cases/${code}/${kind}.json`), "utf8")) as Labels;
    await writeDocument("document", await readForBench(join(root, path)), code, labels);
  }
}
if (isWanted("validation-documents")) {
  for await (const document of readTrainingData("validation-documents"))
    await writeDocument("unseen", await readTextForBench(document.name, document.text), document.control, document);
}
if (isWanted("contracts"))
  for await (const contract of readTrainingData("contracts")) await writeContract("contract", contract);
if (isWanted("validation-contracts"))
  for await (const contract of readTrainingData("validation-contracts"))
    await writeContract("unseen contract", contract);
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
