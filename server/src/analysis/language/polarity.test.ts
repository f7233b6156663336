import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isExclusive,
  isForAll,
  isOpenList,
  isOpposed,
  isUnconditional,
  isUniversal,
  isUnlimited,
  isWaiver,
  type Modality,
  readPolarity,
} from "./polarity.ts";
import type { Language } from "./words.ts";

const sentences: Record<Modality, [Language, string][]> = {
  prohibits: [
    ["en", "The processor shall not disclose the data."],
    ["en", "The recipient may not reverse engineer the samples."],
    ["en", "Copying is prohibited under this agreement."],
    ["en", "The information shall not be disclosed."],
    ["en", "Data will not be shared with third parties."],
    ["en", "The recipient is not permitted to make copies."],
    ["en", "The recipient undertakes not to copy the samples."],
    ["en", "Under no circumstances are copies made."],
    ["en", "Complaints are forwarded to the customer and not answered by the agent."],
    ["en", "Samples are never shared."],
    ["en", "The recipient may neither copy nor sell the samples."],
    ["en", "The recipient is not free to use the samples."],
    ["en", "Neither the recipient nor its staff shall sell the samples."],
    ["en", "Nor may it use the samples."],
    ["en", "The recipient keeps the samples and undertakes to store them and not to sell them."],
    ["de", "Der Auftragsverarbeiter darf die Daten nicht weitergeben."],
    ["de", "Die Weitergabe ist untersagt."],
    ["de", "Dem Empfänger steht es nicht frei, die Muster zu verkaufen."],
    ["de", "Weder der Empfänger noch sein Personal dürfen die Muster verkaufen."],
    ["fr", "Le sous-traitant ne doit pas divulguer les données."],
    ["fr", "Le sous-traitant s’interdit toute divulgation."],
    ["fr", "Le destinataire n’est pas libre de vendre les échantillons."],
    ["fr", "Ni le destinataire ni son personnel ne peuvent vendre les échantillons."],
    ["es", "El encargado no podrá divulgar los datos."],
    ["es", "Queda prohibida la divulgación."],
    ["es", "El destinatario no es libre de vender las muestras."],
    ["es", "Ni el destinatario ni su personal podrán vender las muestras."],
  ],
  exempts: [
    ["en", "The processor is under no obligation to notify the controller."],
    ["en", "The processor is not required to keep records."],
    ["en", "The processor need not keep records."],
    ["en", "The supplier does not provide notice of incidents."],
    ["en", "Records are kept at its sole discretion."],
    ["en", "The supplier shall not be liable for any loss."],
    ["en", "The supplier shall not be required to keep records."],
    ["en", "This duty shall not apply to what is public."],
    ["en", "Personal data shall not include figures without names."],
    ["en", "Neither the supplier nor its staff shall be liable for any loss."],
    ["en", "Neither the supplier nor its staff shall be required to keep records."],
    ["de", "Der Auftragsverarbeiter ist nicht verpflichtet, Protokolle zu führen."],
    ["de", "Protokolle führt er nach eigenem Ermessen."],
    ["fr", "Le sous-traitant n’est pas tenu de notifier."],
    ["fr", "Le sous-traitant agit à sa seule discrétion."],
    ["fr", "Le sous-traitant n’assume aucune responsabilité."],
    ["es", "El encargado no está obligado a notificar."],
    ["es", "El encargado actúa sin previo aviso."],
  ],
  obliges: [
    ["en", "The processor shall keep records."],
    ["en", "The processor is required to keep records."],
    ["en", "The processor ensures that records are kept."],
    ["en", "The processor undertakes to keep records."],
    ["en", "Consent shall not be unreasonably withheld."],
    ["en", "The end of this contract shall not affect the duty of secrecy."],
    ["en", "The licence shall not expire while fees are paid."],
    ["en", "Access shall be restricted to authorised staff."],
    ["en", "Whoever is not on the list shall be prevented from entering."],
    ["en", "No later than noon the guard shall prevent everybody from entering."],
    ["en", "Nothing in this contract shall limit liability arising from fraud."],
    ["en", "Notices shall be sent to the supplier and not to its agents."],
    ["de", "Der Auftragsverarbeiter verpflichtet sich, Protokolle zu führen."],
    ["de", "Der Auftragsverarbeiter hat Protokolle zu führen."],
    ["fr", "Le sous-traitant s’engage à tenir un registre."],
    ["fr", "Le sous-traitant doit tenir un registre."],
    ["es", "El encargado deberá llevar un registro."],
    ["es", "El encargado se compromete a llevar un registro."],
    ["es", "El encargado garantizará la seguridad."],
  ],
  permits: [
    ["en", "The recipient may copy the samples."],
    ["en", "The controller is entitled to audit the processor."],
    ["en", "The controller has the right to audit."],
    ["en", "The recipient shall be free to use the samples."],
    ["en", "Neither party will be restricted from using the samples."],
    ["en", "Nothing in this contract shall prevent the recipient from using the samples."],
    ["de", "Der Verantwortliche kann Prüfungen durchführen."],
    ["de", "Der Verantwortliche ist berechtigt, Prüfungen durchzuführen."],
    ["de", "Dem Empfänger steht es frei, die Muster zu verwenden."],
    ["de", "Der Empfänger wird nicht daran gehindert, die Muster zu verwenden."],
    ["fr", "Le responsable peut réaliser des audits."],
    ["fr", "Le destinataire est libre d’utiliser les échantillons."],
    ["fr", "Rien n’empêche le destinataire d’utiliser les échantillons."],
    ["es", "El responsable podrá realizar auditorías."],
    ["es", "El destinatario será libre de utilizar las muestras."],
    ["es", "Nada impedirá al destinatario utilizar las muestras."],
  ],
  states: [
    ["en", "The data consists of names and addresses."],
    ["de", "Die Daten umfassen Namen und Anschriften."],
    ["fr", "Les données comprennent les noms."],
    ["es", "Los datos comprenden los nombres."],
  ],
};

for (const [modality, known] of Object.entries(sentences))
  test(`a sentence that ${modality} is recognised in four languages`, () => {
    assert.deepEqual(
      known.filter(([language, text]) => readPolarity(text, language).modality !== modality),
      [],
    );
  });

test("a hedged sentence is weak", () => {
  const weak: [Language, string][] = [
    ["en", "The processor should keep records."],
    ["en", "The processor shall use reasonable efforts to keep records."],
    ["en", "Records are kept where feasible."],
    ["de", "Der Auftragsverarbeiter bemüht sich um Protokolle."],
    ["fr", "Le sous-traitant s’efforce de tenir un registre."],
    ["es", "El encargado procurará llevar un registro."],
  ];
  for (const [language, text] of weak) assert.ok(readPolarity(text, language).isWeak, text);
  assert.equal(readPolarity("The processor shall keep records.", "en").isWeak, false);
});

test("a negation is recognised in four languages", () => {
  const negated: [Language, string][] = [
    ["en", "The processor doesn’t keep records."],
    ["en", "Records are never kept."],
    ["de", "Es werden keine Protokolle geführt."],
    ["fr", "Il n’existe de registre."],
    ["es", "Nunca se llevan registros."],
  ];
  for (const [language, text] of negated) assert.ok(readPolarity(text, language).isNegated, text);
  assert.equal(readPolarity("Records are kept.", "en").isNegated, false);
});

test("an exception is recognised in four languages", () => {
  const excepted: [Language, string][] = [
    ["en", "The processor shall notify the controller unless the law forbids it."],
    ["en", "No copies are made, save for one archival copy."],
    ["de", "Er informiert den Verantwortlichen, es sei denn, das Gesetz untersagt dies."],
    ["fr", "Il informe le responsable, sauf si la loi l’interdit."],
    ["es", "Informará al responsable, salvo que la ley lo prohíba."],
  ];
  for (const [language, text] of excepted) assert.ok(readPolarity(text, language).hasException, text);
  assert.equal(readPolarity("The processor shall notify the controller.", "en").hasException, false);
  assert.ok(readPolarity("It shall not sell them, subject to the following exceptions:", "en").hasException);
  const beforeList = "It keeps them subject to the following conditions: it shall not make any copy.";
  assert.equal(readPolarity(beforeList, "en").hasException, false);
});

const opposed = (requirement: string, passage: string) =>
  isOpposed(readPolarity(requirement, "en"), readPolarity(passage, "en"));

test("an exemption contradicts a duty, an obligation or a permission does not", () => {
  const duty = "The processor shall notify the controller.";
  assert.ok(opposed(duty, "The processor has no obligation to notify the controller."));
  assert.ok(!opposed(duty, "The processor must notify the controller."));
  assert.ok(!opposed(duty, "The processor may notify the controller."));
});

test("a permission contradicts a prohibition, and so does an obligation without exception", () => {
  const prohibition = "The recipient shall not copy the samples.";
  assert.ok(opposed(prohibition, "The recipient may copy the samples."));
  assert.ok(opposed(prohibition, "The recipient shall copy the samples."));
  assert.ok(!opposed(prohibition, "The recipient must not copy the samples."));
  assert.ok(!opposed(prohibition, "The recipient shall copy the samples unless told otherwise."));
});

test("a prohibition without exception contradicts a permission", () => {
  const permission = "The recipient may copy the samples.";
  assert.ok(opposed(permission, "The recipient shall not copy the samples."));
  assert.ok(!opposed(permission, "The recipient shall not copy the samples except for archives."));
});

test("an unlimited permission is recognised in four languages", () => {
  const unlimited: [Language, string][] = [
    ["en", "The recipient may use the samples for any purpose."],
    ["en", "The recipient may use the samples without any restriction."],
    ["de", "Der Empfänger darf die Muster zu jedem Zweck verwenden."],
    ["fr", "Le destinataire peut utiliser librement les échantillons."],
    ["es", "El destinatario podrá utilizar las muestras para cualquier fin."],
  ];
  for (const [language, text] of unlimited) assert.ok(isUnlimited(text, language), text);
  const limited: [Language, string][] = [
    ["en", "The recipient shall not use the samples for any purpose other than the tests."],
    ["en", "The recipient may use the samples for any purpose permitted by this contract."],
    ["en", "The recipient may show the samples to its advisers, including, without limitation, its lawyers."],
    ["en", "The recipient may use the data where consent was freely given."],
    ["en", "The recipient may use the samples for the tests only, and not for any purpose of its own."],
    ["de", "Er darf sie nutzen, wenn die Einwilligung für jeden Zweck gesondert erteilt wurde."],
    ["fr", "Il peut les utiliser si le consentement est librement donné."],
    ["es", "Podrá tratarlos con el consentimiento otorgado libremente."],
  ];
  for (const [language, text] of limited) assert.ok(!isUnlimited(text, language), text);
});

test("an unconditional statement overrides other provisions and has no condition", () => {
  assert.ok(isUnconditional("Notwithstanding any other provision, nobody is prevented from using the samples."));
  assert.ok(!isUnconditional("Notwithstanding anything else, it may show the samples if a court orders it."));
  assert.ok(!isUnconditional("Nobody is prevented from using the samples."));
});

test("universal and exclusive words are recognised in four languages", () => {
  for (const text of ["All data", "jede Person", "toutes les données", "únicamente los datos", "cada registro"])
    assert.ok(isUniversal(text), text);
  for (const text of [
    "only staff",
    "ausschließlich Personal",
    "uniquement le personnel",
    "sólo",
    "los datos únicamente",
  ])
    assert.ok(isExclusive(text), text);
  assert.ok(!isUniversal("The data is kept") && !isExclusive("The data is kept"));
  assert.ok(isForAll("Each change is approved") && !isForAll("The recipient shall not use any sample"));
});

test("a list is open if it says so or is long, and a waiver is recognised", () => {
  assert.ok(isOpenList("including but not limited to drawings"));
  assert.ok(isOpenList("drawings, plans, models, samples, notes and prices"));
  assert.ok(!isOpenList("drawings and plans"));
  assert.ok(isWaiver("whether or not it is marked") && isWaiver("unabhängig davon, ob"));
  assert.ok(!isWaiver("if it is marked"));
});
