import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import type { UploadProgress } from "@assay/sdk";
import { openProgressBars } from "./progress-bars.ts";
import { openTerminal } from "./terminal.ts";

type File = Pick<UploadProgress["files"][number], "name" | "sentBytes" | "totalBytes">;

/** Progress bars on a screen of this size, with a controlled clock. `show` returns the last drawn lines. */
function aScreen(columns: number, rows: number) {
  let drawn = "";
  const stream = {
    ...{ isTTY: true, columns, rows },
    write: (text: string) => {
      drawn = text;
      return true;
    },
  };
  const streams = { stdin: stream, stdout: stream, stderr: stream } as unknown as NodeJS.Process;
  let milliseconds = 0;
  const bars = openProgressBars(openTerminal(streams, { FORCE_COLOR: "1" }), false, () => milliseconds);
  return {
    bars,
    raw: () => drawn,
    show(at: number, files: File[]) {
      milliseconds = at;
      bars.upload({ files } as UploadProgress);
      bars.end();
      return stripVTControlCharacters(drawn)
        .split("\n")
        .slice(0, -1)
        .map((line) => line.replace("\r", ""));
    },
  };
}

const megabyte = 1_000_000;
const longName = "a-contract-with-a-name-that-is-longer-than-any-column.pdf";
const slow = (name: string, sentBytes: number): File => ({ name, sentBytes, totalBytes: 99.9 * megabyte });

test("lines are narrower than the terminal; the name is truncated first", () => {
  for (const columns of [20, 60, 80, 120]) {
    const screen = aScreen(columns, 24);
    screen.show(0, [slow(longName, 0)]);
    screen.show(1000, [slow(longName, 10 * megabyte)]);
    const [line = ""] = screen.show(2000, [slow(longName, 10.1 * megabyte)]);
    assert.ok([...line].length < columns, `${[...line].length} of ${columns}: ${line}`);
    assert.match(line, /^a-contr.*… █/);
    if (columns >= 80) assert.match(line, /… █+░+ +10 % +10\.1 MB of 99\.9 MB +100 kB\/s +14 min 58 s left$/);
    assert.ok(!screen.raw().includes("\u001b[36m") || screen.raw().includes("\u001b[39m"), "colours are ended");
  }
});

test("no more lines are drawn than the terminal has rows, unfinished files first, and the rest is counted", () => {
  const files = Array.from({ length: 30 }, (_, index) => slow(`${index}.pdf`, index < 10 ? 99.9 * megabyte : 0));
  const lines = aScreen(100, 10).show(0, files);
  assert.equal(lines.length, 9);
  assert.match(lines[0] ?? "", /^10\.pdf /);
  assert.equal(lines.at(-1), "… and 22 more");
  assert.equal(aScreen(100, 31).show(0, files).length, 30);
});

test("a file's rate is measured from its own first bytes", () => {
  const screen = aScreen(120, 24);
  screen.show(0, [slow("late.pdf", 0)]);
  screen.show(100_000, [slow("late.pdf", 5 * megabyte)]);
  const [line] = screen.show(102_000, [slow("late.pdf", 9 * megabyte)]);
  assert.match(line ?? "", / 2\.0 MB\/s +46 s left$/);
});
