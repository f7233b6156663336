import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "../../testing/linear-time.ts";
import { outline, readSample } from "../../testing/sample-office.ts";
import { readMarkdown } from "./read-markdown.ts";

const outlineOf = async (text: string): Promise<string[]> => outline((await readSample(readMarkdown, text)).pages);

test("headings, paragraphs, lists, tables, code and footnotes are distinguished", async () => {
  const text = `# Policy #

First line
second line with **bold**, *light*, \`code*\`, [a link](https://x.y/z_(1) "t") and snake_case_name.[^1]

Rules
-----

- one
  goes on
* two
3. three

| Role | Duty |
|------|:----:|
| CISO | a \\| b |

\`\`\`sh
# no heading
\`\`\`

> quoted
> words

[^1]: A note.
[ref]: https://x.y
***
`;
  assert.deepEqual(await outlineOf(text), [
    "heading: Policy",
    "body: First line second line with bold, light, code*, a link and snake_case_name. < Policy",
    "heading: Rules < Policy",
    "listItem: one goes on < Rules < Policy",
    "listItem: two < Rules < Policy",
    "listItem: 3. three < Rules < Policy",
    "tableRow: Role | Duty < Rules < Policy",
    "tableRow: CISO | a | b < Rules < Policy",
    "body: # no heading < Rules < Policy",
    "body: quoted words < Rules < Policy",
    "footnote: A note. < Rules < Policy",
  ]);
});

test("characters that are not markup are kept", async () => {
  assert.deepEqual(await outlineOf("2 * 3 * 4 = 24, 5 < 6 &amp; \\*so\\* on, a_b_c, [not a link], #hash"), [
    "body: 2 * 3 * 4 = 24, 5 < 6 & *so* on, a_b_c, [not a link], #hash",
  ]);
});

test("comments are removed, except in code", async () => {
  assert.deepEqual(await outlineOf("a <!-- no\n\n# no --> b\n\n```\n<!-- yes -->\n```"), [
    "body: a b",
    "body: <!-- yes -->",
  ]);
});

test("the title comes from the front matter, else from the first heading", async () => {
  assert.equal((await readSample(readMarkdown, '---\ntitle: "Named"\n---\n# Other\n')).facts.title, "Named");
  assert.equal((await readSample(readMarkdown, "# Other\n\ntext")).facts.title, "Other");
});

test("sections begin at the outermost level with several headings", async () => {
  const { pages } = await readSample(readMarkdown, "# T\n\nintro\n\n## A\n\na\n\n## B\n\nb\n");
  assert.deepEqual(
    pages.map(({ label, text }) => [label, text]),
    [
      ["section 1", "T\nintro\nA\na"],
      ["section 2", "B\nb"],
    ],
  );
});

test("long runs of markup are read in linear time", async () => {
  for (const marks of ["*", "_", "`", "[", "![", "<", "~~", "**a ", "[a](", "<!--", "\\", "> ", "- "])
    await assertLinear((size) => readSample(readMarkdown, `x ${marks.repeat(size)}`), 50_000, marks);
});
