import assert from "node:assert/strict";
import { test } from "node:test";
import { drawReliability } from "./reliability-diagram.ts";

const bins = [
  { count: 0, probability: Number.NaN, right: Number.NaN, low: Number.NaN, high: Number.NaN },
  { count: 40, probability: 0.55, right: 0.5, low: 0.4, high: 0.6 },
  { count: 1200, probability: 0.95, right: 1, low: 0.9, high: 1 },
];

test("a point lies where probability and right share say, and a tenth without verdicts has none", () => {
  const svg = drawReliability({ title: "Verdicts & <levels>", bins });
  const points = [...svg.matchAll(/<circle class="point" cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [
    ...[Number(x), Number(y)],
  ]);
  const ticks = (share: string, axis: "x" | "y") =>
    Number(
      [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" text-anchor="(middle|end)">([\d.]+ %)</g)].find(
        ([, , , anchor, text]) => text === share && (anchor === "middle") === (axis === "x"),
      )?.[axis === "x" ? 1 : 2],
    );
  assert.equal(points.length, 2);
  const [left, right] = [ticks("0 %", "x"), ticks("100 %", "x")];
  assert.ok(Math.abs((points[0]?.[0] ?? 0) - (left + 0.55 * (right - left))) < 0.2);
  assert.equal(points[1]?.[1], ticks("100 %", "y") - 4, "labels stand four units below their line");
  assert.doesNotMatch(svg, /NaN/);
  assert.match(svg, /<title id="title">Verdicts &amp; &lt;levels&gt;<\/title>/);
  assert.match(
    svg,
    /Of 1,200 verdicts with a mean probability of 95 %, 100 % are right \(95 % interval 90 % to 100 %\)\./,
  );
  assert.match(svg, /prefers-color-scheme: dark/);
});
