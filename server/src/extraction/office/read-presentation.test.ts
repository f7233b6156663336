import assert from "node:assert/strict";
import { test } from "node:test";
import { odfBytes, outline, pptxBytes, readSample, slideShape } from "../../testing/sample-office.ts";
import { readPresentation } from "./read-presentation.ts";

const table =
  "<p:graphicFrame><a:graphic><a:graphicData><a:tbl>" +
  "<a:tr><a:tc><a:txBody><a:p><a:r><a:t>Risk</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>High</a:t></a:r></a:p></a:txBody></a:tc></a:tr>" +
  "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>";

test("slides keep their order, with the title first and notes last", async () => {
  const bytes = pptxBytes(
    [
      { shapes: slideShape(["Second"], "title") },
      {
        shapes:
          slideShape(["Point one", "Point two"]) +
          table +
          `<p:grpSp>${slideShape(["Grouped"])}</p:grpSp>` +
          slideShape(["ACME"], "ftr") +
          slideShape(["First"], "ctrTitle"),
        notes: "Say hello",
        isHidden: true,
      },
    ],
    [1, 0],
    "Board meeting",
  );
  const { facts, pages } = await readSample(readPresentation, bytes);
  assert.equal(facts.title, "Board meeting");
  assert.equal(facts.pageCount, 2);
  assert.deepEqual(
    pages.map(({ label }) => label),
    ["slide 1 (hidden)", "slide 2"],
  );
  assert.deepEqual(outline(pages), [
    "heading: First",
    "body: Point one < First",
    "body: Point two < First",
    "tableRow: Risk | High < First",
    "body: Grouped < First",
    "footer: ACME",
    "body: Say hello < First",
    "heading: Second",
  ]);
});

test("bullets and line breaks of a paragraph are read", async () => {
  const shapes =
    '<p:sp><p:txBody><a:p><a:pPr lvl="1"/><a:r><a:t>Deep</a:t></a:r><a:br/><a:fld><a:t>er</a:t></a:fld></a:p><a:p><a:pPr><a:buChar char="-"/></a:pPr><a:r><a:t>Item</a:t></a:r></a:p></p:txBody></p:sp>';
  const { pages } = await readSample(readPresentation, pptxBytes([{ shapes }]));
  assert.deepEqual(outline(pages), ["listItem: Deep er", "listItem: Item"]);
});

test("reading can begin at a later slide", async () => {
  const bytes = pptxBytes(["a", "b", "c"].map((text) => ({ shapes: slideShape([text]) })));
  const { pages } = await readSample(readPresentation, bytes, {}, 3);
  assert.deepEqual(
    pages.map(({ number, text }) => [number, text]),
    [[3, "c"]],
  );
});

test("slides, titles, lists and notes of an ODP file are read", async () => {
  const frame = (kind: string, content: string): string =>
    `<draw:frame presentation:class="${kind}"><draw:text-box>${content}</draw:text-box></draw:frame>`;
  const body =
    `<draw:page>${frame("outline", "<text:list><text:list-item><text:p>Point</text:p></text:list-item></text:list>")}${frame("title", "<text:p>Title</text:p>")}` +
    `<presentation:notes>${frame("notes", "<text:p>Note</text:p>")}</presentation:notes></draw:page>` +
    `<draw:page draw:style-name="dp2">${frame("title", "<text:p>Hidden one</text:p>")}</draw:page>`;
  const automaticStyles =
    '<style:style style:name="dp2"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>';
  const { pages } = await readSample(readPresentation, odfBytes({ kind: "presentation", body, automaticStyles }));
  assert.deepEqual(outline(pages), [
    "heading: Title",
    "listItem: Point < Title",
    "body: Note < Title",
    "heading: Hidden one",
  ]);
  assert.equal(pages[1]?.label, "slide 2 (hidden)");
});

test("files without slides, without text and with too many slides are refused", async () => {
  await assert.rejects(readSample(readPresentation, pptxBytes([])), /no slides/);
  await assert.rejects(readSample(readPresentation, pptxBytes([{ shapes: "" }])), /no text/);
  const three = pptxBytes(["a", "b", "c"].map((text) => ({ shapes: slideShape([text]) })));
  await assert.rejects(readSample(readPresentation, three, { maxPages: 2 }), /more than 2 pages \(slides\)/);
});
