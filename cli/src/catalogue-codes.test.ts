import assert from "node:assert/strict";
import { test } from "node:test";
import type { Framework } from "@assay/sdk";
import { findControl } from "./catalogue-codes.ts";
import { exitCodes } from "./cli-error.ts";

const aFramework = (code: string, controls: Record<string, string>): Framework => ({
  ...{ id: `01${code}`, code, name: code, version: "1" },
  controls: Object.entries(controls).map(([id, control]) => ({
    ...{ id, code: control, name: control, description: "", documentsCount: "each" as const, itemCount: 1 },
  })),
});
const frameworks = [aFramework("GDPR", { "01A": "DPA", "01B": "PRN" }), aFramework("OURS", { "01C": "dpa" })];

test("a control is found by its code in upper or lower case, or by its id", () => {
  assert.equal(findControl(frameworks, "prn").control.id, "01B");
  const { framework, control } = findControl(frameworks, "01c");
  assert.deepEqual([framework.code, control.id], ["OURS", "01C"]);
});

test("a code of several frameworks is refused with the ids to choose from", () => {
  assert.throws(() => findControl(frameworks, "DPA"), {
    message: "2 controls have the code DPA.",
    nextStep: "Use the id: 01A (GDPR), 01C (OURS).",
    exitCode: exitCodes.usageError,
  });
});
