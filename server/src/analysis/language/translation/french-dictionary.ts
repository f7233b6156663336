import { addExpression, addWordOrName, type Dictionary, emptyDictionary, entriesOf, once } from "./dictionary.ts";
import source from "./fr.json" with { type: "json" };
import { isInfinitive, type Verb, verbOf, withoutAgreement } from "./french-forms.ts";

export interface FrenchDictionary extends Dictionary {
  /** Verbs, which are known in all their forms, alone and at the head of an expression. */
  infinitives: Set<string>;
  /** Words already asked whether they are verbs. */
  verbs: Map<string, Verb | undefined>;
}

const denials = new Set(["non", "ne", "n'", "ni", "jamais"]);

export function frenchDictionary(): FrenchDictionary {
  const dictionary: FrenchDictionary = { ...emptyDictionary(), infinitives: new Set(), verbs: new Map() };
  const expressions: { words: string[]; english: string }[] = [];
  for (const entry of entriesOf(source, "fr")) {
    const { english, first, words } = entry;
    if (words.length === 1) {
      addWordOrName(dictionary, entry, "fr");
      if (dictionary.ofWord.has(first) && isInfinitive(first)) dictionary.infinitives.add(first);
      continue;
    }
    addExpression(dictionary, words, english);
    // What denies is taken only as it is written.
    if (!denials.has(first)) addExpression(dictionary, words.map(keyOf), english);
    expressions.push({ words, english });
  }
  // What is listed comes before what is made of it.
  for (const { words, english } of expressions) {
    const verb = words[headOf(words)] ?? "";
    if (isInfinitive(verb)) dictionary.infinitives.add(verb);
    for (const [variant, said] of variantsOf(words, english)) {
      addExpression(dictionary, variant, said);
      if (isInfinitive(verb)) addExpression(dictionary, headedBy(verb, variant), said, variant.length);
    }
  }
  return dictionary;
}

export const verbIn = ({ infinitives, verbs }: FrenchDictionary, word: string): Verb | undefined =>
  once(verbs, word, () => verbOf(word, (one) => infinitives.has(one)));

/** Where the verb of an expression stands: "s’engager à". */
const headOf = (words: string[]) => (words[0] === "se" || words[0] === "s'" ? 1 : 0);

/** The key of an expression in any form of its verb: the infinitive, and the rest without its agreement. */
export const headedBy = (verb: string, words: string[]) => [
  `${headOf(words) === 1 ? "se" : ""}<${verb}>`,
  ...words.slice(headOf(words) + 1).map(keyOf),
];

/** A noun and a verb often have one stem, so words are not compared by it: "les risques de" is not "risquer de". */
export const keyOf = (word: string) => `~${withoutAgreement(word)}`;

/** "en cas de" is also "en cas d’", "en cas du" and "en cas des". */
const contractions = new Map<string, [last: string, more: string][]>([
  [
    "de",
    [
      ["d'", ""],
      ["du", " the"],
      ["des", " the"],
    ],
  ],
  [
    "à",
    [
      ["au", " the"],
      ["aux", " the"],
    ],
  ],
  ["que", [["qu'", ""]]],
]);

function variantsOf(words: string[], english: string): [string[], string][] {
  const others = contractions.get(words.at(-1) ?? "") ?? [];
  return [
    [words, english],
    ...others.map(([last, more]): [string[], string] => [words.with(-1, last), english + more]),
  ];
}
