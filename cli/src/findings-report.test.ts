import assert from "node:assert/strict";
import { test } from "node:test";
import { scoreText } from "./findings-report.ts";
import { openTerminal } from "./terminal.ts";

test("a score just below a line is not shown as if it had reached it", () => {
  const terminal = openTerminal(process, { NO_COLOR: "1" });
  assert.match(scoreText(terminal, 99.5, "compliant"), / 99$/);
  assert.match(scoreText(terminal, 79.9, "partially_compliant"), / 79$/);
  assert.match(scoreText(terminal, 100, "compliant"), / 100$/);
});
