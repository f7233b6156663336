const textFormats = /\.(txt|md|csv|html?|xml|json|rtf|eml)$/i;
/** A page of text has about this size; other formats carry fonts, images and markup. */
const textPageBytes = 3000;
const otherPageBytes = 30_000;

/** A document of ten pages and ten items, by the same measure. */
const typicalSeconds = 2.7;
const maxCost = 10_000;

/** Documents above this may not hold every slot while others wait. */
export const largeCost = 20;

/** The cost of judging, in typical documents; at least 1. From what is known at submission: sizes and names of the files. */
export function expectedCost(files: { fileName: string; sizeBytes: number }[], items: number): number {
  const pages = files.reduce((sum, { fileName, sizeBytes }) => {
    return sum + sizeBytes / (textFormats.test(fileName) ? textPageBytes : otherPageBytes);
  }, 0);
  // CPU seconds as measured in docs/footprint.json ("judging").
  const seconds = 0.1 + 0.106 * pages + 0.117 * items + 0.004 * pages * items;
  return Math.min(maxCost, Math.max(1, Math.round(seconds / typicalSeconds)));
}
