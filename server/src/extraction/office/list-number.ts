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

function toRoman(value: number): string {
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

/** After z come aa and bb, as in Word. */
const toLetters = (value: number): string =>
  String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(20, Math.ceil(value / 26)));

/** Word names the formats; ODF and HTML write "1", "a", "A", "i" and "I". */
export function formatNumber(value: number, format: string): string {
  if (value < 1 || value > 5000) return String(value);
  switch (format) {
    case "lowerLetter":
    case "a":
      return toLetters(value);
    case "upperLetter":
    case "A":
      return toLetters(value).toUpperCase();
    case "lowerRoman":
    case "i":
      return toRoman(value).toLowerCase();
    case "upperRoman":
    case "I":
      return toRoman(value);
    case "decimalZero":
      return String(value).padStart(2, "0");
    default:
      return String(value);
  }
}
