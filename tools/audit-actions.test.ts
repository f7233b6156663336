import assert from "node:assert/strict";
import { test } from "node:test";
import { en } from "../portal/src/texts/en.ts";
import { auditActions } from "../server/src/audit/audit-log.ts";

test("the portal has a filter for every group of actions in the audit log", () => {
  const groups = new Set(auditActions.map((action) => action.slice(0, action.indexOf("."))));
  assert.deepEqual(Object.keys(en.auditLog.kinds).sort(), [...groups].sort());
});
