import assert from "node:assert/strict";
import { test } from "node:test";
import type { SubjectFile } from "../analyser.ts";
import { toPassages } from "./passages.ts";

/** Each line with the headings above it: "Contract > 1. Term > It ends." */
function aNestedFile(...lines: string[]): SubjectFile {
  let text = "";
  const paragraphs = lines.map((line) => {
    const path = line.split(" > ");
    const words = path.at(-1) ?? "";
    const isHeading = !words.endsWith(".");
    const start = text === "" ? 0 : text.length + 1;
    text = text === "" ? words : `${text}\n${words}`;
    const kind = isHeading ? ("heading" as const) : ("body" as const);
    return { start, end: text.length, kind, headingPath: isHeading ? path : path.slice(0, -1) };
  });
  return { name: "contract.docx", pages: [{ number: 1, label: "1", text, paragraphs }] };
}

const pathsOf = (...lines: string[]) =>
  toPassages([aNestedFile(...lines)])
    .filter(({ isHeading }) => !isHeading)
    .map(({ headingPath }) => headingPath.join(" > "));

test("the document's title is not above its passages, whether the format puts other headings below it or beside it", () => {
  const below = pathsOf(
    "Contract",
    "Contract > Term",
    "Contract > Term > It ends.",
    "Contract > Fees",
    "Contract > Fees > It pays.",
  );
  const beside = pathsOf("Contract", "Term", "Term > It ends.", "Fees", "Fees > It pays.");
  assert.deepEqual(below, ["Term", "Fees"]);
  assert.deepEqual(beside, below);
});

test("a title of several lines is left out as a whole, and annexes beside the title are kept", () => {
  const paths = pathsOf(
    ...[
      "ACME",
      "ACME > Policy",
      "ACME > Policy > Use",
      "ACME > Policy > Use > It ends.",
      "ACME > Policy > Use > It pays.",
    ],
    ...["ACME > Policy > Data", "ACME > Policy > Data > It is kept."],
  );
  assert.deepEqual(paths, ["Use", "Use", "Data"]);
  const annexes = pathsOf(
    "Contract",
    "Contract > Term",
    "Contract > Term > It ends.",
    "Annex",
    "Annex > Access",
    "Annex > Access > It is limited.",
  );
  assert.deepEqual(annexes, ["Term", "Annex > Access"]);
});

test("the title is above passages that have no other heading", () => {
  assert.deepEqual(pathsOf("Contract", "Contract > It begins.", "Contract > Term", "Contract > Term > It ends."), [
    "Contract",
    "Term",
  ]);
});

test("the first chapter of a document without a title is kept", () => {
  const chapters = ["Fees", "Data", "Law"].flatMap((name) => [name, `${name} > It is so.`, `${name} > It is not.`]);
  assert.deepEqual(
    pathsOf("Scope", "Scope > Parties", "Scope > Parties > They agree.", ...chapters).at(0),
    "Scope > Parties",
  );
});
