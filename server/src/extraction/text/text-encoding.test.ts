import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeText, detectEncoding } from "./text-encoding.ts";

const utf16be = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
const words = "Größe, naïve façade — sí señor";

for (const [name, bytes, encoding] of [
  ["UTF-8", Buffer.from(words), "utf-8"],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${words}`), "utf-8"],
  ["UTF-16LE with a mark", Buffer.from(`\ufeff${words}`, "utf16le"), "utf-16le"],
  ["UTF-16BE with a mark", utf16be(`\ufeff${words}`), "utf-16be"],
  ["UTF-16LE without a mark", Buffer.from(words, "utf16le"), "utf-16le"],
  ["UTF-16BE without a mark", utf16be(words), "utf-16be"],
] as const) {
  test(`${name} is detected from its bytes`, () => {
    assert.equal(detectEncoding(bytes), encoding);
    assert.equal(decodeText(bytes).replace("\ufeff", ""), words);
  });
}

test("Cyrillic in UTF-16 without a byte order mark is detected by its spaces and line ends", () => {
  const text = "Политика безопасности, 2024 год.\r\nВсе сотрудники.";
  assert.equal(decodeText(Buffer.from(text, "utf16le")), text);
  assert.equal(decodeText(utf16be(text)), text);
});

test("Latin-1 and Windows-1252 are distinguished by bytes that only one of them uses", () => {
  assert.equal(detectEncoding(Buffer.from("Stra\xdfe in K\xf6ln", "latin1")), "iso-8859-1");
  const quoted = Buffer.from("\x84Stra\xdfe\x93 f\xfcr 5 \x80", "latin1");
  assert.equal(detectEncoding(quoted), "windows-1252");
  assert.equal(decodeText(quoted), "„Straße“ für 5 €");
});

test("one wrong byte does not turn UTF-8 into gibberish", () => {
  const bytes = Buffer.concat([Buffer.from("Größe ".repeat(20)), Buffer.from([0xff]), Buffer.from(" über")]);
  assert.equal(detectEncoding(bytes), "utf-8");
  assert.match(decodeText(bytes), /Größe � über$/);
});

test("bytes that are not text are refused", () => {
  assert.throws(() => decodeText(Buffer.from(Array.from({ length: 256 }, (_, index) => index))), /not text/);
  assert.throws(() => decodeText(Buffer.alloc(100)), /not text/);
  assert.throws(() => decodeText(Buffer.alloc(0)), /empty/);
});

test("an incomplete sequence at the end is still UTF-8; a Latin-1 letter at the end is not", () => {
  assert.equal(detectEncoding(Buffer.from("Größe für").subarray(0, 9)), "utf-8");
  assert.equal(detectEncoding(Buffer.from("Caf\xe9", "latin1")), "iso-8859-1");
});
