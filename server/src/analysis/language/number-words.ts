const ones = "one two three four five six seven eight nine".split(" ");
const teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

const english: [string, number][] = [
  ["a", 1],
  ["an", 1],
  ["hundred", 100],
  ...ones.map((word, at): [string, number] => [word, at + 1]),
  ...teens.map((word, at): [string, number] => [word, at + 10]),
  ...tens.map((word, at): [string, number] => [word, (at + 2) * 10]),
  ...tens.flatMap((ten, at) =>
    ones.flatMap((one, more): [string, number][] => {
      const value = (at + 2) * 10 + more + 1;
      return [
        [`${ten}-${one}`, value],
        [`${ten} ${one}`, value],
      ];
    }),
  ),
];

/** Numbers that occur in periods and deadlines. "Once", Spanish for 11, keeps its English meaning. */
const others = {
  ...{
    ein: 1,
    eine: 1,
    einen: 1,
    einem: 1,
    einer: 1,
    zwei: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
    sechs: 6,
    sieben: 7,
    acht: 8,
  },
  ...{ neun: 9, zehn: 10, elf: 11, zwölf: 12, vierzehn: 14, fünfzehn: 15, achtzehn: 18, zwanzig: 20 },
  ...{ vierundzwanzig: 24, dreißig: 30, sechsunddreißig: 36, achtundvierzig: 48, sechzig: 60, zweiundsiebzig: 72 },
  ...{ neunzig: 90, un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, sept: 7, huit: 8, neuf: 9, dix: 10 },
  ...{ douze: 12, quatorze: 14, quinze: 15, vingt: 20, "vingt-quatre": 24, trente: 30, "quarante-huit": 48 },
  ...{ soixante: 60, "soixante-douze": 72, "quatre-vingt-dix": 90 },
  ...{ uno: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9, diez: 10 },
  ...{ doce: 12, catorce: 14, quince: 15, veinte: 20, veinticuatro: 24, treinta: 30, "cuarenta y ocho": 48 },
  ...{ sesenta: 60, "setenta y dos": 72, noventa: 90 },
};

export const numberWords: Record<string, number> = { ...Object.fromEntries(english), ...others };
