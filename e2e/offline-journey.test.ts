import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { answerPartly } from "../server/src/testing/llm-trial.ts";
import { startModelServer } from "../server/src/testing/model-server.ts";
import { docxBytes, wordParagraph } from "../server/src/testing/sample-office.ts";
import { scannedPdf } from "../server/src/testing/sample-pdfs.ts";
import { until } from "../server/src/testing/until.ts";
import { type AssayProcess, aDataDirectory, startAssay, withoutLimits } from "./assay-process.ts";
import { aCompany, call, hasEnded, readAdminToken, readResult, submit } from "./company.ts";

/** Node arguments that load the guard into a process and its threads. */
const guardArguments = (log: string) => [
  "--import",
  `${pathToFileURL(join(import.meta.dirname, "refuse-outbound.mjs"))}?log=${encodeURIComponent(log)}`,
];
const sample = join(import.meta.dirname, "..", "samples", "data-processing-agreement.pdf");

/** Creates a partner and a company, submits documents of several formats and reads results and records. */
async function runJourney(assay: AssayProcess, token: string): Promise<{ status: string; units: string[] }[]> {
  const company = await aCompany(assay, token);
  const scan = await scannedPdf([["Instructions of the controller"]]);
  const letter = docxBytes({ body: wordParagraph("The processor acts on documented instructions only.") });
  const results = [];
  for (const files of [
    [{ name: "agreement.pdf", bytes: await readFile(sample) }],
    [
      { name: "scan.pdf", bytes: scan },
      { name: "letter.docx", bytes: letter },
    ],
  ]) {
    const { documentId } = await submit(assay, company, files, 4);
    const result = () => readResult(assay, company, documentId);
    await until(async () => hasEnded(await result()), 120);
    const { status, complianceItems } = await result();
    await call(`${assay.url}/v1/documents/${documentId}/record`, company.headers);
    const units = complianceItems.flatMap((one: { units: { name: string; value: string }[] }) =>
      one.units.filter(({ name }) => name === "judgedBy").map(({ value }) => value),
    );
    results.push({ status, units });
  }
  return results;
}

async function runGuarded(settings: Record<string, string>) {
  const data = await aDataDirectory();
  const log = join(data.path, "outbound.log");
  const home = join(data.path, "home");
  await mkdir(home);
  const env = { ASSAY_DATA_DIR: data.path, HOME: home, ASSAY_LOG_LEVEL: "warn", ...withoutLimits, ...settings };
  const assay = await startAssay(env, [], undefined, guardArguments(log));
  try {
    const results = await runJourney(assay, await readAdminToken(data.path));
    const lines = (await readFile(log, "utf8")).trim().split("\n");
    for (const what of ["process", "thread"]) assert.ok(lines.includes(`watching a ${what}`), `${what}: ${lines}`);
    // The guard covers JavaScript. Native telemetry would store unsent events in the home folder.
    assert.deepEqual(await readdir(home, { recursive: true }), []);
    return { results, attempts: lines.filter((line) => !line.startsWith("watching")) };
  } finally {
    assay.child.kill("SIGTERM");
    await assay.ended;
    await data.remove();
  }
}

test("without an external model, the service makes no outbound connection", async () => {
  const { results, attempts } = await runGuarded({});
  assert.deepEqual(attempts, []);
  for (const { status, units } of results) {
    assert.equal(status, "completed");
    assert.deepEqual(new Set(units), new Set(["words and meaning"]));
  }
});

test("with an external model, the service connects only to it", async () => {
  const model = await startModelServer(answerPartly);
  try {
    const { results, attempts } = await runGuarded({
      ...{ ASSAY_LLM_PROVIDER: "openai-compatible", ASSAY_LLM_BASE_URL: model.baseUrl, ASSAY_LLM_MODEL: "tester-1" },
    });
    assert.deepEqual(attempts, []);
    for (const { status, units } of results) {
      assert.equal(status, "completed");
      assert.deepEqual(new Set(units), new Set(["llm openai-compatible/tester-1"]));
    }
    assert.equal(model.asked.length, 8);
  } finally {
    await model.close();
  }
});

test("the guard of these tests detects outbound connections", async () => {
  const data = await aDataDirectory();
  const log = join(data.path, "outbound.log");
  const script = 'for (const url of ["http://192.0.2.1/", "https://[2001:db8::1]/"]) await fetch(url).catch(() => 0)';
  spawnSync(process.execPath, [...guardArguments(log), "--input-type=module", "-e", script]);
  const lines = (await readFile(log, "utf8")).trim().split("\n");
  assert.deepEqual(lines, ["watching a process", "connect 192.0.2.1", "connect 2001:db8::1"]);
  await data.remove();
});
