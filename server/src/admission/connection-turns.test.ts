import assert from "node:assert/strict";
import { after, test } from "node:test";
import { forCaller } from "../platform/caller.ts";
import { type Admission, openAdmission } from "./admission.ts";

const limits = {
  ...{ requestsAtOnce: 10, requestsAtOncePerTenant: 10, transfersAtOnce: 10, transfersAtOncePerTenant: 10 },
  ...{ waitMilliseconds: 1000, connections: 6 },
};
const opened: Admission[] = [];
after(() => {
  for (const admission of opened) admission.close();
});

function anAdmission(): Admission {
  const admission = openAdmission({ limits, now: () => performance.now() });
  opened.push(admission);
  return admission;
}

type Turn = ReturnType<Admission["connections"]["take"]>;

/** As a request of this tenant would take one. */
function take(admission: Admission, tenant: string): Turn {
  return forCaller(tenant, () => admission.connections.take());
}

test("a tenant that is alone has all connections, and beside others a third of them", async () => {
  const admission = anAdmission();
  admission.note("A");
  const alone = Array.from({ length: limits.connections }, () => take(admission, "A"));
  assert.ok(alone.every((turn) => typeof turn === "function"));
  for (const giveBack of alone) if (typeof giveBack === "function") giveBack();
  admission.note("B");
  const [first, second, third] = [1, 2, 3].map(() => take(admission, "A"));
  assert.ok(typeof first === "function" && typeof second === "function" && third instanceof Promise);
  assert.equal(typeof take(admission, "B"), "function", "the other gets one at once");
  second();
  (await third)();
  first();
});

test("a request that has one gets another without waiting, and what the service does by itself waits for nobody", async () => {
  const admission = anAdmission();
  admission.note("A");
  admission.note("B");
  assert.equal(admission.connections.take(), undefined);
  const held = [take(admission, "A"), take(admission, "A")];
  assert.ok(held.every((turn) => typeof turn === "function"));
  await forCaller("B", async () => {
    const own = await admission.connections.take();
    assert.equal(typeof own, "function");
    await Promise.resolve();
    assert.equal(admission.connections.take(), undefined);
    own?.();
    assert.equal(typeof admission.connections.take(), "function", "it has given its own back");
  });
});

test("when the process ends, whoever waits is told to try again", async () => {
  const admission = anAdmission();
  admission.note("A");
  admission.note("B");
  const turns = [1, 2, 3].map(() => take(admission, "A"));
  const waiting = turns[2];
  assert.ok(waiting instanceof Promise);
  const refused = assert.rejects(waiting, { code: "unavailable", retryAfterSeconds: 1 });
  admission.close();
  await refused;
});
