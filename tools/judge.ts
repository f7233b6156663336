// npm run --silent judge -- FILE… --control CODE [--language en] [--json]
// Reads and judges files with the shipped catalogue, without a service; docs/judge.md describes the output.
import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { renderFindings } from "../server/src/analysis/findings/render/render-findings.ts";
import type { Language } from "../server/src/analysis/language/words.ts";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { auditLanguages } from "../server/src/documents/document.ts";
import { type JudgedFile, openFileJudge } from "./judged-file.ts";

const usage = `Usage:
  npm run --silent judge -- FILE… --control CODE [--language ${auditLanguages.join("|")}] [--json]
Exits with 1 when a file cannot be read, with 2 when the command is wrong.`;

/** One line for each file. The form is a promise: docs/judge.md. */
function toLine({ path, sha256, engine, files, items }: JudgedFile, { code }: ControlDocument) {
  return {
    file: path,
    sha256,
    engine: { name: engine.name, version: engine.version, modelSha256: engine.modelSha256 },
    control: code,
    items: items.map(({ item, findings: { score, level, criteria } }) => ({
      externalId: item.externalId,
      score,
      level,
      criteria: criteria.map(({ key, verdict, probabilities, reason, evidence }) => ({
        ...{ key, verdict, probabilities, reason },
        evidence: evidence.map(({ file, page, start, end, text }) => ({
          ...{ page, start, end, text },
          ...(files.length > 1 && { member: files[file]?.name }),
        })),
      })),
    })),
  };
}

function printForPeople({ path, files, items }: JudgedFile, control: ControlDocument, language: Language): void {
  const named = files.map(({ name, pages }) => ({
    name,
    labelOf: (page: number) => pages.find(({ number }) => number === page)?.label ?? String(page),
  }));
  console.log(`=== ${path}`);
  for (const { item, findings } of items) {
    const own = renderFindings({ language, control, item, files: named }, findings);
    console.log(`\n${item.externalId}  ${item.translations?.[language as "de"]?.name ?? item.name}`);
    console.log(own.explanation.replace(/^/gm, "  "));
    for (const { topic, description } of own.gaps) console.log(`  - ${topic}: ${description}`);
    for (const { actionableRecommendation, suggestedTextLocation, suggestedTextToBeAdded } of own.recommendations) {
      console.log(`  → ${actionableRecommendation}`);
      if (suggestedTextToBeAdded !== "") console.log(`    ${suggestedTextLocation}: ${suggestedTextToBeAdded}`);
    }
  }
  console.log("");
}

class UsageError extends Error {}

function readArguments() {
  const options = { control: { type: "string" }, language: { type: "string" }, json: { type: "boolean" } } as const;
  try {
    const { positionals: paths, values } = parseArgs({ allowPositionals: true, options });
    const language = auditLanguages.find((one) => one === (values.language ?? "en"));
    if (language === undefined) throw new UsageError(`--language must be one of ${auditLanguages.join(", ")}.`);
    if (paths.length === 0 || values.control === undefined) throw new UsageError("Name files and a control.");
    return { paths, code: values.control, language, isJson: values.json === true };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

async function findControl(code: string): Promise<ControlDocument> {
  const controls = (await readShippedCatalogue()).flatMap((framework) => framework.controls);
  const found = controls.find((one) => one.code === code);
  if (found !== undefined) return found;
  throw new UsageError(`There is no control ${code}; there are ${controls.map((one) => one.code).join(", ")}.`);
}

async function run(): Promise<number> {
  const { paths, code, language, isJson } = readArguments();
  const control = await findControl(code);
  const judge = openFileJudge();
  let exitCode = 0;
  try {
    for (const path of paths) {
      try {
        if (!(await stat(path).catch(() => undefined))?.isFile()) throw new Error("There is no such file.");
        const judged = await judge.judge(path, control);
        if (isJson) console.log(JSON.stringify(toLine(judged, control)));
        else printForPeople(judged, control, language);
      } catch (error) {
        console.error(`${path}: ${(error as Error).message}`);
        exitCode = 1;
      }
    }
    return exitCode;
  } finally {
    await judge.close();
  }
}

// The output was closed early (`| head`).
process.stdout.on("error", () => process.exit(0));
try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n${usage}`);
  process.exitCode = 2;
}
