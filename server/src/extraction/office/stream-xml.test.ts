import assert from "node:assert/strict";
import { test } from "node:test";
import { findDescendants, parseXml, streamXml, textContent } from "./stream-xml.ts";

const sample =
  '<?xml version="1.0"?><!-- c > --><a xmlns:q="urn:oasis:names:tc:opendocument:xmlns:text:1.0" t="x&gt;y>z">1 &lt; 2 &#x20AC;&#33;<q:b/><![CDATA[<raw> &amp;]]><?pi ?></a>\n';

async function unitsIn(pieces: Buffer[], name: string): Promise<string[]> {
  const units = await Array.fromAsync(streamXml(pieces, { isUnit: (unit) => unit === name }));
  return units.map(textContent);
}

test("text, entities, CDATA sections and attributes are read", async () => {
  const root = await parseXml(Buffer.from(sample));
  assert.equal(textContent(root), "1 < 2 €!<raw> &amp;");
  assert.equal(root.attributes["t"], "x>y>z");
  assert.equal(findDescendants(root, "text:b").length, 1);
});

test("the result is the same for every split into chunks", async () => {
  const bytes = Buffer.from(`<r>${sample.replace(/<\?xml.*?\?>/, "")}<u>ä€😀</u><u a='"'/></r>`);
  const whole = await unitsIn([bytes], "u");
  assert.deepEqual(whole, ["ä€😀", ""]);
  for (let size = 1; size < 40; size++) {
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
    assert.deepEqual(await unitsIn(pieces, "u"), whole);
    assert.deepEqual(await unitsIn(pieces, "a"), await unitsIn([bytes], "a"));
  }
});

test("a file in UTF-16 is read", async () => {
  assert.equal(textContent(await parseXml(Buffer.from("\ufeff<a>ä</a>", "utf16le"))), "ä");
});

test("an element of which only the start is yielded comes before its units", async () => {
  const options = { isUnit: (name: string) => name === "r", isStartOnly: (name: string) => name === "t" };
  const units = await Array.fromAsync(
    streamXml([Buffer.from('<x><t n="1"><r>a</r></t><t n="2"><g><r>b</r></g></t></x>')], options),
  );
  assert.deepEqual(
    units.map((unit) => unit.attributes["n"] ?? textContent(unit)),
    ["1", "a", "2", "b"],
  );
});

for (const [name, xml] of [
  ["nothing", ""],
  ["an open element", "<a><b></b>"],
  ["a wrong end", "<a></b>"],
  ["text around", "x<a/>"],
  ["a second root", "<a/><b/>"],
  ["a cut tag", '<a b="c'],
  ["a stray &", "<a>x & y</a>"],
  ["an unknown entity", "<a>&x;</a>"],
  ["entities of its own", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ["a character beyond Unicode", "<a>&#x110000;</a>"],
]) {
  test(`XML with ${name} is refused as damaged`, async () => {
    await assert.rejects(parseXml(Buffer.from(xml ?? "")), /^(Error: )?The file is damaged/);
  });
}

test("a text without tags is parsed in linear time", async () => {
  const piece = Buffer.from("x".repeat(65_536));
  const pieces = [Buffer.from("<a>"), ...Array.from({ length: 500 }, () => piece), Buffer.from("</a>")];
  const [unit] = await Array.fromAsync(streamXml(pieces));
  assert.equal(textContent(unit).length, 500 * 65_536);
});
