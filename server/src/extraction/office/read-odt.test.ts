import assert from "node:assert/strict";
import { test } from "node:test";
import { odfBytes, outline, readSample } from "../../testing/sample-office.ts";
import { readOdt } from "./read-odt.ts";

const outlineOf = async (body: string, more: { styles?: string; automaticStyles?: string } = {}): Promise<string[]> =>
  outline((await readSample(readOdt, odfBytes({ kind: "text", body, ...more }))).pages);

test("headings, numbers, lists, rows and footnotes of an ODT file are read", async () => {
  const styles =
    '<office:styles><text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style></office:styles>';
  const automaticStyles =
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="a" style:num-suffix=")"/></text:list-style>';
  const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const body =
    '<text:h text:outline-level="1">Zweck</text:h><text:h text:outline-level="1">Rollen</text:h><text:h text:outline-level="2">Leitung</text:h>' +
    "<text:p>Sie<text:s/>ent<text:span>scheidet</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Immer.</text:p></text:note-body></text:note>.</text:p>" +
    '<text:list text:style-name="L1"><text:list-item><text:p>eins</text:p></text:list-item><text:list-item><text:p>zwei</text:p></text:list-item></text:list>' +
    `<table:table><table:table-header-rows><table:table-row>${cell("A")}${cell("B")}</table:table-row></table:table-header-rows><table:table-row>${cell("1")}${cell("2")}</table:table-row></table:table>`;
  assert.deepEqual(await outlineOf(body, { styles, automaticStyles }), [
    "heading: 1 Zweck",
    "heading: 2 Rollen",
    "heading: 2.1 Leitung < 2 Rollen",
    "body: Sie entscheidet. < 2.1 Leitung < 2 Rollen",
    "footnote: Immer. < 2.1 Leitung < 2 Rollen",
    "listItem: a) eins < 2.1 Leitung < 2 Rollen",
    "listItem: b) zwei < 2.1 Leitung < 2 Rollen",
    "tableRow: A | B < 2.1 Leitung < 2 Rollen",
    "tableRow: 1 | 2 < 2.1 Leitung < 2 Rollen",
  ]);
});

test("deleted text and comments are left out; text boxes and indexes are read", async () => {
  const body =
    "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>" +
    "<text:table-of-content><text:table-of-content-source/><text:index-body><text:p>Scope<text:tab/>1</text:p></text:index-body></text:table-of-content>" +
    "<text:p>Kept<office:annotation><text:p>remark</text:p></office:annotation><draw:frame><draw:text-box><text:p>Boxed</text:p></draw:text-box></draw:frame></text:p>";
  assert.deepEqual(await outlineOf(body), ["body: Scope 1", "body: Kept", "body: Boxed"]);
});

test("headers and footers are read once", async () => {
  const page = "<style:header><text:p>Top</text:p></style:header><style:footer><text:p>Bottom</text:p></style:footer>";
  const styles = `<office:master-styles><style:master-page>${page}</style:master-page><style:master-page>${page}</style:master-page></office:master-styles>`;
  assert.deepEqual(await outlineOf("<text:p>Middle</text:p>", { styles }), [
    "header: Top",
    "body: Middle",
    "footer: Bottom",
  ]);
});

test("the title comes from the properties", async () => {
  const bytes = odfBytes({ kind: "text", body: "<text:p>x</text:p>", title: "Handbook" });
  assert.equal((await readSample(readOdt, bytes)).facts.title, "Handbook");
});

test("an encrypted ODT is refused as protected", async () => {
  const manifest =
    '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>';
  await assert.rejects(
    readSample(readOdt, odfBytes({ kind: "text", body: "<text:p>x</text:p>", manifest })),
    /protected by a password/,
  );
});

test("a list around headings numbers them, also across lists", async () => {
  const automaticStyles =
    '<text:list-style style:name="W1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2"/></text:list-style>';
  const list = (content: string, attributes = ""): string =>
    `<text:list text:style-name="W1" ${attributes}><text:list-item>${content}</text:list-item></text:list>`;
  const continued = 'text:continue-numbering="true"';
  const body =
    list('<text:h text:outline-level="1">One</text:h>') +
    list('<text:h text:outline-level="1">Two</text:h>', continued) +
    list(list('<text:h text:outline-level="2">Inner</text:h>'), continued);
  assert.deepEqual(await outlineOf(body, { automaticStyles }), [
    "heading: 1. One",
    "heading: 2. Two",
    "heading: 2.1 Inner < 2. Two",
  ]);
});

test("bold and large paragraphs are headings, by their own style, its parent or all of their spans", async () => {
  const clause =
    "<text:p>The depot lends crates to growers of the valley and takes them back in November of each year.</text:p>";
  const automaticStyles = [
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="P2"/>',
    '<style:style style:name="P2" style:family="paragraph"><style:text-properties fo:font-weight="bold"/></style:style>',
    '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>',
  ].join("");
  const body = [
    clause,
    '<text:p text:style-name="P1">Crates may be lent</text:p>',
    clause,
    '<text:p><text:span text:style-name="T1">Crates may be lost</text:span></text:p>',
    clause,
    `<text:p><text:span text:style-name="T1">Note</text:span> well</text:p>`,
  ].join("");
  const headings = (await outlineOf(body, { automaticStyles })).filter((line) => line.startsWith("heading"));
  assert.deepEqual(
    headings.map((line) => line.split(" < ")[0]),
    ["heading: Crates may be lent", "heading: Crates may be lost"],
  );
});
