// npm run --silent judge -- FILE… --control CODE [--catalogue FILE] [--facts JSON] [--language en] [--json]
// Reads and judges files with the shipped catalogue or another, without a service; docs/judge.md describes the output.
import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { StatedFacts } from "../server/src/analysis/analyser.ts";
import type { Evidence } from "../server/src/analysis/findings/findings.ts";
import { renderFindings } from "../server/src/analysis/findings/render/render-findings.ts";
import { confidenceOf, confidenceOfLevel, doubtOf, needsReview } from "../server/src/analysis/verdict/confidence.ts";
import type { ControlDocument } from "../server/src/catalogue/catalogue-format.ts";
import { checkFramework } from "../server/src/catalogue/check-framework.ts";
import { readShippedCatalogue } from "../server/src/catalogue/shipped-catalogue.ts";
import { ConfigProblem, readConfig } from "../server/src/config.ts";
import { type AuditLanguage, auditLanguages } from "../server/src/documents/document.ts";
import { reportTexts } from "../server/src/reports/texts/report-texts.ts";
import { type JudgedFile, openFileJudge } from "./judged-file.ts";
import { readFramework } from "./read-framework.ts";

const usage = `Usage:
  npm run --silent judge -- FILE… --control CODE [--language ${auditLanguages.join("|")}] [--json]
    --catalogue FILE   judge by a control or framework of your own; --control is then needed only if it has several
    --facts JSON       facts about the company, such as {"usesSubProcessors": false}, by the keys of the control's conditions
ASSAY_REVIEW_BELOW is the confidence below which a verdict or level needs review.
Exits with 1 when a file cannot be read, with 2 when the command is wrong.`;

/** One line for each file. The form is a promise: docs/judge.md. */
function toLine({ path, sha256, engine, files, items }: JudgedFile, { code }: ControlDocument, reviewBelow: number) {
  const toEvidence = (quotes: Evidence[]) =>
    quotes.map(({ file, page, start, end, text }) => ({
      ...{ page, start, end, text },
      ...(files.length > 1 && { member: files[file]?.name }),
    }));
  return {
    file: path,
    sha256,
    engine: { name: engine.name, version: engine.version, modelSha256: engine.modelSha256 },
    control: code,
    items: items.map(({ item, findings }) => {
      const { score, level, criteria, conditions } = findings;
      const doubt = doubtOf(findings, reviewBelow);
      return {
        ...{ externalId: item.externalId, score, level },
        ...{ confidence: doubt.confidence, needsReview: doubt.needsReview },
        criteria: criteria.map((criterion) => {
          const { key, verdict, probabilities, reason, evidence } = criterion;
          const confidence = confidenceOf(criterion, conditions);
          return {
            ...{ key, verdict, confidence, needsReview: needsReview(confidence, reviewBelow) },
            ...{ probabilities, reason, evidence: toEvidence(evidence) },
          };
        }),
        ...(conditions !== undefined && {
          conditions: conditions.map(({ key, holds, decidedBy, probability, evidence }) => ({
            ...{ key, holds, decidedBy, probability, evidence: toEvidence(evidence) },
          })),
        }),
      };
    }),
  };
}

function printForPeople(
  { path, files, items }: JudgedFile,
  control: ControlDocument,
  language: AuditLanguage,
  reviewBelow: number,
): void {
  const texts = reportTexts[language];
  const describe = (confidence: number | null) => {
    const words = texts.confidence(confidence);
    return needsReview(confidence, reviewBelow) ? texts.labelled(texts.checkThis, words) : words;
  };
  const named = files.map(({ name, pages }) => ({
    name,
    labelOf: (page: number) => pages.find(({ number }) => number === page)?.label ?? String(page),
  }));
  console.log(`=== ${path}`);
  for (const { item, findings } of items) {
    const own = renderFindings({ language, control, item, files: named }, findings);
    console.log(`\n${item.externalId}  ${item.translations?.[language as "de"]?.name ?? item.name}`);
    console.log(`  [${texts.levels[findings.level]}; ${describe(confidenceOfLevel(findings))}]`);
    console.log(own.explanation.replace(/^/gm, "  "));
    for (const criterion of own.criteria) {
      const confidence = describe(confidenceOf(criterion, findings.conditions));
      console.log(`  [${texts.verdicts[criterion.verdict]}; ${confidence}] ${criterion.statement}`);
    }
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
  const string = { type: "string" } as const;
  const options = {
    ...{ control: string, catalogue: string, facts: string, language: string },
    json: { type: "boolean" },
  } as const;
  try {
    const { positionals: paths, values } = parseArgs({ allowPositionals: true, options });
    const language = auditLanguages.find((one) => one === (values.language ?? "en"));
    if (language === undefined) throw new UsageError(`--language must be one of ${auditLanguages.join(", ")}.`);
    const { control: code, catalogue } = values;
    if (paths.length === 0 || (code ?? catalogue) === undefined) throw new UsageError("Name files and a control.");
    return { paths, code, catalogue, facts: parseFacts(values.facts), language, isJson: values.json === true };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

function parseFacts(text: string | undefined): StatedFacts {
  if (text === undefined) return {};
  const refusal = new UsageError(
    '--facts must be a JSON object of true and false, such as {"usesSubProcessors": false}.',
  );
  let facts: unknown;
  try {
    facts = JSON.parse(text);
  } catch {
    throw refusal;
  }
  const isObject = typeof facts === "object" && facts !== null && !Array.isArray(facts);
  if (!isObject || !Object.values(facts as object).every((fact) => typeof fact === "boolean")) throw refusal;
  return facts as StatedFacts;
}

async function findControl(code: string | undefined, catalogue: string | undefined): Promise<ControlDocument> {
  const controls = (await readCatalogue(catalogue)).flatMap((framework) => framework.controls);
  const found = code === undefined && controls.length === 1 ? controls[0] : controls.find((one) => one.code === code);
  if (found !== undefined) return found;
  const codes = controls.map((one) => one.code).join(", ");
  throw new UsageError(
    code === undefined ? `Name one of ${codes}.` : `There is no control ${code}; there are ${codes}.`,
  );
}

async function readCatalogue(path: string | undefined) {
  if (path === undefined) return readShippedCatalogue();
  try {
    return [checkFramework(await readFramework(path))];
  } catch (error) {
    throw new UsageError(`--catalogue ${path}: ${(error as Error).message}`);
  }
}

function readSettings() {
  try {
    return readConfig(process.env, []);
  } catch (error) {
    throw error instanceof ConfigProblem ? new UsageError(error.message) : error;
  }
}

function checkFacts(facts: StatedFacts, { code, conditions = {} }: ControlDocument): void {
  const unknown = Object.keys(facts).find((key) => conditions[key] === undefined);
  if (unknown === undefined) return;
  const known = Object.keys(conditions).join(", ");
  throw new UsageError(`--facts: ${code} has no condition ${unknown}; it has ${known === "" ? "none" : known}.`);
}

async function run(): Promise<number> {
  const { paths, code, catalogue, facts, language, isJson } = readArguments();
  const control = await findControl(code, catalogue);
  checkFacts(facts, control);
  const { reviewBelow } = readSettings();
  const judge = openFileJudge();
  let exitCode = 0;
  try {
    for (const path of paths) {
      try {
        if (!(await stat(path).catch(() => undefined))?.isFile()) throw new Error("There is no such file.");
        const judged = await judge.judge(path, control, { facts });
        if (isJson) console.log(JSON.stringify(toLine(judged, control, reviewBelow)));
        else printForPeople(judged, control, language, reviewBelow);
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
