import { gerundOf, participleOf, pastOf, thirdPersonOf } from "./english-forms.ts";
import irregularVerbs from "./spanish-irregular-verbs.json" with { type: "json" };

/** The forms of Spanish verbs that documents use: third persons and "we". */
export type Tense =
  | "infinitive"
  | "present"
  | "subjunctive"
  | "future"
  | "conditional"
  | "past"
  | "participle"
  | "gerund"
  | "order";

export interface VerbForm {
  infinitive: string;
  tense: Tense;
  person: "it" | "they" | "we";
  /** "utilizarse" */
  reflexive: boolean;
}

/** Of a verb and all verbs that end in it: "tener", "mantener". */
interface Irregularities {
  present?: string[];
  subjunctive?: string;
  future?: string;
  past?: string;
  participle?: string[];
  gerund?: string;
}

const irregular: [ending: string, Irregularities][] = Object.entries(irregularVerbs);

const vowelBefore = /[aeiou](?=c$)/;

/** How the stem is spelt before the vowel of the subjunctive: "aplicar", "aplique". */
function respell(stem: string, kind: string): string {
  if (kind === "a") return stem.replace(/gu$/, "gü").replace(/c$/, "qu").replace(/g$/, "gu").replace(/z$/, "c");
  if (stem.endsWith("gu")) return stem.slice(0, -1);
  if (stem.endsWith("g")) return `${stem.slice(0, -1)}j`;
  if (stem.endsWith("c")) return vowelBefore.test(stem) ? `${stem.slice(0, -1)}zc` : `${stem.slice(0, -1)}z`;
  return kind === "i" && /[^gq]u$/.test(stem) ? `${stem}y` : stem;
}

const lastVowel = /[aeio](?=[^aeiou]*u?$)|u(?=[^aeiou]+u?$)/;

/** Stems under stress: "requerir", "requier"; "mostrar", "muestr"; "pedir", "pid"; "evaluar", "evalú". */
function stressed(stem: string, kind: string): string[] {
  const made = [stem];
  if (kind === "i" && /[^gq]u$/.test(stem)) made.push(`${stem}y`);
  if (kind === "a" && /[iu]$/.test(stem)) made.push(stem.replace(/i$/, "í").replace(/u$/, "ú"));
  const change = (vowel: string, into: string) => {
    const at = stem.search(lastVowel);
    if (stem[at] === vowel) made.push(`${stem.slice(0, at)}${into}${stem.slice(at + 1)}`);
  };
  change("e", "ie");
  change("o", "ue");
  if (stem.endsWith("quir")) change("i", "ie");
  if (kind === "i") change("e", "i");
  return made;
}

export function conjugate(infinitive: string): [string, VerbForm][] {
  const kind = infinitive.at(-2)?.replace("í", "i") ?? "";
  const stem = infinitive.slice(0, -2);
  const [ending = "", changes = {}] =
    irregular.filter(([one]) => infinitive.endsWith(one)).sort(([a], [b]) => b.length - a.length)[0] ?? [];
  const before = infinitive.slice(0, infinitive.length - ending.length);
  const forms: [string, VerbForm][] = [];
  const add = (form: string, tense: Tense, person: VerbForm["person"] = "it") =>
    forms.push([form, { infinitive, tense, person, reflexive: false }]);
  const three = (root: string, [it, they, we]: string[], tense: Tense) => {
    if (it !== undefined) add(root + it, tense);
    if (they !== undefined) add(root + they, tense, "they");
    if (we !== undefined) add(root + we, tense, "we");
  };

  add(infinitive, "infinitive");
  for (const participle of changes.participle?.map((one) => before + one) ?? [stem + (kind === "a" ? "ad" : "id")])
    for (const last of ["o", "a", "os", "as"]) add(participle + last, "participle");
  const future = changes.future === undefined ? infinitive.replace("ír", "ir") : before + changes.future;
  three(future, ["á", "án", "emos"], "future");
  three(future, ["ía", "ían", "íamos"], "conditional");
  const presents = [...(changes.present ?? []).map((one) => before + one), ...stressed(stem, kind)];
  for (const root of presents) three(root, kind === "a" ? ["a", "an"] : ["e", "en"], "present");
  add(stem + (kind === "a" ? "amos" : kind === "e" ? "emos" : "imos"), "present", "we");
  const subjunctives =
    changes.subjunctive === undefined
      ? stressed(stem, kind).map((one) => respell(one, kind))
      : [before + changes.subjunctive];
  for (const root of subjunctives) {
    three(root, kind === "a" ? ["e", "en", "emos"] : ["a", "an", "amos"], "subjunctive");
  }
  if (kind === "a") three(stem, ["aba", "aban", "ábamos"], "past");
  else three(stem, ["ía", "ían", "íamos"], "past");
  if (changes.past !== undefined) {
    const root = before + changes.past;
    three(
      root,
      [root.endsWith("hic") || root.endsWith("fic") ? "" : "o", root.endsWith("j") ? "eron" : "ieron", "imos"],
      "past",
    );
    three(root, ["iera", "ieran"], "past");
    if (/[hf]ic$/.test(root)) add(root.replace(/c$/, "zo"), "past");
    if (root.endsWith("j")) three(root, ["era", "eran"], "past");
  } else if (kind === "a") {
    three(stem, ["ó", "aron"], "past");
    for (const one of ["ara", "ase"]) three(stem, [one, `${one}n`], "past");
  } else {
    // "pidió", "prefirió", "murió": before the ending of the past e becomes i and o becomes u.
    const roots =
      kind === "i" ? [stem, stem.replace(/e(?=[^aeiou]*u?$)/, "i"), stem.replace(/o(?=[^aeiou]*$)/, "u")] : [stem];
    for (const root of new Set(roots)) {
      const glide = /[aeou]$/.test(root) && !/[gq]u$/.test(root) ? "y" : "i";
      three(root, [`${glide}ó`, `${glide}eron`], "past");
      for (const one of [`${glide}era`, `${glide}ese`]) three(root, [one, `${one}n`], "past");
    }
  }
  const gerunds =
    changes.gerund !== undefined
      ? [before + changes.gerund]
      : kind === "a"
        ? [`${stem}ando`]
        : /[aeou]$/.test(stem) && !/[gq]u$/.test(stem)
          ? [`${stem}yendo`]
          : stressed(stem, kind).map((one) => `${one}iendo`);
  for (const gerund of gerunds) add(gerund, "gerund");
  return forms;
}

const plain: Record<string, string> = { á: "a", é: "e", í: "i", ó: "o", ú: "u" };
export const withoutAccents = (word: string) => word.replace(/[áéíóú]/g, (vowel) => plain[vowel] ?? vowel);

const withPronoun = /^(.{2,}?)(se(?:l[oa]s?)?|l[oa]s?|les?|nos|me|te)$/;

/** A form as it is written, or with a pronoun behind it: "utilizarlos", "comuníquese". */
export function formIn(forms: Map<string, VerbForm>, word: string): VerbForm | undefined {
  const known = forms.get(word);
  if (known !== undefined) return known;
  const [, verb = "", pronoun = ""] = withPronoun.exec(word) ?? [];
  const form = forms.get(verb) ?? forms.get(withoutAccents(verb));
  if (form === undefined) return undefined;
  const reflexive = pronoun.startsWith("se");
  if (form.tense === "infinitive" || form.tense === "gerund") return { ...form, reflexive };
  return form.tense === "subjunctive" && /[áéíóú]/.test(verb) ? { ...form, tense: "order", reflexive } : undefined;
}

const be: Record<Tense, [it: string, they: string]> = {
  infinitive: ["be", "be"],
  present: ["is", "are"],
  subjunctive: ["is", "are"],
  future: ["shall be", "shall be"],
  conditional: ["would be", "would be"],
  past: ["was", "were"],
  participle: ["", ""],
  gerund: ["being", "being"],
  order: ["shall be", "shall be"],
};

/** "notificará" is "shall notify", "no se notifica" is "is not notified". */
export function inflectEnglish(
  verb: string,
  { tense, person }: VerbForm,
  { negation = "", passive = false }: { negation?: string; passive?: boolean } = {},
): string {
  // "is entitled to", "shall not": inflected in the dictionary already.
  if (/^(?:is|are|has|shall|must|may|can|not?|cannot) /.test(verb)) return `${negation} ${verb}`.trim();
  const phrase = passive ? passiveOf(verb, tense, person, negation) : activeOf(verb, tense, person, negation);
  const subject = person === "we" ? "we " : "";
  return `${subject}${phrase}`.replace(/\s+/g, " ").trim();
}

function passiveOf(verb: string, tense: Tense, person: VerbForm["person"], negation: string): string {
  return withBe(tense, person, negation, participleOf(verb));
}

function withBe(tense: Tense, person: VerbForm["person"], negation: string, rest: string): string {
  const [first = "", ...second] = be[tense][person === "it" ? 0 : 1].split(" ");
  const negated = tense === "infinitive" || tense === "gerund" ? [negation, first] : [first, negation];
  return [...negated, ...second, rest].join(" ");
}

function activeOf(verb: string, tense: Tense, person: VerbForm["person"], negation: string): string {
  if (/^be(?: |$)/.test(verb) && tense !== "participle") return withBe(tense, person, negation, verb.slice(3));
  switch (tense) {
    case "future":
      return `shall ${negation} ${verb}`;
    case "conditional":
      return `would ${negation} ${verb}`;
    case "participle":
      return `${negation} ${participleOf(verb)}`;
    case "gerund":
      return `${negation} ${gerundOf(verb)}`;
    case "past":
      return negation.endsWith("not") ? `did ${negation} ${verb}` : `${negation} ${pastOf(verb)}`;
    case "present":
    case "subjunctive":
      if (negation.endsWith("not")) return `${person === "it" ? "does" : "do"} ${negation} ${verb}`;
      return `${negation} ${person === "it" && tense === "present" ? thirdPersonOf(verb) : verb}`;
    default:
      return `${negation} ${verb}`;
  }
}
