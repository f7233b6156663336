/**
 * Weighted least squares: each measurement is divided by its size, so that short documents count as much as long ones.
 * Costs are not negative: a negative term is removed and the rest is fitted again.
 */
export function fitCoefficients<Measured>(
  measured: Measured[],
  termsOf: (one: Measured) => number[],
  costOf: (one: Measured) => number,
): number[] {
  const rows = measured.map((one) => {
    // CPU time is counted in hundredths of a second; smaller costs get the weight of one.
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
    const lowestTerm = terms[lowest];
    if (lowestTerm === undefined || (solved[lowest] ?? 0) >= 0)
      return (rows[0]?.terms ?? []).map((_, term) => (kept.has(term) ? (solved[terms.indexOf(term)] ?? 0) : 0));
    kept.delete(lowestTerm);
  }
}

const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);

/** Gaussian elimination with partial pivoting. */
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
