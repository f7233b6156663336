import assert from "node:assert/strict";
import { test } from "node:test";
import { checkPassword, openPasswords } from "./password.ts";

const cheap = openPasswords({ cost: 2 ** 8, blockSize: 8, parallelization: 1 });

test("only the right password is right, also when its letters are composed differently", async () => {
  const stored = await cheap.hash("Brücke über Fluß 7");
  assert.equal(await cheap.isRight("Brücke über Fluß 7".normalize("NFD"), stored), true);
  assert.equal(await cheap.isRight("Brücke über Fluss 7", stored), false);
  assert.notEqual(await cheap.hash("Brücke über Fluß 7"), stored, "each hash has its own salt");
  assert.equal(await openPasswords().isRight("Brücke über Fluß 7", stored), true, "by the parameters of the hash");
});

test("without an account the comparison is false and does the same work, at full strength", async () => {
  const passwords = openPasswords();
  const stored = await passwords.hash("correct horse battery");
  assert.match(stored, /^scrypt\$32768\$8\$3\$[\w+/]{22}==\$[\w+/]{43}=$/);
  const workOf = async (hash: string | undefined) => {
    const before = process.cpuUsage();
    assert.equal(await passwords.isRight("wrong horse battery", hash), false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const [known, unknown] = [await workOf(stored), await workOf(undefined)];
  assert.ok(unknown > known / 2 && unknown < known * 2, `${unknown} µs without an account, ${known} µs with one`);
});

const refuses = (password: string, message: RegExp, names: string[] = []) =>
  assert.throws(() => checkPassword(password, names), message, password);

test("short, common, repetitive and personal passwords are refused", () => {
  refuses("a3;Kq9!xTz2", /12 to 200 characters/);
  refuses("x".repeat(100) + "abcdefgh".repeat(20), /12 to 200/);
  for (const common of [
    "1q2w3e4r5t6y",
    "leavemealone",
    "LeaveMeAlone",
    "Password12345",
    "!!sunshine2026!!",
    "123456654321",
  ])
    refuses(common, /most common/);
  refuses("abababababab", /repeats/);
  refuses("ada.lovelace1", /name or address/, ["Ada Lovelace", "ada@example.com"]);
  refuses("Lovelace-2026", /name or address/, ["Ada Lovelace", "ada@example.com"]);
  for (const fine of ["correct horse battery", "a3;Kq9!xTz2P", "Übergangsjacke im Mai"])
    checkPassword(fine, ["Ada Lovelace"]);
});

test("many attempts at a time are all answered", async () => {
  const stored = await cheap.hash("correct horse battery");
  const attempts = ["correct horse battery", "a", "b", "c", "d", "e"];
  const answers = await Promise.all(attempts.map((one) => cheap.isRight(one, stored)));
  assert.deepEqual(answers, [true, false, false, false, false, false]);
});

test("beyond eight that wait, attempts are refused for two seconds, and later ones are answered again", async () => {
  const stored = await cheap.hash("correct horse battery");
  const outcomes = await Promise.allSettled(
    Array.from({ length: 13 }, () => cheap.isRight("correct horse battery", stored)),
  );
  const refused = outcomes.filter((one) => one.status === "rejected");
  assert.deepEqual(
    refused.map(({ reason }) => [reason.code, reason.retryAfterSeconds]),
    Array.from({ length: 3 }, () => ["overloaded", 2]),
  );
  assert.equal(await cheap.isRight("correct horse battery", stored), true);
});
