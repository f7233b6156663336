import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { refusalIn } from "./refusals.ts";

/** A stand-in for every argument: prints as "2" and has the members of a document's state. */
const anything = Object.assign(Object("2"), {
  status: "processing",
  progress: { pagesDone: 1, pageCount: 1, itemsDone: 1, itemCount: 2 },
});

function everyText(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") return [String(value(...Array(value.length).fill(anything)))];
  return Object.values(value as object).flatMap(everyText);
}

test("in French no line breaks before double punctuation or within guillemets", () => {
  const texts = everyText(fr);
  assert.ok(texts.length > 300);
  for (const text of texts)
    assert.doesNotMatch(text.replace(/https?:/g, ""), /[^\u00a0\u202f][:;?!»]|«[^\u00a0\u202f]/u, JSON.stringify(text));
});

test("page labels are translated", () => {
  const names = (label: string) => [en, de, fr].map(({ evidence }) => evidence.item.place("a", label));
  assert.deepEqual(names("12"), ["a, page 12", "a, Seite 12", "a, page 12"]);
  assert.deepEqual(names("12 (as rendered)"), [
    ...["a, page 12 (as rendered)", "a, Seite 12 (gerendert)", "a, page 12 (selon le rendu)"],
  ]);
  assert.deepEqual(names("slide 3 (hidden)"), [
    ...["a, slide 3 (hidden)", "a, Folie 3 (ausgeblendet)", "a, diapositive 3 (masquée)"],
  ]);
  assert.deepEqual(names("body, section 2"), [
    ...["a, body, section 2", "a, E-Mail-Text, Abschnitt 2", "a, corps du courriel, section 2"],
  ]);
  assert.deepEqual(names("Abschnitt 4"), ["a, Abschnitt 4", "a, Abschnitt 4", "a, Abschnitt 4"]);
});

test("reasons of failures are translated, with their figures, and unknown ones stay as they are", () => {
  const told = (reason: string) => [en, de].map(({ lifecycle }) => lifecycle.failure(reason));
  assert.deepEqual(told("The PDF is protected by a password."), [
    ...["The PDF is protected by a password.", "Die Datei ist verschlüsselt oder mit einem Kennwort geschützt."],
  ]);
  assert.equal(
    de.lifecycle.failure("The file has more than 3,000 pages."),
    "Das Dokument hat mehr als 3,000 Seiten; mehr werden nicht gelesen.",
  );
  assert.equal(de.lifecycle.failure("Something else."), "Something else.");
});

test("every reason that the service gives for an unreadable file is known in other languages", async () => {
  const folder = join(import.meta.dirname, "../../../server/src");
  let count = 0;
  for await (const name of glob("{extraction,processing}/**/*.ts", { cwd: folder })) {
    if (name.endsWith(".test.ts")) continue;
    const text = await readFile(join(folder, name), "utf8");
    for (const [, , given = ""] of text.matchAll(/(?:UnreadableFile\(|failureReason[:=] ?)\s*(["`])(.*?)\1[,)]/g)) {
      const reason = given.replaceAll(/\$\{.*?\}/g, "12");
      // A page that is drawn is no reason of a document.
      if (/drawn|draw the page/.test(reason)) continue;
      count += 1;
      assert.notEqual(de.lifecycle.failure(reason), reason, `${name}: ${reason}`);
    }
  }
  assert.ok(count > 50, `${count} reasons`);
});

test("a page label at the start of a heading is capitalised", () => {
  assert.equal(en.evidence.item.pageOf("section 4", 9), "Section 4 of 9");
  assert.equal(de.evidence.item.pageOf("2", 3), "Seite 2 von 3");
});

test("every refusal of the service about people is known in other languages", async () => {
  const folder = join(import.meta.dirname, "../../../server/src/people");
  const names = [
    "manage-people.ts",
    "invite-person.ts",
    "own-account.ts",
    "second-factor.ts",
    "password.ts",
    "email.ts",
  ];
  /** Of the pages for people who are not signed in, of sessions that end, and of what the portal does not send. */
  const elsewhere =
    /^This address has|^You are a member|^The account of|^Nobody is|^Your organisation has no|^Too many/;
  let count = 0;
  for (const name of names) {
    const text = await readFile(join(folder, name), "utf8");
    const refusals = text.matchAll(
      /(?:AppError\(\s*"(?:unprocessable|not_permitted|invalid_request)",\s*|\brefusal\()(["`])(.*?)\1/g,
    );
    for (const [, , given = ""] of refusals) {
      const message = given.replaceAll(/\$\{.*?\}/g, "12");
      if (elsewhere.test(message)) continue;
      count += 1;
      for (const { ui } of [en, de, fr, es]) assert.ok(refusalIn(ui.refusals, message), `${name}: ${message}`);
    }
  }
  assert.ok(count >= 15, `${count} refusals`);
});
