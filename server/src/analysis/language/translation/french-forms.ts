import { gerundOf, participleOf, thirdPersonOf } from "./english-forms.ts";

/**
 * French verbs by their endings: "informera" is the future of "informer", which in a contract is a duty; "mises" is the past
 * participle of "mettre". So the dictionary needs infinitives only.
 */
export type Form = "infinitive" | "plural" | "third" | "past" | "ing" | "shall" | "would";

/** An ending, the infinitive's ending, and the form. The first row that gives a known verb counts. */
const endings: [ending: RegExp, infinitives: string[], form: Form][] = [
  [/^(?:est|soit)$/, ["être"], "third"],
  [/^(?:sont|soient|sommes|êtes)$/, ["être"], "plural"],
  [/^(?:a|ait)$/, ["avoir"], "third"],
  [/^(?:ont|aient|avons|avez)$/, ["avoir"], "plural"],
  [/^ser(?:a|ont)$/, ["être"], "shall"],
  [/^aur(?:a|ont)$/, ["avoir"], "shall"],
  [/^ser(?:ait|aient)$/, ["être"], "would"],
  [/^aur(?:ait|aient)$/, ["avoir"], "would"],
  [/^(?:étai(?:t|ent)|été)$/, ["être"], "past"],
  [/^(?:avai(?:t|ent)|eue?s?)$/, ["avoir"], "past"],
  [/^étant$/, ["être"], "ing"],
  [/^ayant$/, ["avoir"], "ing"],
  [/iendr(?:a|ont|ons|ez)$/, ["enir"], "shall"],
  [/evr(?:a|ont|ons|ez)$/, ["evoir"], "shall"],
  [/fer(?:a|ont|ons|ez)$/, ["faire"], "shall"],
  [/enverr(?:a|ont)$/, ["envoyer"], "shall"],
  [/ier(?:a|ont)$/, ["ier", "yer"], "shall"],
  [/èr(.*)er(?:a|ont)$/, ["ér$1er"], "shall"],
  [/r(?:a|ont|ons|ez)$/, ["r", "re"], "shall"],
  [/iendr(?:ait|aient)$/, ["enir"], "would"],
  [/fer(?:ait|aient)$/, ["faire"], "would"],
  [/evr(?:ait|aient)$/, ["evoir"], "would"],
  [/r(?:ait|aient)$/, ["r", "re"], "would"],
  [/met$/, ["mettre"], "third"],
  [/mis(?:e|es)?$/, ["mettre"], "past"],
  [/pren(?:nent|ons|ez)$/, ["prendre"], "plural"],
  [/prenne$/, ["prendre"], "third"],
  [/prenant$/, ["prendre"], "ing"],
  [/pris(?:e|es)?$/, ["prendre"], "past"],
  [/ien(?:t|ne)$/, ["enir"], "third"],
  [/(?:iennent|enons|enez)$/, ["enir"], "plural"],
  [/enue?s?$/, ["enir"], "past"],
  [/çoit$/, ["cevoir"], "third"],
  [/(?:çoivent|cevons|cevez)$/, ["cevoir"], "plural"],
  [/çue?s?$/, ["cevoir"], "past"],
  [/cevant$/, ["cevoir"], "ing"],
  [/^fait$|(?<=is)fait$/, ["faire"], "third"],
  [/(?:font|faisons|faites|fassent)$/, ["faire"], "plural"],
  [/fasse$/, ["faire"], "third"],
  [/faisant$/, ["faire"], "ing"],
  [/fait(?:e|s|es)$/, ["faire"], "past"],
  [/uit$/, ["uire", "uivre"], "third"],
  [/uis(?:ent|ons|ez)$/, ["uire"], "plural"],
  [/uisant$/, ["uire"], "ing"],
  [/uit(?:e|s|es)$/, ["uire"], "past"],
  [/uivie?s?$/, ["uivre"], "past"],
  [/crit$/, ["crire"], "third"],
  [/criv(?:ent|ons|ez)$/, ["crire"], "plural"],
  [/crivant$/, ["crire"], "ing"],
  [/crit(?:e|s|es)$/, ["crire"], "past"],
  [/([oea])int$/, ["$1indre"], "third"],
  [/([oea])ign(?:ent|ons|ez)$/, ["$1indre"], "plural"],
  [/([oea])ignant$/, ["$1indre"], "ing"],
  [/([oea])int(?:e|s|es)$/, ["$1indre"], "past"],
  [/(v|ff)re$/, ["$1rir"], "third"],
  [/(v|ff)r(?:ent|ons|ez)$/, ["$1rir"], "plural"],
  [/(v|ff)rant$/, ["$1rir"], "ing"],
  [/(v|ff)ert(?:e|s|es)?$/, ["$1rir"], "past"],
  [/quiert$/, ["quérir"], "third"],
  [/quièrent$/, ["quérir"], "plural"],
  [/quis(?:e|es)?$/, ["quérir"], "past"],
  [/sout$/, ["soudre"], "third"],
  [/solv(?:ent|ons|ez)$/, ["soudre"], "plural"],
  [/solue?s?$/, ["soudre"], "past"],
  [/clut$/, ["clure"], "third"],
  [/clu(?:ent|ons|ez)$/, ["clure"], "plural"],
  [/cluant$/, ["clure"], "ing"],
  [/clus?e?s?$/, ["clure"], "past"],
  [/a[iî]t$/, ["aître"], "third"],
  [/aiss(?:ent|ons|ez)$/, ["aître"], "plural"],
  [/aissant$/, ["aître"], "ing"],
  [/([nr])ue?s?$/, ["$1aître", "$1re"], "past"],
  [/dit$/, ["dire"], "third"],
  [/dis(?:ent|ons|ez)$/, ["dire"], "plural"],
  [/disant$/, ["dire"], "ing"],
  [/dit(?:e|s|es)$/, ["dire"], "past"],
  [/lit$/, ["lire"], "third"],
  [/lis(?:ent|ons|ez)$/, ["lire"], "plural"],
  [/lue?s?$/, ["lire"], "past"],
  [/voit$/, ["voir"], "third"],
  [/vo(?:ient|yons|yez)$/, ["voir"], "plural"],
  [/voyant$/, ["voir"], "ing"],
  [/vue?s?$/, ["voir"], "past"],
  [/vaut$/, ["valoir"], "third"],
  [/val(?:ent|ons|ez)$/, ["valoir"], "plural"],
  [/vit$/, ["vivre"], "third"],
  [/court$/, ["courir"], "third"],
  [/cour(?:ent|ons|ez)$/, ["courir"], "plural"],
  [/courue?s?$/, ["courir"], "past"],
  [/suffit$/, ["suffire"], "third"],
  [/suffisent$/, ["suffire"], "plural"],
  [/rompt$/, ["rompre"], "third"],
  [/(ser|par|sor|res?sor)t$/, ["$1vir", "$1tir"], "third"],
  [/([oau])ie$/, ["$1yer"], "third"],
  [/([oau])ient$/, ["$1yer"], "plural"],
  [/([lt])\1e$/, ["$1er"], "third"],
  [/([lt])\1ent$/, ["$1er"], "plural"],
  [/è(\p{L}{1,2})e$/u, ["é$1er", "e$1er"], "third"],
  [/è(\p{L}{1,2})ent$/u, ["é$1er", "e$1er"], "plural"],
  [/iss(?:ent|ons|ez)$/, ["ir"], "plural"],
  [/isse$/, ["ir"], "third"],
  [/issant(?:e|s|es)?$/, ["ir"], "ing"],
  [/it$/, ["ir"], "third"],
  [/ie?s?$/, ["ir"], "past"],
  [/ée?s?$/, ["er"], "past"],
  [/ue?s?$/, ["re"], "past"],
  [/d$/, ["dre"], "third"],
  [/çons$/, ["cer"], "plural"],
  [/çant$/, ["cer"], "ing"],
  [/geons$/, ["ger"], "plural"],
  [/geant(?:e|s|es)?$/, ["ger"], "ing"],
  [/ant(?:e|s|es)?$/, ["er", "re", "ir"], "ing"],
  [/(?:e?ait|e?aient)$/, ["er", "re", "ir"], "past"],
  [/(?:ent|ons|ez)$/, ["er", "re", "ir"], "plural"],
  [/e$/, ["er", "re", "ir"], "third"],
];

export interface Verb {
  infinitive: string;
  form: Form;
}

export function verbOf(word: string, isVerb: (infinitive: string) => boolean): Verb | undefined {
  if (isVerb(word)) return { infinitive: word, form: "infinitive" };
  for (const [ending, infinitives, form] of endings) {
    if (!ending.test(word)) continue;
    const infinitive = infinitives.map((one) => word.replace(ending, one)).find(isVerb);
    if (infinitive !== undefined) return { infinitive, form };
  }
  return undefined;
}

export const isPresent = (form: Form) => form === "third" || form === "plural";

/** Masculine singular forms: "confidentiel" of "confidentielles", "national" of "nationaux". */
export function agreementBases(word: string): string[] {
  const single = word.replace(/s$/, "");
  const feminine: [RegExp, string][] = [
    ...([
      [/([ln])\1e$/, "$1"],
      [/tte$/, "t"],
      [/euse$/, "eux"],
      [/euse$/, "eur"],
      [/ive$/, "if"],
    ] as [RegExp, string][]),
    ...([
      [/ère$/, "er"],
      [/trice$/, "teur"],
      [/ète$/, "et"],
      [/gue$/, "g"],
      [/(?<=eau|eu)x$/, ""],
    ] as [RegExp, string][]),
    ...([
      [/aux$/, "al"],
      [/(?<=ant|ent|[éiu]|al|ain|in|un|ais|ois|is|it|ict|at|et|ert|ond|and|ourt|aut|eil|ir|eur)e$/, ""],
    ] as [RegExp, string][]),
  ];
  return [
    single,
    ...feminine.filter(([ending]) => ending.test(single)).map(([ending, to]) => single.replace(ending, to)),
  ];
}

/** The same for all genders and numbers of a word: "mises" and "mis", "sensibles" and "sensible". */
export function removeAgreement(word: string): string {
  const single = /(?:m|pr|qu|cl)[iu]s$/.test(word) ? word : word.replace(/(?<=..)[sx]$/, "");
  return single
    .replace(/([ln])\1e$/, "$1")
    .replace(/ive$/, "if")
    .replace(/(?<=[éiutd]|al|ain|in|(?:m|pr|qu)is)e$/, "");
}

/** Nouns and adjectives that end like an infinitive. */
const noVerbs = new Set(
  "premier dernier particulier financier fichier dossier courrier papier cahier casier chantier métier atelier palier escalier calendrier créancier héritier policier hospitalier immobilier mobilier régulier irrégulier singulier familier ouvrier banquier huissier greffier loyer foyer danger étranger passager léger cher hier hiver mer fer cancer boîtier foncier routier coursier janvier février quartier panier pilier levier clavier infirmier plancher transfrontalier journalier coutumier entier officier manager avenir plaisir loisir désir tir cuir moindre cendre affaire contraire".split(
    " ",
  ),
);
const infinitive =
  /(?:er|[^o]ir|cevoir|savoir|valoir|falloir|vouloir|(?:^|[éreu])voir|mouvoir|^avoir|^devoir|^être|ndre|perdre|mettre|battre|suivre|vivre|naître|paraître|clure|rompre|uire|crire|dire|^lire|[éer]lire|suffire|faire|traire|croire|boire|soudre|vaincre)$/;

export const isInfinitive = (word: string) => infinitive.test(word) && !noVerbs.has(word);

const helpers = /^(?:is|are|was|were|may|must|shall|can|could|should|would|will|has|have|had|cannot)(?!\S)/;

/** The English verb, or an expression that begins with it, in this form. */
export function inflect(english: string, form: Form): string {
  if (form === "infinitive" || english === "" || (helpers.test(english) && !/^have(?!\S)/.test(english)))
    return english;
  switch (form) {
    case "shall":
    case "would":
      return `${form} ${english}`;
    case "plural":
      return english.replace(/^be(?!\S)/, "are");
    case "third":
      return thirdPersonOf(english);
    case "ing":
      return gerundOf(english);
    case "past":
      return participleOf(english);
  }
}

/** "provides" becomes "does not provide", "may" becomes "may not". */
export function negate(english: string, form: Form | undefined, how: string): string {
  const helper = helpers.exec(english)?.[0];
  if (helper !== undefined && !(helper === "have" && form !== undefined))
    return `${helper} ${how}${english.slice(helper.length)}`;
  const shown = form === undefined ? english : inflect(english, form);
  const shownHelper = helpers.exec(shown)?.[0];
  if (shownHelper !== undefined && !/^ha/.test(shownHelper))
    return `${shownHelper} ${how}${shown.slice(shownHelper.length)}`;
  if (how !== "not" || form === "infinitive" || form === "ing") return `${how} ${shown}`;
  if (form === "past") return `did not ${english}`;
  return `${form === "plural" ? "do" : "does"} not ${form === undefined ? removeThirdPerson(english) : english}`;
}

/** "implement" of "implements". */
const removeThirdPerson = (english: string) =>
  english.replace(/^\S+/, (verb) =>
    /[^s]s$/.test(verb)
      ? verb
          .replace(/ies$/, "y")
          .replace(/(?<=ss|x|ch|sh)es$/, "")
          .replace(/(?<=[^s])s$/, "")
      : verb,
  );
