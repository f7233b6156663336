/** A tenth of the probabilities. */
export interface ReliabilityBin {
  count: number;
  /** The mean probability of its verdicts, 0 to 1. */
  probability: number;
  /** The share of its verdicts that are right, 0 to 1, with its 95 % interval. */
  right: number;
  low: number;
  high: number;
}

export interface ReliabilityDiagram {
  title: string;
  bins: ReliabilityBin[];
}

const width = 480;
const height = 580;
const plot = { left: 62, top: 52, size: 390 };
const histogram = { top: 490, height: 44 };
const tenths = Array.from({ length: 11 }, (_, tenth) => tenth / 10);

const x = (share: number) => round(plot.left + share * plot.size);
const y = (share: number) => round(plot.top + (1 - share) * plot.size);
const round = (value: number) => Math.round(value * 10) / 10;
const percent = (share: number) => `${Math.round(1000 * share) / 10} %`;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Read aloud, and shown where pictures are not. */
export function describeBins(bins: ReliabilityBin[]): string {
  return bins
    .map(
      ({ count, probability, right, low, high }) =>
        `Of ${count.toLocaleString("en")} verdicts with a mean probability of ${percent(probability)}, ${percent(right)} are right (95 % interval ${percent(low)} to ${percent(high)}).`,
    )
    .join(" ");
}

/** How often verdicts are right by their probability, with the diagonal of perfect calibration and the number of verdicts below. */
export function drawReliability({ title, bins: all }: ReliabilityDiagram): string {
  const bins = all.filter(({ count }) => count > 0);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const grid = tenths.map(
    (share) =>
      `<path class="grid" d="M${x(share)} ${y(0)}V${y(1)}M${x(0)} ${y(share)}H${x(1)}"/>` +
      (Math.round(share * 10) % 2 === 0
        ? `<text x="${x(share)}" y="${y(0) + 18}" text-anchor="middle">${percent(share)}</text>` +
          `<text x="${x(0) - 8}" y="${y(share) + 4}" text-anchor="end">${percent(share)}</text>`
        : ""),
  );
  const points = bins.map(
    ({ probability, right, low, high }) =>
      `<path class="interval" d="M${x(probability)} ${y(low)}V${y(high)}"/>` +
      `<circle class="point" cx="${x(probability)}" cy="${y(right)}" r="5"/>`,
  );
  const columns = bins.map(({ count, probability }) => {
    const tenth = Math.min(9, Math.floor(probability * 10)) / 10;
    const tall = round(Math.max(1, (histogram.height * count) / most));
    const middle = x(tenth + 0.05);
    const top = round(histogram.top + histogram.height - tall);
    return (
      `<rect class="column" x="${middle - 14}" y="${top}" width="28" height="${tall}"/>` +
      `<text x="${middle}" y="${histogram.top + histogram.height + 16}" text-anchor="middle">${count.toLocaleString("en")}</text>`
    );
  });
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(describeBins(bins))}</desc>`,
    "<style>",
    "svg { --ground: #ffffff; --ink: #1f2933; --line: #d5dae0; --mark: #0b62c4; --column: #8fb8e8; font: 12px system-ui, sans-serif }",
    "@media (prefers-color-scheme: dark) { svg { --ground: #14181d; --ink: #e3e8ee; --line: #39424d; --mark: #6fb1ff; --column: #2f5f96 } }",
    ".ground { fill: var(--ground) } text { fill: var(--ink) } .title { font-size: 14px; font-weight: 600 }",
    ".grid { stroke: var(--line); fill: none } .diagonal { stroke: var(--ink); stroke-dasharray: 5 4; fill: none }",
    ".interval { stroke: var(--mark); stroke-width: 2; fill: none } .point { fill: var(--mark) } .column { fill: var(--column) }",
    "</style>",
    `<rect class="ground" width="${width}" height="${height}" rx="6"/>`,
    `<text class="title" x="${width / 2}" y="28" text-anchor="middle">${escaped(title)}</text>`,
    ...grid,
    `<path class="diagonal" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>`,
    ...points,
    `<text x="${x(0.5)}" y="${y(0) + 38}" text-anchor="middle">probability of the verdict; below: number of verdicts by tenth</text>`,
    `<text transform="translate(16 ${y(0.5)}) rotate(-90)" text-anchor="middle">verdicts that are right (bars: 95 % interval)</text>`,
    ...columns,
    "</svg>",
  ];
  return `${lines.join("\n")}\n`;
}
