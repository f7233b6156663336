import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { makeKey } from "./api-key.ts";

/** CRC-32 (IEEE) bit by bit, independent of the library that makes the keys. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test("a key is its tier, 32 random base62 characters and a 6-character CRC32 checksum of both", () => {
  const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (const tier of ["partner", "company"] as const) {
    const { plainText, hash, prefix, lastFour } = makeKey(tier);
    assert.match(plainText, new RegExp(`^assay_${tier}_[0-9A-Za-z]{38}$`));
    const check = [...plainText.slice(-6)].reduce((sum, character) => sum * 62 + base62.indexOf(character), 0);
    assert.equal(check, crc32(plainText.slice(0, -6)));
    assert.deepEqual(hash, createHash("sha256").update(plainText).digest());
    assert.ok(plainText.startsWith(prefix) && plainText.endsWith(lastFour));
    assert.equal(prefix.length, `assay_${tier}_`.length + 4);
  }
});

test("keys do not repeat", () => {
  const keys = Array.from({ length: 200 }, () => makeKey("company").plainText);
  assert.equal(new Set(keys).size, keys.length);
});
