/**
 * Least squares of what was measured over a few terms, each measurement weighed by its own size, so that short documents
 * count as much as long ones. A cost is never negative: a term that comes out so is left out and the others found anew.
 */
export function coefficientsOf<Measured>(
  measured: Measured[],
  termsOf: (one: Measured) => number[],
  costOf: (one: Measured) => number,
): number[] {
  const rows = measured.map((one) => {
    // Ticks are hundredths of a second; what is below one weighs no more than one.
    const weight = 1 / Math.max(0.01, costOf(one));
    return { terms: termsOf(one).map((term) => term * weight), cost: costOf(one) * weight };
  });
  const kept = new Set((rows[0]?.terms ?? []).keys());
  for (;;) {
    const terms = [...kept];
    const matrix = terms.map((row) => [
      ...terms.map((column) => sum(rows.map((one) => (one.terms[row] ?? 0) * (one.terms[column] ?? 0)))),
      sum(rows.map((one) => (one.terms[row] ?? 0) * one.cost)),
    ]);
    const solved = solve(matrix);
    const lowest = solved.indexOf(Math.min(...solved));
    const worst = terms[lowest];
    if (worst === undefined || (solved[lowest] ?? 0) >= 0)
      return (rows[0]?.terms ?? []).map((_, term) => (kept.has(term) ? (solved[terms.indexOf(term)] ?? 0) : 0));
    kept.delete(worst);
  }
}

const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

/** Gauss, with the largest pivot. */
function solve(matrix: number[][]): number[] {
  const rows = matrix.map((row) => [...row]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const candidates = rows.slice(column).map((row) => Math.abs(row[column] ?? 0));
    const pivotAt = column + candidates.indexOf(Math.max(...candidates));
    const [pivot = [], other = []] = [rows[pivotAt], rows[column]];
    rows[column] = pivot;
    rows[pivotAt] = other;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      for (let at = column; at <= size; at++) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
