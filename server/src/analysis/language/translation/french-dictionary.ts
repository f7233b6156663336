import { addExpression, addWordOrName, cached, type Dictionary, emptyDictionary, entriesOf } from "./dictionary.ts";
import source from "./fr.json" with { type: "json" };
import { isInfinitive, removeAgreement, type Verb, verbOf } from "./french-forms.ts";

export interface FrenchDictionary extends Dictionary {
  /** Infinitives, alone or at the head of an expression; they are recognised in all forms. */
  infinitives: Set<string>;
  /** A cache of `verbIn`. */
  verbs: Map<string, Verb | undefined>;
}

const negations = new Set(["non", "ne", "n'", "ni", "jamais"]);

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
    // Negations match only as written.
    if (!negations.has(first)) addExpression(dictionary, words.map(keyOf), english);
    expressions.push({ words, english });
  }
  // Listed expressions take precedence over derived ones.
  for (const { words, english } of expressions) {
    const verb = words[headIndex(words)] ?? "";
    if (isInfinitive(verb)) dictionary.infinitives.add(verb);
    for (const [variant, said] of variantsOf(words, english)) {
      addExpression(dictionary, variant, said);
      if (isInfinitive(verb)) addExpression(dictionary, headedBy(verb, variant), said, variant.length);
    }
  }
  return dictionary;
}

export const verbIn = ({ infinitives, verbs }: FrenchDictionary, word: string): Verb | undefined =>
  cached(verbs, word, () => verbOf(word, (one) => infinitives.has(one)));

/** The index of the verb of an expression: "s’engager à". */
const headIndex = (words: string[]) => (words[0] === "se" || words[0] === "s'" ? 1 : 0);

/** The key of an expression in any form of its verb: the infinitive, and the rest without its agreement. */
export const headedBy = (verb: string, words: string[]) => [
  `${headIndex(words) === 1 ? "se" : ""}<${verb}>`,
  ...words.slice(headIndex(words) + 1).map(keyOf),
];

/** Not the stem, which nouns and verbs often share: "les risques de" is not "risquer de". */
export const keyOf = (word: string) => `~${removeAgreement(word)}`;

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
