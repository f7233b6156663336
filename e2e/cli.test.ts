import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { until } from "../server/src/testing/until.ts";
import { assayCommand } from "./assay-command.ts";
import { aFreePort } from "./assay-process.ts";
import { root, sample, startCliFixture } from "./cli-fixture.ts";
import { onboardCompany } from "./company.ts";

const escapeSequence = "\u001b[";
/** For reviews whose findings do not matter. */
const oneItem = ["--item", "Art. 33(2)"];

const { service, folder, env, assay, json, close } = await startCliFixture({ ASSAY_WEBHOOK_ALLOW_PRIVATE: "true" });
after(close);

test("the README's command reviews the sample and onboards a scratch company", async () => {
  const first = await assay.run("review", "samples/data-processing-agreement.pdf", "--control", "DPA");
  assert.equal(first.exitCode, 0, first.stderr);
  assert.match(first.stderr, /Onboarded a scratch company/);
  assert.match(first.stdout, /data-processing-agreement\.pdf {2}completed, \d+ pages/);
  assert.match(first.stdout, /Mean score \d+\.\d over 24 items/);
  assert.match(first.stdout, /█.*GDPR Art\. 28\(3\)\(a\) .*p\. \d/);
  assert.ok(!(first.stdout + first.stderr).includes(escapeSequence), "no colours without a terminal");
  const again = await assay.run("review", sample, "--control", "dpa", ...oneItem, "--json", "--quiet");
  assert.equal(again.stderr, "");
  assert.equal(JSON.parse(again.stdout).status, "completed");
  assert.equal((await json("admin", "partners")).length, 1);
});

test("a given key is used with its own company's business entity, not with the profile's", async () => {
  const partner = await json("admin", "partners", "create", "Another consultancy");
  const onboarded = await onboardCompany(service, partner.apiKey);
  const document = join(folder, "short.txt");
  await writeFile(document, "The processor acts on documented instructions only.");
  const submitted = await json("submit", document, "--control", "DPA", ...oneItem, "--key", onboarded.key);
  assert.equal(submitted.documents.length, 1);
});

test("keys are stored in a file that only its owner can read, and are printed masked", async () => {
  const { mode } = await stat(join(folder, "config", "config.json"));
  assert.equal(mode & 0o777, 0o600);
  const shown = await json("config", "show");
  assert.match(shown.companyKey, /^assay_company_\w{4}…\w{4}$/);
});

test("in a terminal, progress bars are redrawn and levels are coloured; NO_COLOR turns colours off", async () => {
  // Not a document, so that it fails quickly; large enough for a progress bar on any machine.
  const file = join(folder, "long.bin");
  await writeFile(file, randomBytes(60_000_000));
  const uploaded = await assay.runInTerminal(110, "submit", file, "--control", "DPA");
  assert.equal(uploaded.exitCode, 0, uploaded.output);
  const bars = stripVTControlCharacters(uploaded.output);
  assert.match(bars, /long\.bin +█+░* +\d+ % +\d+(\.\d)? MB of 60(?:\.0)? MB +\d+(\.\d)? [kM]B\/s +\d+ s left/);
  assert.match(bars, /60(?:\.0)? MB of 60(?:\.0)? MB +uploaded/);
  const coloured = await assay.runInTerminal(110, "review", sample, "--control", "DPA", ...oneItem);
  assert.equal(coloured.exitCode, 0, coloured.output);
  const plain = stripVTControlCharacters(uploaded.output + coloured.output);
  assert.match(plain, /data-process\S* +█+ 100 % +completed/);
  assert.ok(coloured.output.includes(`${escapeSequence}1A`), "lines are redrawn");
  assert.ok(
    [31, 32, 33].some((colour) => coloured.output.includes(`${escapeSequence}${colour}m█`)),
    "levels have colours",
  );
  for (const line of plain.split(/[\r\n]+/)) assert.ok([...line].length <= 110, `too wide: ${line}`);

  const colourless = assayCommand({ ...env, NO_COLOR: "1" }, root);
  const { output } = await colourless.runInTerminal(100, "review", sample, "--control", "DPA", ...oneItem);
  assert.ok(!output.includes(`${escapeSequence}3`) && !output.includes(`${escapeSequence}1m`), "NO_COLOR is obeyed");
});

test("a result is printed as a report, by level, by item, as JSON and as CSV", async () => {
  // The oldest is the first test's, which was reviewed against all items.
  const { documentId } = (await json("status", "--limit", "100")).documents.at(-1);
  const { stdout: poor } = await assay.run("result", documentId, "--level", "non_compliant");
  assert.match(poor, /Mean score/);
  assert.ok(!/\b0 non-compliant/.test(poor));
  const { stdout: item } = await assay.run("result", documentId, "--item", "art. 33(2)");
  assert.match(item, /^GDPR Art\. 33\(2\) {2}Notice of personal data breaches/);
  assert.match(item, /Criteria\n/);
  assert.match(item, /Recommendation\n/);
  const { stdout: csv } = await assay.run("result", documentId, "--csv");
  const lines = csv.trim().split("\r\n");
  assert.match(lines[0] ?? "", /^documentId,fileName,cluster,externalId,item,status,level,score,pages,/);
  assert.equal(lines.filter((line) => line.startsWith(documentId)).length, 24);
  assert.equal((await json("result", documentId)).complianceItems.length, 24);
  assert.match((await assay.run("status", documentId)).stdout, /Items +24 of 24 judged/);
  const missing = await assay.run("result", documentId, "--item", "Art. 99");
  assert.deepEqual([missing.exitCode, missing.stdout], [4, ""]);
});

test("a finding is decided, listed and withdrawn", async () => {
  const { documentId } = (await json("status", "--limit", "100")).documents.at(-1);
  const item = [documentId, "Art. 33(2)"];
  const unreasoned = await assay.run("decide", ...item, "confirm");
  assert.match(unreasoned.stderr, /--reason/);
  const accepted = await json("decide", ...item, "accept_risk", "--until", "2999-12-31", "--reason", "It ends soon.");
  assert.equal(accepted.acceptedUntil, "2999-12-31T23:59:59.000Z");
  const { stdout } = await assay.run("decisions", "--document", documentId);
  assert.match(stdout, /accept_risk until .*in_effect/);
  const { stdout: shown } = await assay.run("result", documentId, "--item", "Art. 33(2)");
  assert.match(shown, /Decisions\n {2}accept_risk until .*: It ends soon\..*\n {2}Counts in no mean/);
  assert.equal((await assay.run("decisions", "withdraw", ...item)).exitCode, 0);
  const [{ state }] = await json("decisions", "--document", documentId);
  assert.equal(state, "withdrawn");
});

test("the commands of operator, partner and company work with their keys", async () => {
  const profile = ["--profile", "work"];
  await json("config", "set", ...profile, "--url", service.url);
  const partner = await json(
    "admin",
    "partners",
    "create",
    "My consultancy",
    "--framework",
    "gdpr",
    "--save",
    ...profile,
  );
  const { companyId } = await json("onboard", "Acme GmbH", "--city", "Wien", ...profile);
  assert.deepEqual(
    (await json("companies", ...profile)).map(({ id }: { id: string }) => id),
    [companyId],
  );
  assert.match((await assay.run("companies", ...profile)).stdout, /^COMPANY +NAME +CITY .*\n\w{26} +Acme GmbH +Wien/);
  await json("companies", "update", "--city", "Graz", ...profile);
  assert.equal((await json("companies", "show", ...profile)).city, "Graz");
  const { id: entity } = await json("entities", "create", "Branch", ...profile);
  await json("entities", "update", entity, "--name", "Branch Linz", ...profile);
  await json("admin", "entities", entity, "--approve", ...profile);
  assert.deepEqual(
    (await json("entities", ...profile)).map(({ name, isApproved }: { name: string; isApproved: boolean }) => [
      name,
      isApproved,
    ]),
    [
      ["Branch Linz", true],
      ["Acme GmbH", true],
    ],
  );
  const frameworks = await json("frameworks", ...profile);
  assert.deepEqual(
    frameworks.map(({ code }: { code: string }) => code),
    ["GDPR"],
  );
  const control = await json("controls", "DPA", ...profile);
  assert.ok(control.items.length >= 24 && control.activeClusters.length > 0);

  const files = [sample, join(root, "samples", "data-processing-agreement.md")];
  const submitted = await json(
    "submit",
    ...files,
    "--control",
    "DPA",
    "--entity",
    entity,
    "--item",
    control.items[0].externalId,
    "--wait",
    ...profile,
  );
  assert.deepEqual(
    submitted.map(({ status, complianceItems }: { status: string; complianceItems: unknown[] }) => [
      status,
      complianceItems.length,
    ]),
    [
      ["completed", 1],
      ["completed", 1],
    ],
  );
  const [review] = await json("reviews", ...profile);
  assert.equal((await json("reviews", "show", review.id, ...profile)).rollUp.documentCounts.completed, 2);
  assert.deepEqual((await json("reviews", "update", review.id, "--name", "Mine", ...profile)).updatedFields, ["name"]);
  const more = await json("submit", sample, "--review", review.id, "--consolidated", ...oneItem, ...profile);
  assert.equal(more.complianceReviewId, review.id);

  await json("admin", "partners", "limits", partner.partnerId, "--submissions-per-hour", "7", ...profile);
  await json("admin", "quotas", "--partner", partner.partnerId, "--companies", "7", ...profile);
  const quotas = await json("admin", "quotas", "--partner", partner.partnerId, "--waiting-documents", "9", ...profile);
  assert.deepEqual(quotas.overrides, { companies: 7, waitingDocuments: 9 });
  assert.deepEqual((await json("admin", "quotas", "--company", companyId, "--reset", ...profile)).overrides, {});
  await json("admin", "whitelist", partner.partnerId, "--framework", "GDPR", "--control", "DPA", ...profile);
  const { keyId } = await json("admin", "keys", "create", "--company", companyId, ...profile);
  await json("admin", "keys", "revoke", keyId, ...profile);
  const keys = await json("admin", "keys", "--company", companyId, ...profile);
  assert.equal(keys.filter(({ revokedAt }: { revokedAt: string | null }) => revokedAt !== null).length, 1);
  const [entry] = await json("admin", "audit-log", "--limit", "1", ...profile);
  assert.equal(entry.action, "api_key.revoked");
  const file = join(folder, "audit.jsonl");
  await assay.run("admin", "audit-log", "--export", "--action", "quotas", "--out", file, ...profile);
  const exported = (await readFile(file, "utf8")).trimEnd().split("\n");
  assert.ok(exported.length >= 3 && exported.every((line) => JSON.parse(line).action === "quotas.replaced"));
  const own = await json("audit-log", "--action", "document", ...profile);
  assert.deepEqual([own[0].action, own[0].actorTier], ["document.submitted", "company"]);
  assert.ok((await json("admin", "frameworks", ...profile)).length > 1);
});

test("a review is saved as a file, and a changed PDF is not genuine", async () => {
  const [review] = await json("reviews");
  const pdf = join(folder, "review.pdf");
  const written = await json("report", review.id, "--out", pdf);
  const bytes = await readFile(pdf);
  assert.deepEqual([written.file, written.format, written.sizeBytes], [pdf, "pdf", bytes.length]);
  const genuine = await assay.run("report", "verify", pdf);
  assert.match(genuine.stdout, /^Genuine: signed by http/);
  bytes.write("X", 100);
  await writeFile(pdf, bytes);
  const changed = await assay.run("report", "verify", pdf);
  assert.equal(changed.exitCode, 1);
  assert.match(changed.stdout, /^Not genuine\. The report was changed after it was signed/);

  const csv = await assay.run("report", review.id, "--format", "csv", "--out", "-");
  assert.match(csv.stdout, /reviewId,documentId,fileName/);
  assert.equal(csv.stderr, "");
  const refused = await assay.run("report", review.id, "--format", "odt");
  assert.equal(refused.exitCode, 2);
  assert.match(refused.stderr, /--format/);
});

test("webhooks listen registers itself, verifies and prints events; deliveries are listed and replayed", async () => {
  const port = String(await aFreePort());
  const listening = assay.start("webhooks", "listen", "--register", "--port", port, "--count", "2", "--json");
  await until(() => listening.output().includes("Listening"), 20);
  const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
  assert.equal(forged.status, 401);
  const sent = await json("webhooks", "test");
  await until(async () => (await json("webhooks", "deliveries"))[0]?.status === "delivered", 20);
  const [replayed] = await json("webhooks", "replay", sent.id);
  const { stdout, stderr, exitCode } = await listening.ended;
  assert.equal(exitCode, 0);
  assert.match(stderr, /refused: The request lacks webhook-id/);
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    events.map(({ id, type }) => [id, type]),
    [
      [sent.id, "webhook.test"],
      [replayed.id, "webhook.test"],
    ],
  );
  assert.match(stderr, /Switched the webhook off: there was none before/);
  assert.equal((await json("webhooks", "show")).isActive, false);
  const set = await json(
    "webhooks",
    "set",
    `http://127.0.0.1:${port}/`,
    "--event",
    "document.failed",
    "--rotate-secret",
  );
  assert.match(set.secret, /^whsec_/);
  const again = assay.start("webhooks", "listen", "--register", "--port", "0", "--count", "1");
  await until(() => again.output().includes("Listening"), 20);
  await json("webhooks", "test");
  assert.match((await again.ended).stderr, new RegExp(`Put the registration of http://127\\.0\\.0\\.1:${port}/ back`));
  const { url, eventTypes } = await json("webhooks", "show");
  assert.deepEqual([url, eventTypes], [`http://127.0.0.1:${port}/`, ["document.failed"]]);
});

test("a company is erased only after its name was typed, or with --yes", async () => {
  await json("config", "set", "--profile", "gone", "--url", service.url);
  const { apiKey } = await json("admin", "partners", "create", "Consultancy");
  const onboarded = async (name: string) =>
    (await json("onboard", name, "--key", apiKey, "--profile", "gone", "--replace")).companyId;
  const [untouched, erased] = [await onboarded("Keeps GmbH"), await onboarded("Leaves GmbH")];
  const listIds = async () =>
    (await json("admin", "companies", "--search", "GmbH")).map(({ id }: { id: string }) => id);
  assert.ok((await listIds()).includes(untouched) && (await listIds()).includes(erased));

  const unconfirmed = await assay.run("admin", "companies", "erase", untouched);
  assert.deepEqual([unconfirmed.exitCode, /--yes/.test(unconfirmed.stderr)], [2, true], unconfirmed.stderr);
  const wrong = await assay.runAndAnswer(/to continue: /, "Leaves GmbH", "admin", "companies", "erase", untouched);
  assert.equal(wrong.exitCode, 2, wrong.output);
  assert.match(wrong.output, /nothing was erased/);
  const right = await assay.runAndAnswer(/to continue: /, "Leaves GmbH", "admin", "companies", "erase", erased);
  assert.equal(right.exitCode, 0, right.output);
  assert.match(right.output, /: erasing/);
  assert.ok((await listIds()).includes(untouched) && !(await listIds()).includes(erased));
  assert.equal((await json("admin", "companies", "erase", untouched, "--yes")).status, "erasing");
  assert.ok(!(await listIds()).includes(untouched));
});

test("the help of the command line, of a group and of a command has examples", async () => {
  const helps = await Promise.all(
    ["", "admin", "admin partners", "review"].map((name) => assay.run(...name.split(" ").filter(Boolean), "--help")),
  );
  for (const { exitCode, stdout } of helps) {
    assert.equal(exitCode, 0);
    assert.match(stdout, /Usage:\n[\s\S]*Examples:\n {2}# /);
  }
});

test("shells complete commands, options and choices", async () => {
  const complete = async (...words: string[]) =>
    (await assay.run("__complete", "--", ...words)).stdout.trim().split("\n");
  assert.deepEqual(await complete("re"), [
    ...["recommendations", "record", "redline", "report", "restore", "result", "retry", "review", "reviews"],
  ]);
  assert.deepEqual(await complete("webhooks", ""), ["deliveries", "listen", "replay", "set", "show", "test"]);
  assert.deepEqual(await complete("result", "x", "--level", "non"), ["non_compliant"]);
  assert.deepEqual(await complete("result", "--lev"), ["--level"]);
  for (const shell of ["bash", "zsh", "fish"]) {
    assert.match((await assay.run("completion", shell)).stdout, /__complete/);
  }
  const script = `source <("$NODE" cli/bin/assay.mjs completion bash)
    assay() { "$NODE" cli/bin/assay.mjs "$@"; }
    COMP_WORDS=(assay admin pa) COMP_CWORD=2; _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync("bash", ["-c", script], {
    cwd: root,
    env: { ...process.env, NODE: process.execPath },
    encoding: "utf8",
  });
  assert.equal(stdout, "partners\n");
});

test("the sample PDF is generated from its text", async () => {
  const { renderSample } = await import("../samples/make-samples.ts");
  const markdown = await readFile(sample.replace(".pdf", ".md"), "utf8");
  assert.deepEqual(Buffer.from(await renderSample(markdown)), await readFile(sample));
});
