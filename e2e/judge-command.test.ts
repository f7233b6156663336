import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { closeBenchReader, readForBench } from "../bench/read-for-bench.ts";
import { verdicts } from "../server/src/analysis/findings/findings.ts";
import { reasons } from "../server/src/analysis/verdict/reason.ts";
import { settings } from "../server/src/settings.ts";

const root = join(import.meta.dirname, "..");
const sample = "samples/data-processing-agreement.md";
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-judge-test-"));
});
after(async () => {
  await closeBenchReader();
  await rm(folder, { recursive: true });
});

function judge(...args: string[]) {
  return judgeWith({}, ...args);
}

function judgeWith(env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "tools/judge.ts"), ...args], {
    ...{ cwd: root, encoding: "utf8" as const },
    env: { ...process.env, ...env },
    maxBuffer: 64 << 20,
  });
  return { status, stdout, stderr };
}

test("with --json each file is one line of the promised form, and every quote is on its page", async () => {
  const other = join(folder, "other.txt");
  await writeFile(
    other,
    "The Processor shall process personal data only on documented instructions from the Controller.\n",
  );
  const { status, stdout, stderr } = judge(sample, other, "--control", "DPA", "--json");
  assert.equal(status, 0, stderr);
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ file }) => file),
    [sample, other],
  );
  for (const line of lines) {
    assert.deepEqual(Object.keys(line), ["file", "sha256", "engine", "control", "items"]);
    assert.deepEqual(Object.keys(line.engine), ["name", "version", "modelSha256"]);
    assert.equal(
      line.sha256,
      createHash("sha256")
        .update(await readFile(line.file))
        .digest("hex"),
    );
    assert.equal(line.control, "DPA");
    const { pages } = await readForBench(resolve(root, line.file));
    for (const item of line.items) {
      const { conditions: _, ...always } = item;
      assert.deepEqual(Object.keys(always), ["externalId", "score", "level", "confidence", "needsReview", "criteria"]);
      assertDoubt(item);
      for (const criterion of item.criteria) {
        assert.deepEqual(Object.keys(criterion), [
          ...["key", "verdict", "confidence", "needsReview", "probabilities", "reason", "evidence"],
        ]);
        assertDoubt(criterion);
        assert.equal(criterion.confidence, criterion.probabilities[criterion.verdict]);
        assert.ok(verdicts.includes(criterion.verdict) && reasons.includes(criterion.reason));
        assert.deepEqual(Object.keys(criterion.probabilities), [...verdicts]);
        for (const quote of criterion.evidence) {
          assert.deepEqual(Object.keys(quote), ["page", "start", "end", "text"]);
          const page = pages.find(({ number }) => number === quote.page);
          assert.equal(page?.text.slice(quote.start, quote.end), quote.text);
        }
      }
    }
  }
  assert.ok(lines[0].items.some(({ score }: { score: number }) => score >= 80));
});

interface Doubted {
  confidence: number;
  needsReview: boolean;
}

function assertDoubt({ confidence, needsReview }: Doubted, below = settings.ASSAY_REVIEW_BELOW.default): void {
  assert.ok(confidence >= 0 && confidence <= 1);
  assert.equal(needsReview, confidence < below);
}

test("the threshold of what needs review is the operator's, and people read it beside each level and verdict", () => {
  const control = writeSmallControl(4);
  const run = judgeWith({ ASSAY_REVIEW_BELOW: "0.97" }, sample, "--catalogue", control, "--json");
  const [line] = run.stdout.split("\n").map((text) => text && JSON.parse(text));
  const doubted: Doubted[] = line.items.flatMap((item: { criteria: Doubted[] }) => [item, ...item.criteria]);
  for (const one of doubted) assertDoubt(one, 0.97);
  assert.ok(doubted.some(({ needsReview }) => needsReview) && doubted.some(({ needsReview }) => !needsReview));
  const { stdout } = judgeWith({ ASSAY_REVIEW_BELOW: "0.97" }, sample, "--catalogue", control);
  const marks = stdout.match(/^ {2}\[[^;\]]+; (?:Check this: )?confidence \d+%\]/gm) ?? [];
  assert.equal(marks.length, doubted.length);
  const checks = marks.filter((mark) => mark.includes("Check this: "));
  assert.equal(checks.length, doubted.filter(({ needsReview }) => needsReview).length);
  const wrong = judgeWith({ ASSAY_REVIEW_BELOW: "97 %" }, sample, "--control", "DPA");
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /ASSAY_REVIEW_BELOW/);
});

/** The first requirements of a shipped control, which are judged quickly. The very first applies under a condition. */
function writeSmallControl(itemCount = 1): string {
  const control = JSON.parse(readFileSync(join(root, "catalogue/gdpr/data-processing-agreement.json"), "utf8"));
  const [cluster] = control.clusters;
  cluster.items = cluster.items.slice(0, itemCount);
  Object.assign(cluster.items[0], { appliesWhen: "processesData" });
  const statement = "The processor processes personal data.";
  const conditions = { processesData: { statement, phrases: [], contradictions: [], whenSilent: "applies" } };
  const path = join(folder, "control.json");
  writeFileSync(path, JSON.stringify({ ...control, conditions, clusters: [cluster] }));
  return path;
}

test("a control of one's own is judged by, with facts that decide its conditions", () => {
  const control = writeSmallControl();
  const run = (...more: string[]) => judge(sample, "--catalogue", control, "--json", ...more);
  const { status, stdout, stderr } = run("--facts", '{"processesData":false}');
  assert.equal(status, 0, stderr);
  const [item] = JSON.parse(stdout).items;
  assert.deepEqual([item.level, item.score], ["not_applicable", 100]);
  assert.ok(item.criteria.every(({ verdict }: { verdict: string }) => verdict === "not_applicable"));
  assert.deepEqual(item.conditions, [
    { key: "processesData", holds: false, decidedBy: "facts", probability: 0, evidence: [] },
  ]);
  const unknown = run("--facts", '{"sellsData":false}');
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /--facts: DPA has no condition sellsData; it has processesData\./);
  assert.match(run("--facts", '{"processesData":"no"}').stderr, /--facts must be a JSON object of true and false/);
  const broken = judge(sample, "--catalogue", sample);
  assert.equal(broken.status, 2);
  assert.match(broken.stderr, /--catalogue .*is not valid JSON/);
});

test("without --json findings are printed for people, in the language asked for", () => {
  const { status, stdout } = judge(sample, "--control", "DPA", "--language", "de");
  assert.equal(status, 0);
  assert.match(stdout, /Das Dokument erfüllt diese Anforderung/);
  assert.match(stdout, /Seite 1|Abschnitt/);
  assert.match(stdout, /^ {2}\[erfüllt; Konfidenz \d+\s%\] /m);
});

test("a file that cannot be read is named with its reason, and the others are judged", async () => {
  const broken = join(folder, "broken.pdf");
  await writeFile(broken, "%PDF-1.7\nnothing more");
  const { status, stdout, stderr } = judge(
    ...[broken, join(folder, "absent.md"), sample],
    ...["--catalogue", writeSmallControl(), "--json"],
  );
  assert.equal(status, 1);
  assert.equal(stdout.trimEnd().split("\n").length, 1);
  assert.match(stderr, /broken\.pdf: /);
  assert.match(stderr, /absent\.md: There is no such file\./);
});

test("a wrong command is explained", () => {
  for (const [args, message] of [
    [[], /Name files and a control/],
    [[sample], /Name files and a control/],
    [[sample, "--control", "NONE"], /There is no control NONE; there are .*DPA/],
    [[sample, "--control", "DPA", "--language", "it"], /--language must be one of en, de, fr, es/],
    [[sample, "--control", "DPA", "--verbose"], /verbose/],
  ] as const) {
    const { status, stderr } = judge(...args);
    assert.equal(status, 2);
    assert.match(stderr, message);
    assert.match(stderr, /Usage:/);
  }
});
