import assert from "node:assert/strict";
import { test } from "node:test";
import { outline, readSample } from "../../testing/sample-office.ts";
import { readHtml } from "./read-html.ts";

const outlineOf = async (html: string | Buffer): Promise<string[]> => outline((await readSample(readHtml, html)).pages);

test("headings, lists, tables and the title of a page are read", async () => {
  const html = `<!doctype html><html><head><title>Privacy
 policy</title></head><body><h1>Data</h1><p>We keep <b>little</b>&nbsp;data.</p>
    <ul><li>Name</li><li>Mail<ul><li>work</li></ul></li></ul><ol start="3"><li>third</li><li><p>fourth</p></li></ol>
    <h2>Rights</h2><table><tr><th>Right</th><th>Art.</th></tr><tr><td>Access</td><td>15</td></tr></table></body></html>`;
  const { facts, pages } = await readSample(readHtml, html);
  assert.equal(facts.title, "Privacy policy");
  assert.deepEqual(outline(pages), [
    "heading: Data",
    "body: We keep little data. < Data",
    "listItem: Name < Data",
    "listItem: Mail < Data",
    "listItem: work < Data",
    "listItem: 3. third < Data",
    "listItem: 4. fourth < Data",
    "heading: Rights < Data",
    "tableRow: Right | Art. < Rights < Data",
    "tableRow: Access | 15 < Rights < Data",
  ]);
});

test("invisible text is not read", async () => {
  const hidden = [
    "<script>alert(1)</script>",
    "<style>p{}</style>",
    "<template>t</template>",
    "<noscript>n</noscript>",
    "<p hidden>h</p>",
    '<p style="color:red; DISPLAY : none">d</p>',
    '<p style="visibility:hidden">v</p>',
    '<span style="font-size:0px">s</span>',
    "<!-- comment -->",
    "<dialog>closed</dialog>",
    "<svg><title>t</title><text>drawn</text></svg>",
    '<p style="font-size:0.8em">small</p>',
    "<iframe>i</iframe>",
  ];
  assert.deepEqual(await outlineOf(`<p>Seen</p>${hidden.join("")}`), ["body: Seen", "body: drawn", "body: small"]);
});

test("layout tables are read as plain text", async () => {
  const html =
    "<table><tr><td><table><tr><td><p>Dear all,</p><p>the policy changed.</p></td></tr></table></td><td><h2>News</h2></td></tr></table>";
  assert.deepEqual(await outlineOf(html), ["body: Dear all,", "body: the policy changed.", "heading: News"]);
});

test("single line breaks stay in a paragraph; double ones and lines of code separate paragraphs", async () => {
  assert.deepEqual(await outlineOf("<div>a<br>b<br> <br>c<pre>x  y\nz</pre></div>"), [
    "body: a b",
    "body: c",
    "body: x y",
    "body: z",
  ]);
});

test("the encoding is taken from the bytes, then from the declaration", async () => {
  const page = (charset: string, text: string): Buffer =>
    Buffer.concat([Buffer.from(`<meta charset="${charset}"><p>`), Buffer.from(text, "latin1")]);
  assert.deepEqual(await outlineOf(page("windows-1251", "\xcf\xf0\xe8")), ["body: При"]);
  assert.deepEqual(await outlineOf(page("utf-8", "K\xf6ln")), ["body: Köln"]);
  assert.deepEqual(await outlineOf(page("nonsense", "K\xf6ln")), ["body: Köln"]);
  assert.deepEqual(await outlineOf(Buffer.from("\ufeff<p>Größe</p>", "utf16le")), ["body: Größe"]);
});

test("a very deeply nested page is read", async () => {
  assert.deepEqual(await outlineOf(`${"<div>".repeat(20_000)}deep`), ["body: deep"]);
});

test("a page without words is refused", async () => {
  await assert.rejects(outlineOf("<script>only()</script>"), /no text/);
});

test("in a page without heading elements bold paragraphs are headings", async () => {
  const clause =
    "<p>The depot lends crates to growers of the valley and takes them <b>back</b> in November of each year.</p>";
  const html = `${clause}<p><b>Crates may be lent</b></p>${clause}<p><strong>Crates</strong> <b>may be lost</b></p>${clause}`;
  assert.deepEqual(
    (await outlineOf(html)).filter((line) => line.startsWith("heading")).map((line) => line.split(" < ")[0]),
    ["heading: Crates may be lent", "heading: Crates may be lost"],
  );
});
