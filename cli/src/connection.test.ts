import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type GlobalOptions, openConnection } from "./connection.ts";
import { type Profile, readSettings, saveSettings } from "./settings.ts";

const production: Profile = { url: "https://assay.example.com", partnerKey: "p", companyKey: "c", companyId: "1" };

async function aConfiguration(t: TestContext, profiles: Record<string, Profile>) {
  const folder = await mkdtemp(join(tmpdir(), "assay-connection-"));
  t.after(() => rm(folder, { recursive: true }));
  const env = { ASSAY_CONFIG_DIR: folder };
  await saveSettings(env, { current: "default", profiles });
  const notes: string[] = [];
  const open = (options: Partial<GlobalOptions> = {}) =>
    openConnection(env, {
      ...{ url: undefined, profile: undefined, key: undefined, adminToken: undefined, mayCreateProfile: false },
      note: (line) => notes.push(line),
      ...options,
    });
  return { open, notes, profiles: async () => (await readSettings(env)).profiles };
}

test("keys of another address are saved in a profile of that address, and the chosen profile is unchanged", async (t) => {
  const { open, notes, profiles } = await aConfiguration(t, { default: production });
  const connection = await open({ url: "http://staging.example.com:9000" });
  await connection.saveProfile({ companyKey: "other" });
  assert.deepEqual(await profiles(), {
    default: production,
    "staging.example.com:9000": { companyKey: "other", url: "http://staging.example.com:9000" },
  });
  assert.equal(connection.profileName, "staging.example.com:9000");
  assert.match(notes.join("\n"), /default .* is unchanged.*--profile staging\.example\.com:9000/);
});

test("the address alone selects its profile, and later keys are added to it", async (t) => {
  const { open, profiles } = await aConfiguration(t, { default: production });
  const url = "http://staging.example.com:9000";
  await (await open({ url })).saveProfile({ partnerKey: "first" });
  const again = await open({ url });
  assert.deepEqual([again.findPartnerKey(), again.findCompanyKey()], ["first", undefined]);
  await again.saveProfile({ companyKey: "second" });
  assert.deepEqual((await profiles())["staging.example.com:9000"], { partnerKey: "first", companyKey: "second", url });
  assert.equal((await open({ profile: "staging.example.com:9000" })).findCompanyKey(), "second");
});

test("a profile with the address as its name but another address is unchanged", async (t) => {
  const { open, profiles } = await aConfiguration(t, { default: production, "other.example.com": production });
  await (await open({ url: "https://other.example.com" })).saveProfile({ companyKey: "other" });
  assert.deepEqual((await profiles())["other.example.com"], production);
  assert.equal((await profiles())["other.example.com-2"]?.companyKey, "other");
});

test("an empty profile gets the first address; one with keys belongs to the default address", async (t) => {
  const { open, notes, profiles } = await aConfiguration(t, { default: {}, keyed: { companyKey: "c" } });
  const url = "https://assay.example.com";
  await (await open({ url })).saveProfile({ companyKey: "new" });
  assert.deepEqual((await profiles())["default"], { companyKey: "new", url });
  assert.deepEqual(notes, []);
  await (await open({ url: "https://other.example.com", profile: "keyed" })).saveProfile({ companyKey: "new" });
  assert.deepEqual((await profiles())["keyed"], { companyKey: "c" });
});
