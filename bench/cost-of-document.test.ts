import assert from "node:assert/strict";
import { test } from "node:test";
import { fitCoefficients } from "./cost-of-document.ts";

const grid = [1, 10, 40].flatMap((pages) => [1, 10, 30].map((items) => ({ pages, items })));
const terms = ({ pages, items }: { pages: number; items: number }) => [1, pages, items, pages * items];

test("the fit finds the coefficients that generated the measurements", () => {
  const generating = [0.2, 0.05, 0.03, 0.001];
  const found = fitCoefficients(grid, terms, (one) =>
    terms(one).reduce((sum, term, at) => sum + term * (generating[at] ?? 0), 0),
  );
  assert.deepEqual(
    found.map((one) => Math.round(one * 1e9) / 1e9),
    generating,
  );
});

test("a negative coefficient becomes zero, and the rest is fitted without it", () => {
  const found = fitCoefficients(
    grid,
    ({ pages }) => [1, pages],
    ({ pages }) => pages * 0.05 - 0.01,
  );
  assert.equal(found[0], 0);
  assert.ok((found[1] ?? 0) > 0.04 && (found[1] ?? 0) < 0.05, String(found[1]));
});
