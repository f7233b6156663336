import assert from "node:assert/strict";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { assayCommand } from "./assay-command.ts";
import { startCliFixture } from "./cli-fixture.ts";

const { service, folder, env, close } = await startCliFixture();
after(close);

test("keys of another address are saved in a new profile, whose name is printed on stderr", async () => {
  const config = join(folder, "beside");
  const production = { url: "https://assay.example.com", partnerKey: "p", companyKey: "c", isScratch: false };
  const other = assayCommand({ ...env, ASSAY_CONFIG_DIR: config });
  const { url: address, partnerKey, companyKey } = production;
  const keys = ["--partner-key", partnerKey, "--company-key", companyKey];
  assert.equal((await other.run("config", "set", "--url", address, ...keys)).exitCode, 0);
  const { host } = new URL(service.url);
  for (const command of [
    ["admin", "partners", "create", "Beside", "--save"],
    ["onboard", "Beside GmbH"],
  ]) {
    const { exitCode, stderr } = await other.run(...command);
    assert.equal(exitCode, 0, stderr);
    assert.ok(stderr.includes(`--profile ${host}`), stderr);
  }
  const { current, profiles } = JSON.parse(await readFile(join(config, "config.json"), "utf8"));
  assert.equal(current, "default");
  assert.deepEqual(profiles.default, production);
  assert.match(profiles[host].companyKey, /^assay_company_/);
});

test("a profile with a new company key or address loses its company and entity", async () => {
  const own = assayCommand({ ASSAY_CONFIG_DIR: join(folder, "changing") });
  const set = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await own.run("config", "set", ...args, "--json");
    assert.equal(exitCode, 0, stderr);
    const { companyId, businessEntityId } = JSON.parse(stdout);
    return [companyId, businessEntityId];
  };
  const key = (letter: string) => ["--company-key", `assay_company_${letter.repeat(30)}`];
  const ids = ["--company", "C1", "--entity", "E1"];
  assert.deepEqual(await set("--url", "https://one.example.com", ...key("a"), ...ids), ["C1", "E1"]);
  assert.deepEqual(await set(...key("a"), "--url", "https://one.example.com"), ["C1", "E1"]);
  assert.deepEqual(await set(...key("b"), "--entity", "E2"), [undefined, "E2"]);
  assert.deepEqual(await set("--company", "C2"), ["C2", "E2"]);
  assert.deepEqual(await set("--url", "https://two.example.com"), [undefined, undefined]);
});

test("a key that cannot be saved is printed, with the reason and exit code 1", async () => {
  const config = join(folder, "dangling");
  await symlink(join(folder, "not", "there"), config);
  const unwritableConfig = assayCommand({ ...env, ASSAY_CONFIG_DIR: config });
  const shown = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await unwritableConfig.run(...args, "--json");
    assert.equal(exitCode, 1, stderr);
    assert.match(stderr, /config\.json cannot be written, so nothing was saved: ENOENT/);
    return JSON.parse(stdout);
  };
  const { apiKey } = await shown("admin", "partners", "create", "Forgetful", "--save");
  const { companyApiKey } = await shown("onboard", "Forgetful GmbH", "--key", apiKey);
  const { secret } = await shown("webhooks", "set", "https://example.com/hooks", "--key", companyApiKey);
  assert.match(secret, /^whsec_/);
});
