// npm run bench:portal
// How long a reader waits for the portal: from its address to a form that can be typed into, in a browser without a cache.
import { openPortal } from "../e2e/portal-opener.ts";
import { tellFigure } from "./told-figures.ts";

const rounds = 5;
const portal = await openPortal();
try {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await portal.newContext();
    const page = await context.newPage();
    const startedAt = performance.now();
    await page.goto(`${portal.url}/portal/`);
    await page.getByLabel("Key or token").fill("a key");
    seconds.push((performance.now() - startedAt) / 1000);
    await context.close();
  }
  const median = seconds.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  console.log(`seconds until the portal can be used: ${seconds.map((one) => one.toFixed(2)).join(" ")} (bar: under 2)`);
  tellFigure({ figure: "until the portal can be used, median", seen: median, unit: "s", below: 2 });
} finally {
  await portal.close();
}
