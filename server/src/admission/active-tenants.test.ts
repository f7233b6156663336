import assert from "node:assert/strict";
import { test } from "node:test";
import { ActiveTenants } from "./active-tenants.ts";

test("a tenant has others beside it for five seconds after another tenant's last request", () => {
  let time = 0;
  const tenants = new ActiveTenants(() => time);
  tenants.note("A");
  assert.equal(tenants.hasOthers("A"), false);
  assert.equal(tenants.hasOthers("B"), true);
  time = 1000;
  tenants.note("B");
  for (time = 1000; time < 6000; time += 100) {
    tenants.note("A");
    assert.equal(tenants.hasOthers("A"), true, `at ${time}`);
  }
  tenants.note("A");
  assert.equal(tenants.hasOthers("A"), false);
  for (const tenant of ["C", "B", "A"]) tenants.note(tenant);
  assert.equal(tenants.hasOthers("A"), true);
  assert.equal(tenants.hasOthers("D"), true);
});
