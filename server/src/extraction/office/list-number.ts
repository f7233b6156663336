const romanDigits: [number, string][] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

function roman(value: number): string {
  let rest = value;
  let text = "";
  for (const [worth, digits] of romanDigits) {
    while (rest >= worth) {
      text += digits;
      rest -= worth;
    }
  }
  return text;
}

/** After z come aa, bb, as Word has it. */
const letters = (value: number): string =>
  String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(20, Math.ceil(value / 26)));

/** A number as lists write it. Word has names for the formats, ODF and HTML "1", "a", "A", "i" and "I". */
export function formatNumber(value: number, format: string): string {
  if (value < 1 || value > 5000) return String(value);
  switch (format) {
    case "lowerLetter":
    case "a":
      return letters(value);
    case "upperLetter":
    case "A":
      return letters(value).toUpperCase();
    case "lowerRoman":
    case "i":
      return roman(value).toLowerCase();
    case "upperRoman":
    case "I":
      return roman(value);
    case "decimalZero":
      return String(value).padStart(2, "0");
    default:
      return String(value);
  }
}
