import assert from "node:assert/strict";
import { test } from "node:test";
import { findStep, newTotpSecret, otpauthUri, stepAt, toBase32, totpCode } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

test("codes are those of RFC 6238, appendix B", () => {
  const vectors: [seconds: number, code: string][] = [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ];
  for (const [seconds, code] of vectors)
    assert.equal(totpCode(secret, stepAt(new Date(seconds * 1000))), code, `${seconds}`);
});

test("secrets are written in the base32 of RFC 4648", () => {
  assert.equal(toBase32(secret), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  assert.equal(toBase32(Buffer.from("foob")), "MZXW6YQ");
  assert.equal(toBase32(newTotpSecret()).length, 32);
  assert.equal(
    otpauthUri(secret, "ada+1@example.com"),
    "otpauth://totp/Assay:ada%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Assay",
  );
});

test("a code of the step before or after is accepted, an older or later one is not, and none twice", () => {
  const now = new Date(1_234_567_890_000);
  const step = stepAt(now);
  for (const offset of [-1, 0, 1])
    assert.equal(findStep(secret, totpCode(secret, step + offset), now, undefined), step + offset);
  for (const offset of [-2, 2])
    assert.equal(findStep(secret, totpCode(secret, step + offset), now, undefined), undefined);
  assert.equal(findStep(secret, totpCode(secret, step), now, step), undefined, "used");
  assert.equal(findStep(secret, totpCode(secret, step - 1), now, step), undefined, "older than one that was used");
  assert.equal(findStep(secret, totpCode(secret, step + 1), now, step), step + 1);
  for (const wrong of ["", "00592", "0059240", "abcdef"])
    assert.equal(findStep(secret, wrong, now, undefined), undefined);
});
