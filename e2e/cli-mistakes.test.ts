import assert from "node:assert/strict";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type AssayCommand, assayCommand } from "./assay-command.ts";
import { sample, startCliFixture } from "./cli-fixture.ts";

const { service, folder, env, assay, json, close } = await startCliFixture();
before(async () => {
  await json("admin", "partners", "create", "Consultancy", "--save");
  await json("onboard", "Acme");
});
after(close);

test("errors are printed on stderr with the next step and have distinct exit codes", async () => {
  const unconfigured = assayCommand({
    ASSAY_URL: service.url,
    ASSAY_CONFIG_DIR: join(folder, "none"),
    ASSAY_DATA_DIR: folder,
  });
  const cases: [AssayCommand, string[], number, RegExp][] = [
    [unconfigured, ["review", "absent.pdf", "--control", "DPA"], 4, /absent\.pdf cannot be read/],
    [assay, ["report", "verify", "absent.pdf"], 4, /absent\.pdf cannot be read/],
    [assay, ["admin", "frameworks", "load", "absent.json"], 4, /absent\.json cannot be read/],
    [unconfigured, ["reviews"], 3, /No company key is configured\.\n {2}Run: assay onboard NAME/],
    [unconfigured, ["companies"], 3, /No partner key is configured\.\n {2}Run: assay config set --partner-key/],
    [unconfigured, ["admin", "partners"], 3, /No administrator token/],
    [unconfigured, ["review", sample, "--control", "DPA"], 3, /No company is configured/],
    [unconfigured, ["reviews", "--key", "assay_company_wrong"], 3, /key/],
    [assay, ["sing"], 2, /Unknown command sing\.\n {2}assay --help/],
    [assay, ["admin", "sing"], 2, /Unknown command admin sing/],
    [assay, ["help", "sing"], 2, /Unknown command sing/],
    [unconfigured, ["admin", "keys"], 2, /Whose keys\?[\s\S]*assay admin keys --help/],
    [assay, ["onboard", "Another"], 2, /has the key of a company already[\s\S]*--replace/],
    [assay, ["submit", "-", "--control", "DPA"], 2, /Use --name NAME/],
    [assay, ["webhooks", "listen", "--register", "--port", "0"], 1, /ASSAY_WEBHOOK_ALLOW_PRIVATE=true/],
    [assay, ["submit"], 2, /FILE is missing/],
    [assay, ["submit", sample], 2, /Which control\?.*\n {2}assay frameworks/],
    [assay, ["submit", sample, "--control", "XYZ"], 4, /Unknown control XYZ\.\n {2}Known controls: .*DPA/],
    [assay, ["submit", "absent.pdf", "--control", "DPA"], 4, /absent\.pdf cannot be read/],
    [assay, ["result", "x", "--level", "good"], 2, /--level must be one of compliant/],
    [assay, ["reviews", "--limit", "many"], 2, /--limit must be a whole number/],
    [assay, ["reviews", "--colour"], 2, /Unknown option '--colour'\.\n {2}assay reviews --help/],
    [assay, ["result", "01ARZ3NDEKTSV4RRFFQ69G5FAV"], 4, /document/],
    [assay, ["status", "--url", "nonsense"], 2, /nonsense is not the address/],
    [assay, ["status", "--url", "http://127.0.0.1:9"], 5, /cannot be reached[\s\S]*npm start/],
  ];
  await Promise.all(
    cases.map(async ([command, args, code, message]) => {
      const { exitCode, stdout, stderr } = await command.run(...args);
      assert.equal(exitCode, code, `assay ${args.join(" ")}: ${exitCode} ${stderr}`);
      assert.match(stderr, message);
      assert.equal(stdout, "");
    }),
  );
});

test("an unreadable document prints its failure reason and exits with code 1", async () => {
  const file = join(folder, "broken.pdf");
  await writeFile(file, "%PDF-1.7\nnot really");
  const { exitCode, stdout } = await assay.run("review", file, "--control", "DPA");
  assert.equal(exitCode, 1);
  assert.match(stdout, /broken\.pdf {2}failed[\s\S]*\w+ \w+/);
});

test("a profile's keys are sent only to its own service", async () => {
  const { exitCode, stderr } = await assay.run("reviews", "--url", service.url.replace("127.0.0.1", "localhost"));
  assert.equal(exitCode, 3);
  assert.match(stderr, /No company key is configured/);
});

test("a refused review creates nothing at the service", async () => {
  const countTenants = async () => [
    (await json("admin", "partners")).length,
    (await json("admin", "companies")).length,
  ];
  const { apiKey } = await json("admin", "partners", "create", "Onboards");
  const operator = assayCommand({ ...env, ASSAY_CONFIG_DIR: join(folder, "operator") });
  const partner = assayCommand({ ...env, ASSAY_CONFIG_DIR: join(folder, "partner") });
  assert.equal((await partner.run("config", "set", "--url", service.url, "--partner-key", apiKey)).exitCode, 0);
  const unwritable = join(folder, "unwritable");
  await symlink(join(folder, "not", "there"), unwritable);
  const unwritableConfig = assayCommand({ ...env, ASSAY_CONFIG_DIR: unwritable });
  const empty = join(folder, "empty.txt");
  await writeFile(empty, "");
  const dpa = [sample, "--control", "DPA"];
  const both = [operator, partner];
  const cases: [AssayCommand[], string[], number, RegExp][] = [
    [both, ["absent.pdf", "--control", "DPA"], 4, /absent\.pdf cannot be read/],
    [both, [sample, empty, "--control", "DPA"], 1, /empty\.txt is empty/],
    [both, [sample, "--control", "XYZ"], 4, /Unknown control XYZ\.\n {2}Known controls: .*DPA/],
    [both, [...dpa, "--cluster", "XYZ"], 4, /The control has no cluster XYZ\.\n {2}It has: DPA-1/],
    [both, [...dpa, "--item", "Art. 99"], 4, /The control has no item Art\. 99\.\n {2}It has: GDPR Art\. 28/],
    [both, [...dpa, "--entity", "01ARZ3NDEKTSV4RRFFQ69G5FAV"], 2, /--entity needs its company's key/],
    [both, [...dpa, "--language", "tlh"], 2, /--language must be one of/],
    [[operator], [sample], 2, /Which control\? Give --control CODE\.\n {2}assay admin frameworks lists/],
    [[partner], [sample], 2, /Which control\? Give --control CODE\.\n {2}assay frameworks lists/],
    [[unwritableConfig], dpa, 1, /config\.json cannot be written: ENOENT.*\n {2}Set ASSAY_CONFIG_DIR/],
  ];
  const before = await countTenants();
  await Promise.all(
    cases.flatMap(([commands, args, code, message]) =>
      commands.map(async (command) => {
        const { exitCode, stdout, stderr } = await command.run("review", ...args);
        assert.equal(exitCode, code, `assay review ${args.join(" ")}: ${exitCode} ${stderr}`);
        assert.match(stderr, message);
        assert.equal(stdout, "");
      }),
    ),
  );
  assert.deepEqual(await countTenants(), before);
});
