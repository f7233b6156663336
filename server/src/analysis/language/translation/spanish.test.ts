import assert from "node:assert/strict";
import { test } from "node:test";
import { translateToEnglish } from "./translate-to-english.ts";

const spanish = (text: string) => translateToEnglish(text, "es");

test("a term with a capital letter differs from the common word", () => {
  assert.match(spanish("según indique el Responsable"), /controller$/);
  assert.match(spanish("una persona responsable"), /responsible$/);
});

test("a Spanish verb is translated with its tense, negation and pronouns", () => {
  for (const [text, english] of [
    ["El proveedor notificará la brecha.", "the provider shall notify the breach."],
    ["Los datos no se comunicarán.", "the data shall not be communicated."],
    ["Las copias se revisan.", "copies are reviewed."],
    ["Las medidas deberán revisarse.", "the measures shall be reviewed."],
    ["No se podrán utilizar.", "may not be used."],
    ["No conservamos copias.", "we do not keep copies."],
    ["Se ha cifrado.", "has been encrypted."],
    ["sin informar", "without informing"],
  ] as const)
    assert.match(spanish(text), new RegExp(`${english.replaceAll(".", "\\.")}$`), text);
});

test("a Spanish expression is recognised with its verb in any form", () => {
  assert.equal(spanish("se llevarán a cabo"), "shall be carried out");
  assert.equal(spanish("pusieron a disposición"), "made available");
});

test("a Spanish noun that looks like a verb is a noun after its article", () => {
  assert.equal(spanish("la información a terceros"), "the information to third parties");
  assert.equal(spanish("y la revisará"), "and shall review it");
  assert.match(spanish("los resultados de la auditoría"), /^the results of the audit/);
});

test("Spanish words are recognised in the other gender and number", () => {
  assert.equal(spanish("financieras"), "financial");
  assert.equal(spanish("técnicamente"), "technically");
});

test("a double negation in Spanish becomes a single one", () => {
  assert.match(spanish("No cederá los datos a ningún tercero."), /shall not .*\bany third party/);
  assert.match(spanish("Si no hay acuerdo, ningún empleado podrá acceder."), /no employee may/);
  assert.match(spanish("No los venderá y nunca los cederá."), /never/);
});

test("a Spanish document that addresses its reader says you", () => {
  assert.match(spanish("Usted puede consultar su expediente."), /your/);
  assert.match(spanish("Tratamos sus datos."), /^we process your data/);
  assert.match(spanish("Las partes protegen sus datos."), /their data/);
});

test("the Spanish controller differs from somebody responsible", () => {
  assert.match(spanish("El encargado asiste al responsable."), /controller\.$/);
  assert.match(spanish("El responsable del área lo aprueba."), /^the responsible/);
});

test("a Spanish word that is also the name of a JavaScript member is translated", () => {
  assert.match(spanish("No se pagará al constructor."), /\bshall not be paid .*\bconstructor\.$/);
});
